"""What remembers: memories, their table, and what is done to words on the way there."""
