"""Relations: who stands in which relation to whom, found by role. Indexes of the table, and nothing that is not in it."""
