"""Stands in for a library of templates that Semantic Kernel imports and nobody here uses: it has no wheel."""


class Compiler: ...


class PybarsError(Exception): ...
