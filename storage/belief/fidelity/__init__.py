"""What a text says that can be checked against others: numbers, times, names, identifiers, words."""
