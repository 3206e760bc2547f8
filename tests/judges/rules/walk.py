"""Goes through a schema: every place where JSON Schema has a schema, and no place where it has a value."""

from collections.abc import Iterator
from typing import Any

ONE = (
    "items", "additionalItems", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
    "unevaluatedItems", "unevaluatedProperties", "contentSchema",
)  # fmt: skip
SEVERAL = ("anyOf", "oneOf", "allOf", "prefixItems", "items")
NAMED = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")


def below(schema: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """A schema and every schema inside of it, with their places."""
    yield place, schema
    if not isinstance(schema, dict):
        return
    for key, value in schema.items():
        if key in SEVERAL and isinstance(value, list):
            for number, inner in enumerate(value):
                yield from below(inner, f"{place}/{key}/{number}")
        elif key in NAMED and isinstance(value, dict):
            for name, inner in value.items():
                yield from below(inner, f"{place}/{key}/{name}")
        elif key in ONE and not isinstance(value, list):
            yield from below(value, f"{place}/{key}")


def dictionaries(schema: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Those that are dictionaries."""
    return ((place, inner) for place, inner in below(schema) if isinstance(inner, dict))


def types_of(schema: dict[str, Any]) -> list[Any]:
    """The types a schema names."""
    named = schema.get("type", [])
    return named if isinstance(named, list) else [named]


def is_object(schema: dict[str, Any]) -> bool:
    return "object" in types_of(schema) or isinstance(schema.get("properties"), dict)


def objects(schema: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The schemas of objects."""
    return ((place, inner) for place, inner in dictionaries(schema) if is_object(inner))
