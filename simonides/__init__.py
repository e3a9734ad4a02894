"""Simonides: long-term memory for LLM clients, over the Model Context Protocol."""

__version__ = "0.1.0"
