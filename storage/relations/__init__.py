"""Claims found by role."""
