"""Walk trees with compiled functions, at once or when that pays, and refuse what cannot be compiled."""
