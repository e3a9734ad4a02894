"""The verbs: one tool, one file."""
