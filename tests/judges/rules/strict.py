"""Schemas the service holds the model to."""

import re
from collections.abc import Iterator
from typing import Any

from reading import Request, Schema, listed, mapped
from rules.checks import check, strict_schemas
from rules.walk import below, dictionaries, objects, types_of

OPENAI_REFUSES = (
    "oneOf", "allOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "default", "patternProperties",
    "unevaluatedProperties", "propertyNames", "minProperties", "maxProperties", "unevaluatedItems", "contains",
    "minContains", "maxContains", "uniqueItems", "prefixItems",
)  # fmt: skip
OPENAI_FORMATS = ("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid")
LOOKAROUND = ("(?=", "(?!", "(?<=", "(?<!")
TYPED = ("type", "$ref", "anyOf", "enum", "const")
DEFINITION = re.compile(r"#|#/(\$defs|definitions)/[^/]+")
DEEPEST, MOST_PROPERTIES, MOST_CHOICES, MOST_LETTERS = 10, 5000, 1000, 120_000

NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
ANTHROPIC_REFUSES = {"number": NUMBERS, "integer": NUMBERS, "string": ("minLength", "maxLength"), "array": ("maxItems",)}
STRICT_TOOLS, OPTIONAL_PARAMETERS, UNION_PARAMETERS = 20, 24, 16


@check("strict-closed", of=strict_schemas)
def objects_are_closed(schema: Schema, request: Request) -> str | None:
    for place, inner in objects(schema.value):
        if inner.get("additionalProperties") is not False:
            return f"{place}: additionalProperties is {inner.get('additionalProperties', 'missing')}"
    return None


@check("strict-required", of=strict_schemas)
def all_is_required(schema: Schema, request: Request) -> str | None:
    for place, inner in objects(schema.value):
        missing = set(inner.get("properties") or {}) - set(inner.get("required") or [])
        if missing or "required" not in inner:
            return f"{place}: required lacks {sorted(missing) or 'itself'}"
    return None


@check("strict-keywords-openai", of=strict_schemas)
def keywords_are_known(schema: Schema, request: Request) -> str | None:
    for place, inner in dictionaries(schema.value):
        refused = [key for key in OPENAI_REFUSES if key in inner]
        if refused:
            return f"{place}: {', '.join(refused)}"
        if "format" in inner and inner["format"] not in OPENAI_FORMATS:
            return f"{place}: the format {inner['format']}"
        if any(token in str(inner.get("pattern", "")) for token in LOOKAROUND):
            return f"{place}: a pattern that looks around"
    return None


@check("strict-ref-alone", of=strict_schemas)
def references_stand_alone(schema: Schema, request: Request) -> str | None:
    for place, inner in dictionaries(schema.value):
        if "$ref" in inner and len(inner) > 1:
            return f"{place}: {', '.join(key for key in inner if key != '$ref')} beside $ref"
        if "$ref" in inner and not DEFINITION.fullmatch(str(inner["$ref"])):
            return f"{place}: {inner['$ref']} is no definition"
    return None


@check("strict-typed", of=strict_schemas)
def everything_has_a_type(schema: Schema, request: Request) -> str | None:
    for place, inner in below(schema.value):
        if place and not is_closing(place, inner) and not (isinstance(inner, dict) and any(key in inner for key in TYPED)):
            return f"{place}: no type"
    return None


def is_closing(place: str, schema: Any) -> bool:
    return schema is False and place.endswith("/additionalProperties")


