"""The consolidator: what a configured language model does with the memory while nobody asks anything of it."""
