"""Faults of schemas."""

from composing import SCHEMA
from planted import Plant, form, properties, schema, strict

TEXT = {"type": "string"}
WITH_DEFINITION = {**properties(a={"$ref": "#/$defs/tide"}), "$defs": {"tide": TEXT}}
NESTED_KEY = properties(a=properties(**{"a b": TEXT}))


def deep(levels: int) -> dict:
    """Objects inside of objects."""
    return properties(a=deep(levels - 1)) if levels > 1 else properties(a=TEXT)


def optional(count: int) -> dict:
    """A closed schema that requires nothing."""
    return {**properties(**{f"a{number}": TEXT for number in range(count)}), "required": []}


def unions(count: int) -> dict:
    return properties(**{f"a{number}": {"anyOf": [TEXT, {"type": "null"}]} for number in range(count)})


CIRCLE = {**properties(a={"$ref": "#/$defs/tide"}), "$defs": {"tide": properties(next={"$ref": "#/$defs/tide"})}}

PLANTED = {
    "schema-2020-12": [
        Plant(schema(properties(a={"type": "array", "items": [TEXT]}))),
        Plant(schema(properties(a=None))),
        Plant(schema({"$schema": "http://json-schema.org/draft-07/schema#", **properties(a={"exclusiveMinimum": True})})),
    ],
    "schema-metaschema": [
        Plant(schema(properties(a=None))),
        Plant(schema(properties(a={"type": "text"}))),
        Plant(
            schema({"$schema": "https://json-schema.org/draft/2020-12/schema", **properties(a={"items": [TEXT]})}),
            good=schema({"$schema": "http://json-schema.org/draft-07/schema#", **properties(a={"items": [TEXT]})}),
        ),
    ],
    "schema-draft-07": [Plant(schema(properties(a={"type": "text"}))), Plant(schema(properties(a=None)))],
    "schema-refs": [
        Plant(schema(properties(a={"$ref": "#/$defs/tide"})), good=schema(WITH_DEFINITION)),
        Plant(schema(properties(a={"$ref": "https://example.org/tide"})), good=schema(properties(a={"$ref": "#"}))),
    ],
    "schema-root-object": [
        Plant(schema({"type": "array", "items": TEXT})),
        Plant(schema({"properties": {}})),
        Plant(schema({})),
    ],
    "schema-root-plain-openai": [
        Plant(schema({**SCHEMA, key: value}), good=schema(properties(a={"anyOf": [TEXT, {"type": "null"}]})))
        for key, value in (("anyOf", [{}]), ("oneOf", [{}]), ("allOf", [{}]), ("enum", [{}]), ("not", {}))
    ],
    "schema-root-plain-anthropic": [
        Plant(schema({**SCHEMA, key: [{}]}), good=schema(properties(a={"anyOf": [TEXT, {"type": "null"}]})))
        for key in ("anyOf", "oneOf", "allOf")
    ],
    "schema-array-items": [
        Plant(schema(properties(a={"type": "array"})), good=schema(properties(a={"type": "array", "items": TEXT}))),
        Plant(schema(properties(a={"type": ["array", "null"], "prefixItems": [TEXT]})), good=schema(properties(items=TEXT))),
    ],
    "schema-property-keys-anthropic": [
        Plant(schema(properties(**{"a b": TEXT})), good=schema(properties(**{"a.b-c_d": TEXT}))),
        Plant(schema(properties(**{"a" * 65: TEXT})), good=schema(NESTED_KEY)),
    ],
    "schema-ollama": [
        Plant(schema(properties(a=True)), good=schema(properties(a={"type": ["string", "null"]}))),
        Plant(schema(properties(a={"anyOf": [False]})), good=schema(properties(a={"type": "array", "items": True}))),
        Plant(schema({"type": ["object", "null"], "properties": {}})),
    ],
    "strict-closed": [
        Plant(strict({"type": "object", "properties": {"a": TEXT}, "required": ["a"]}), good=strict(SCHEMA)),
        Plant(form({"type": "object", "properties": {"a": TEXT}, "required": ["a"]}), good=form(SCHEMA)),
        Plant(
            strict(properties(a={"anyOf": [{"type": "object", "properties": {}, "required": []}]})), good=strict(unions(1))
        ),
    ],
    "strict-required": [
        Plant(strict({**SCHEMA, "required": []}), good=strict(SCHEMA)),
        Plant(form({**SCHEMA, "required": []}), good=form(SCHEMA)),
        Plant(
            strict(properties(a={"type": "object", "properties": {}, "additionalProperties": False})), good=strict(deep(3))
        ),
    ],
    "strict-keywords-openai": [
        Plant(
            strict(properties(a={"type": "string", "default": "x"})),
            good=strict(properties(a={"type": "string", "minLength": 1})),
        ),
        Plant(
            strict(properties(a={"type": "string", "format": "uri"})),
            good=strict(properties(a={"type": "string", "format": "date"})),
        ),
        Plant(
            strict(properties(a={"type": "string", "pattern": "(?!a)"})),
            good=strict(properties(a={"type": "string", "pattern": "a+"})),
        ),
        Plant(strict(properties(a={"oneOf": [TEXT]})), good=strict(properties(oneOf=TEXT))),
    ],
    "strict-ref-alone": [
        Plant(
            strict({**WITH_DEFINITION, **properties(a={"$ref": "#/$defs/tide", "description": "x"})}),
            good=strict(WITH_DEFINITION),
        ),
        Plant(strict(properties(a=TEXT, b={"$ref": "#/properties/a"})), good=strict(properties(a={"$ref": "#"}))),
    ],
    "strict-typed": [
        Plant(strict(properties(a={"description": "x"})), good=strict(properties(a={"enum": ["x"]}))),
        Plant(strict(properties(a=True)), good=strict(WITH_DEFINITION)),
    ],
    "strict-size-openai": [
        Plant(strict(deep(11)), good=strict(deep(10))),
        Plant(strict(properties(a={"type": "string", "enum": [f"{n}" for n in range(1001)]})), good=strict(SCHEMA)),
        Plant(strict(properties(**{f"a{n}": TEXT for n in range(5001)})), good=form(SCHEMA)),
        Plant(strict(properties(a={"type": "string", "enum": ["x" * 120_000]})), good=strict(SCHEMA)),
    ],
    "strict-keywords-anthropic": [
        Plant(strict(properties(a={"type": "integer", "minimum": 1})), good=strict(properties(a={"type": "integer"}))),
        Plant(strict(properties(a={"type": ["string", "null"], "maxLength": 1})), good=strict(properties(maxLength=TEXT))),
        Plant(
            strict(properties(a={"type": "array", "items": TEXT, "minItems": 2})),
            good=strict(properties(a={"type": "array", "items": TEXT, "minItems": 1})),
        ),
        Plant(form(properties(a={"type": "array", "items": TEXT, "maxItems": 2})), good=form(SCHEMA)),
    ],
    "strict-enum-type-anthropic": [
        Plant(
            strict(properties(a={"type": ["string", "null"], "enum": ["x", None]})),
            good=strict(properties(a={"anyOf": [{"type": "string", "enum": ["x"]}, {"type": "null"}]})),
        ),
    ],
    "strict-limits-anthropic": [
        Plant(strict(optional(25)), good=strict(optional(24))),
        Plant(strict(unions(17)), good=strict(unions(16))),
    ],
    "strict-recursion-anthropic": [
        Plant(strict(CIRCLE), good=strict(WITH_DEFINITION)),
        Plant(form(properties(a={"$ref": "#"})), good=form(WITH_DEFINITION)),
    ],
}
