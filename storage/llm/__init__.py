"""Asking a configured language model: what is asked, over which endpoint, and what it may cost."""
