"""Examples for the OpenAPI documents: one for each request body and each successful JSON response.

Values come from `docs/openapi/examples.yaml`. Other fields get the smallest value that the schema allows. The
documents that services serve have no examples, since these would make generated test cases more alike.
"""

from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator

Schema = dict[str, Any]
VALUES_FILE = Path(__file__).resolve().parents[2] / "docs" / "openapi" / "examples.yaml"
METHODS = {"get", "put", "post", "delete", "patch"}
FORMATS = {
    "date-time": "2026-11-23T09:46:00Z",
    "date": "2026-11-23",
    "uuid": "01a207cc-5688-7678-ba20-306d67b6217b",
    "email": "anna@example.com",
    "uri": "https://example.com/",
}
NO_EXAMPLE = object()
TEXTS_OF_UNNAMED_FIELDS = (NO_EXAMPLE, "Текст")


class Examples:
    """Makes examples for the schemas of one document."""

    def __init__(self, document: Schema) -> None:
        values = yaml.safe_load(VALUES_FILE.read_text())
        self.schemas: Schema = document["components"]["schemas"]
        self.whole = values["schemas"]
        self.fields = values["fields"]

    def make(self, schema: Schema, name: str = "", ancestors: tuple[str, ...] = (), *, sent: bool = False) -> Any:
        """Return the example of `schema`, the schema of the field `name`. NO_EXAMPLE if a schema contains itself.

        With `sent` it is a request, which leaves out optional fields without a value in the file.
        """
        if "$ref" in schema:
            target = schema["$ref"].rsplit("/", 1)[1]
            if target in ancestors:
                return NO_EXAMPLE
            if target in self.whole:
                return self.whole[target]
            return self.make(self.schemas[target], name, (*ancestors, target), sent=sent)
        if given_examples := self._list_given_examples(schema, name, ancestors):
            return given_examples[0]
        if alternatives := schema.get("anyOf") or schema.get("oneOf"):
            examples = [self.make(alternative, name, ancestors, sent=sent) for alternative in alternatives]
            can_be_null = any(alternative.get("type") == "null" for alternative in alternatives)
            return next(
                (
                    example
                    for example in examples
                    if example is not None and not (can_be_null and example in TEXTS_OF_UNNAMED_FIELDS)
                ),
                None,
            )
        return self._make_of_type(schema, name, ancestors, sent=sent)

    def _list_given_examples(self, schema: Schema, name: str, ancestors: tuple[str, ...]) -> list[Any]:
        """Return the values from the schema or from the file of values, if the schema allows them."""
        offered_examples = list(schema.get("examples", []))
        if "const" in schema:
            offered_examples.append(schema["const"])
        for key in (f"{ancestors[-1]}.{name}" if ancestors else name, name):
            if key in self.fields:
                value = self.fields[key]
                offered_examples += value if isinstance(value, list) else [value]
        offered_examples += schema.get("enum", [])
        return [example for example in offered_examples if self.is_valid(schema, example)]

    def _make_of_type(self, schema: Schema, name: str, ancestors: tuple[str, ...], *, sent: bool) -> Any:
        kind = schema.get("type")
        if kind == "object" or "properties" in schema:
            return self._make_object(schema, ancestors, sent=sent)
        if kind == "array":
            item = self.make(schema.get("items", {}), name.removesuffix("s"), ancestors, sent=sent)
            return [] if item is NO_EXAMPLE else [item]
        if kind in {"integer", "number"}:
            return self._make_number(schema)
        if kind == "string":
            return self._make_text(schema)
        if kind == "boolean":
            return name.startswith(("is_", "success", "accept", "consent", "complete"))
        return None

    def _make_object(self, schema: Schema, ancestors: tuple[str, ...], *, sent: bool) -> Schema:
        fields = {}
        required_names = schema.get("required", [])
        for name, field in schema.get("properties", {}).items():
            if sent and name not in required_names and name not in self.fields:
                continue
            value = self.make(field, name, ancestors, sent=sent)
            if value is not NO_EXAMPLE:
                fields[name] = value
        return fields

    @staticmethod
    def _make_number(schema: Schema) -> int | float:
        lowest = schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1)
        return max(lowest, min(1, schema.get("maximum", 1)))

    @staticmethod
    def _make_text(schema: Schema) -> str:
        if schema.get("format") in FORMATS:
            return FORMATS[schema["format"]]
        text = "Текст".ljust(schema.get("minLength", 0), ".")
        return text[: schema.get("maxLength", len(text))]

    def is_valid(self, schema: Schema, value: Any) -> bool:
        """Return True if the schema allows the value."""
        whole = {**schema, "components": {"schemas": self.schemas}}
        return Draft202012Validator(whole, format_checker=Draft202012Validator.FORMAT_CHECKER).is_valid(value)


def list_json_contents(operation: Schema) -> list[tuple[Schema, bool]]:
    """Return the JSON contents of an operation's request body (True) and of its successful responses (False)."""
    bodies = [operation["requestBody"]] if "requestBody" in operation else []
    answers = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
    contents = [(body["content"].get("application/json"), True) for body in bodies]
    contents += [(answer.get("content", {}).get("application/json"), False) for answer in answers]
    return [(content, sent) for content, sent in contents if content and content.get("schema")]


def list_operations(document: Schema) -> list[tuple[str, str, Schema]]:
    """Return the path, method and description of each operation, in the order of the document."""
    paths = document["paths"].items()
    return [(path, method, item[method]) for path, item in paths for method in item if method in METHODS]


def add_examples(document: Schema) -> None:
    """Add an example to each JSON request body and each successful JSON response."""
    examples = Examples(document)
    for _, _, operation in list_operations(document):
        for content, sent in list_json_contents(operation):
            content["example"] = examples.make(content["schema"], sent=sent)
