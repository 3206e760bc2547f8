"""Schemas that no mode makes strict."""

import json
import re
from functools import cache
from typing import Any

import jsonschema
import referencing
import referencing.exceptions
import referencing.jsonschema
from jsonschema.validators import validator_for

from reading import Request, Schema
from rules.checks import all_schemas, check, schemas
from rules.walk import dictionaries, types_of

ANTHROPIC_KEY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
AT_THE_ROOT = ("oneOf", "anyOf", "allOf", "enum", "not")


@cache
def misfit(written: str, draft: str | None) -> str | None:
    """Why a schema is none by its metaschema: the draft named here, or the one it names itself."""
    schema = json.loads(written)
    validators = {"2020-12": jsonschema.Draft202012Validator, "draft-07": jsonschema.Draft7Validator}
    validator = validators[draft] if draft else validator_for(schema, default=jsonschema.Draft202012Validator)
    try:
        # Formats are left alone: a `pattern` is a regular expression of ECMAScript, and Python's are others.
        validator.check_schema(schema, format_checker=None)
    except jsonschema.SchemaError as error:
        return f"/{'/'.join(map(str, error.absolute_path))}: {error.message[:160]}"
    return None


@check("schema-metaschema", of=all_schemas)
def fits_its_metaschema(schema: Schema, request: Request) -> str | None:
    return misfit(json.dumps(schema.value), None)


@check("schema-2020-12", of=all_schemas)
def fits_2020_12(schema: Schema, request: Request) -> str | None:
    return misfit(json.dumps(schema.value), "2020-12")


@check("schema-draft-07", of=schemas)
def fits_draft_07(schema: Schema, request: Request) -> str | None:
    return misfit(json.dumps(schema.value), "draft-07")


@check("schema-refs", of=all_schemas)
def references_resolve(schema: Schema, request: Request) -> str | None:
    return dangling(json.dumps(schema.value))


@cache
def dangling(written: str) -> str | None:
    """A reference that leads nowhere."""
    schema = json.loads(written)
    wanted = [(place, inner["$ref"]) for place, inner in dictionaries(schema) if isinstance(inner.get("$ref"), str)]
    if not wanted:
        return None
    resource = referencing.jsonschema.DRAFT202012.create_resource(schema)
    resolver = referencing.Registry().with_resource("urn:schema", resource).resolver("urn:schema")
    for place, reference in wanted:
        try:
            resolver.lookup(reference)
        except (referencing.exceptions.Unresolvable, ValueError):
            return f"{place}: {reference} leads nowhere"
    return None


@check("schema-root-object", of=schemas)
def root_is_an_object(schema: Schema, request: Request) -> str | None:
    if not isinstance(schema.value, dict):
        return f"the root is {schema.value}"
    kind = schema.value.get("type")
    return None if kind == "object" else f"the root's type is {kind}"


@check("schema-root-plain-openai", of=schemas)
def root_is_plain(schema: Schema, request: Request) -> str | None:
    return at_the_root(schema.value, AT_THE_ROOT)


@check("schema-root-plain-anthropic", of=schemas)
def root_has_no_choice(schema: Schema, request: Request) -> str | None:
    return at_the_root(schema.value, AT_THE_ROOT[:3])


def at_the_root(schema: Any, refused: tuple[str, ...]) -> str | None:
    found = [key for key in refused if isinstance(schema, dict) and key in schema]
    return f"{', '.join(found)} at the root" if found else None


@check("schema-array-items", of=schemas)
def arrays_have_items(schema: Schema, request: Request) -> str | None:
    for place, inner in dictionaries(schema.value):
        if "array" in types_of(inner) and "items" not in inner:
            return f"{place}: array schema missing items"
    return None


@check("schema-property-keys-anthropic", of=schemas)
def property_keys_fit(schema: Schema, request: Request) -> str | None:
    properties = schema.value.get("properties") if isinstance(schema.value, dict) else None
    odd = [key for key in properties or {} if not ANTHROPIC_KEY.fullmatch(key)]
    return f"properties are called {odd}" if odd else None


@check("schema-ollama", of=schemas)
def fits_the_structs_of_ollama(schema: Schema, request: Request) -> str | None:
    if not isinstance(schema.value, dict):
        return "parameters are no object"
    if not isinstance(schema.value.get("type", ""), str):
        return "parameters.type is no text"
    return fits_property({key: value for key, value in schema.value.items() if key in ("properties", "required")}, "")


def fits_property(schema: Any, place: str) -> str | None:
    """What Go can't read into `ToolProperty`. It takes null everywhere."""
    if schema is None:
        return None
    if not isinstance(schema, dict):
        return f"{place}: {json.dumps(schema)} is no object"
    if not is_text_or_texts(schema.get("type")):
        return f"{place}/type is {json.dumps(schema['type'])}"
    if not isinstance(schema.get("description", ""), str | None):
        return f"{place}/description is no text"
    if not (schema.get("required") is None or is_texts(schema["required"])):
        return f"{place}/required is no list of names"
    for key, wanted in (("enum", list), ("anyOf", list), ("properties", dict)):
        if not isinstance(schema.get(key), wanted | None):
            return f"{place}/{key} is {json.dumps(schema[key])[:80]}"
    inner = [(f"{place}/anyOf/{number}", one) for number, one in enumerate(schema.get("anyOf") or [])]
    inner += [(f"{place}/properties/{name}", one) for name, one in (schema.get("properties") or {}).items()]
    return next((fault for at, one in inner if (fault := fits_property(one, at))), None)


def is_text_or_texts(value: Any) -> bool:
    return value is None or isinstance(value, str) or is_texts(value)


def is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)