@check("strict-size-openai", of=strict_schemas)
def schema_is_small_enough(schema: Schema, request: Request) -> str | None:
    depth, properties, letters, choices = 0, 0, 0, 0
    for place, inner in dictionaries(schema.value):
        own = mapped(inner.get("properties"))
        choices_here = listed(inner.get("enum"))
        in_definition = place.split("/")[1:3] if place.startswith(("/$defs/", "/definitions/")) else []
        inside = place.removeprefix("/" + "/".join(in_definition)) if in_definition else place
        depth = max(depth, inside.count("/properties/") + 1) if own else depth
        properties += len(own)
        choices += len(choices_here)
        letters += sum(len(name) for name in own) + sum(len(str(choice)) for choice in choices_here)
    limits = ((depth, DEEPEST), (properties, MOST_PROPERTIES), (choices, MOST_CHOICES), (letters, MOST_LETTERS))
    words = ("levels", "properties", "choices of enums", "characters of names and choices")
    over = [f"{count} {what}" for (count, most), what in zip(limits, words, strict=True) if count > most]
    return ", ".join(over) or None


@check("strict-keywords-anthropic", of=strict_schemas)
def keywords_fit_the_grammar(schema: Schema, request: Request) -> str | None:
    for place, inner in dictionaries(schema.value):
        for kind in types_of(inner):
            refused = [key for key in ANTHROPIC_REFUSES.get(str(kind), ()) if key in inner]
            if refused:
                return f"{place}: {', '.join(refused)} of a type {kind}"
        if isinstance(inner.get("minItems"), int) and inner["minItems"] > 1:
            return f"{place}: minItems {inner['minItems']}"
    return None


@check("strict-enum-type-anthropic", of=strict_schemas)
def choices_match_their_type(schema: Schema, request: Request) -> str | None:
    for place, inner in dictionaries(schema.value):
        if isinstance(inner.get("enum"), list) and isinstance(inner.get("type"), list):
            return f"{place}: an enum beside the types {inner['type']}"
    return None


def strict_at_all(request: Request) -> list[Request]:
    """The request, where anything of it is strict."""
    return [request] if strict_schemas(request) else []


@check("strict-limits-anthropic", of=strict_at_all)
def grammars_stay_small(whole: Request, request: Request) -> str | None:
    tools = sum(function.is_strict for function in request.functions)
    optional, unions = parameters(strict_schemas(request))
    counts = ((tools, STRICT_TOOLS), (optional, OPTIONAL_PARAMETERS), (unions, UNION_PARAMETERS))
    words = ("strict tools", "optional parameters", "parameters with union types")
    over = [f"{count} {what} of {most}" for (count, most), what in zip(counts, words, strict=True) if count > most]
    return ", ".join(over) or None


def parameters(strict: list[Schema]) -> tuple[int, int]:
    """How many parameters are optional, and how many have union types, without what only a reference leads to."""
    optional = unions = 0
    for schema in strict:
        for place, inner in objects(schema.value):
            if place.startswith(("/$defs/", "/definitions/")):
                continue
            for name, below_it in (inner.get("properties") or {}).items():
                optional += name not in (inner.get("required") or [])
                unions += isinstance(below_it, dict) and ("anyOf" in below_it or isinstance(below_it.get("type"), list))
    return optional, unions


@check("strict-recursion-anthropic", of=strict_schemas)
def nothing_refers_to_itself(schema: Schema, request: Request) -> str | None:
    """A grammar has no circles."""
    root = schema.value if isinstance(schema.value, dict) else {}
    bodies: dict[str, Any] = {"#": {key: value for key, value in root.items() if key not in ("$defs", "definitions")}}
    for group in ("$defs", "definitions"):
        named = root.get(group)
        bodies.update({f"#/{group}/{name}": inner for name, inner in (named.items() if isinstance(named, dict) else ())})
    leads = {reference: set(references(inner)) for reference, inner in bodies.items()}
    circular = next((reference for reference in leads if reference in reached(reference, leads)), None)
    return f"{circular} refers to itself" if circular else None


def references(schema: Any) -> Iterator[str]:
    return (str(inner["$ref"]) for _, inner in dictionaries(schema) if "$ref" in inner)


def reached(start: str, leads: dict[str, set[str]]) -> set[str]:
    """All that can be reached from a reference."""
    found: set[str] = set()
    ahead = list(leads[start])
    while ahead:
        reference = ahead.pop()
        if reference not in found:
            found.add(reference)
            ahead += leads.get(reference, ())
    return found
