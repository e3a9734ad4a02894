"""What is held true, and what may replace it."""
