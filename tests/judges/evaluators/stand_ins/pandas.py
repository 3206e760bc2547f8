"""Stands in for tables that `google-adk` prints and writes on request, which nobody here asks for."""
