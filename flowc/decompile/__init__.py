"""TODO docstring by its owner."""
