"""Generates the API reference in docs/reference: one page for each service, from its OpenAPI document.

A page is plain HTML with embedded styles, without scripts and external resources, so it opens from a checkout too.
"""

import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tests.contract.examples import METHODS

Schema = dict[str, Any]
MAX_DEPTH = 4
LIMITS = {
    "minimum": "≥ {}",
    "exclusiveMinimum": "> {}",
    "maximum": "≤ {}",
    "exclusiveMaximum": "< {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "pattern": "matches {}",
    "default": "default {}",
}
pages = Environment(
    loader=FileSystemLoader(Path(__file__).parent),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


class SchemaDescriber:
    """Describes the schemas of one document as rows of a table."""

    def __init__(self, document: Schema) -> None:
        self.schemas: Schema = document.get("components", {}).get("schemas", {})

    def resolve(self, schema: Schema) -> Schema:
        """Return the schema without references and without null as an alternative."""
        if "$ref" in schema:
            return self.resolve(self.schemas[schema["$ref"].rsplit("/", 1)[1]])
        alternatives = [alternative for alternative in schema.get("anyOf", []) if alternative.get("type") != "null"]
        if len(alternatives) == 1:
            outer = {key: value for key, value in schema.items() if key != "anyOf"}
            return self.resolve(alternatives[0]) | outer
        return schema

    def describe_type(self, schema: Schema) -> str:
        """Return the type in words: `string (uuid)`, `list of object`, `integer or null`."""
        resolved_schema = self.resolve(schema)
        kind = resolved_schema.get("type") or (
            " or ".join(map(self.describe_type, resolved_schema.get("anyOf", []))) or "any"
        )
        if kind == "array":
            kind = f"list of {self.describe_type(resolved_schema.get('items', {}))}"
        if "format" in resolved_schema:
            kind = f"{kind} ({resolved_schema['format']})"
        can_be_null = any(alternative.get("type") == "null" for alternative in schema.get("anyOf", []))
        return f"{kind} or null" if can_be_null and "null" not in kind else kind

    def describe_rules(self, schema: Schema) -> str:
        """Return the limits, patterns and allowed values, as text."""
        resolved_schema = self.resolve(schema)
        rules = [
            words.format(json.dumps(resolved_schema[key], ensure_ascii=False))
            for key, words in LIMITS.items()
            if key in resolved_schema
        ]
        allowed_values = resolved_schema.get("enum") or (
            [resolved_schema["const"]] if "const" in resolved_schema else []
        )
        if allowed_values:
            rules.insert(0, "one of " + ", ".join(json.dumps(value, ensure_ascii=False) for value in allowed_values))
        return "; ".join(rules)

    def list_rows(self, schema: Schema, prefix: str = "", ancestors: tuple[int, ...] = ()) -> list[dict[str, Any]]:
        """Return the fields of an object. Fields of nested objects follow with dotted names."""
        resolved_schema = self.resolve(schema)
        if resolved_schema.get("type") == "array":
            return self.list_rows(resolved_schema.get("items", {}), f"{prefix}[]", ancestors)
        rows: list[dict[str, Any]] = []
        # A schema may contain itself.
        if id(resolved_schema.get("properties")) in ancestors or len(ancestors) >= MAX_DEPTH:
            return rows
        for name, field in resolved_schema.get("properties", {}).items():
            path = f"{prefix}.{name}" if prefix else name
            rows.append(self.build_row(path, field, is_required=name in resolved_schema.get("required", [])))
            rows += self.list_rows(field, path, (*ancestors, id(resolved_schema["properties"])))
        return rows

    def build_row(self, name: str, schema: Schema, *, is_required: bool) -> dict[str, Any]:
        """Return the row of one field or parameter."""
        return {
            "name": name,
            "type": self.describe_type(schema),
            "is_required": is_required,
            "rules": self.describe_rules(schema),
            "description": self.resolve(schema).get("description", "") if "$ref" not in schema else "",
        }


def list_contents(describer: SchemaDescriber, content: Schema) -> list[dict[str, Any]]:
    """Return the bodies of a request or a response by media type."""
    return [
        {
            "media_type": media_type,
            "rows": describer.list_rows(body.get("schema", {})),
            "example": json.dumps(body["example"], ensure_ascii=False, indent=2) if "example" in body else "",
        }
        for media_type, body in content.items()
    ]


def build_operation(describer: SchemaDescriber, path: str, method: str, operation: Schema) -> dict[str, Any]:
    """Return the values that the page shows for one operation."""
    responses = operation["responses"].items()
    return {
        "path": path,
        "method": method.upper(),
        "anchor": operation["operationId"],
        "title": operation["summary"],
        "description": operation.get("description", ""),
        "credentials": describe_credentials(operation["security"]),
        "parameters": [
            describer.build_row(parameter["name"], parameter["schema"], is_required=parameter.get("required", False))
            | {"place": parameter["in"]}
            for parameter in operation.get("parameters", [])
        ],
        "bodies": list_contents(describer, operation.get("requestBody", {}).get("content", {})),
        "answers": [
            {"status": status, "bodies": list_contents(describer, documented_response.get("content", {}))}
            for status, documented_response in responses
            if status.startswith(("2", "3"))
        ],
        "problems": [
            (status, documented_response["description"])
            for status, documented_response in responses
            if status.startswith(("4", "5"))
        ],
    }


def describe_credentials(security: list[Schema]) -> str:
    """Return the text about who may call the operation, by the security schemes of the document."""
    if not security:
        return "public"
    if {} in security:
        return "public; more when signed in"
    alternatives = [" and ".join(schemes) for schemes in security]
    return f"signed in: {' or '.join(alternatives)}"


def render_pages(documents: dict[str, Schema]) -> dict[str, str]:
    """Return the text of each page by file name. `documents` are by service name."""
    pages_by_name = {}
    for service, document in documents.items():
        describer = SchemaDescriber(document)
        by_tag: dict[str, list[dict[str, Any]]] = {tag["name"]: [] for tag in document["tags"]}
        for path, item in document["paths"].items():
            for method, operation in item.items():
                if method in METHODS:
                    by_tag[operation["tags"][0]].append(build_operation(describer, path, method, operation))
        page = pages.get_template("reference.html.jinja")
        pages_by_name[f"{service}.html"] = page.render(
            service=service, services=list(documents), tags=by_tag, info=document["info"]
        )
    counts = {
        service: sum(method in METHODS for item in document["paths"].values() for method in item)
        for service, document in documents.items()
    }
    pages_by_name["index.html"] = pages.get_template("reference_index.html.jinja").render(
        counts=counts, services=list(documents)
    )
    return pages_by_name
