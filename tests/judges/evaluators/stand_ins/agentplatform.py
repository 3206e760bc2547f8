"""Stands in for a library of Google's cloud, which the evaluators of `google-adk` import and nobody here uses."""
