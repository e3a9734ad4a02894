"""The LanceDB table of memories."""
