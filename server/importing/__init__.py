"""Memories as other programs keep them: one file for each format, one line for each in `formats`."""
