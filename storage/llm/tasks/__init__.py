"""The tasks: each a prompt and a form, in one module, with a version."""
