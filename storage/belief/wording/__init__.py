"""Whether two statements can both hold, by their words alone."""
