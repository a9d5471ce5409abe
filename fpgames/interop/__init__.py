"""Games of other libraries as rules. Each module needs the library that it is named after, and is imported by itself."""
