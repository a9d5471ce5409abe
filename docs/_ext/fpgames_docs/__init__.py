"""What builds the pages: a package of its own, so that no module of it has the name of another installed one."""
