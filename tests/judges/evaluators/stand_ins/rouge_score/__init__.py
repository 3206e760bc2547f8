"""Stands in for scores of words, which nobody here asks for: it has no wheel."""
