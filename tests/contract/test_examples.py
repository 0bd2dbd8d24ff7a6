"""Every request body and every successful JSON response of the published documents has a valid example."""

import json
from pathlib import Path
from typing import Any

import pytest
from contracts.services import SERVICES

from tests.contract.examples import Examples, add_examples, list_json_contents, list_operations

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "openapi"


@pytest.mark.parametrize("service", SERVICES)
def test_examples_fit_their_schemas(service: str) -> None:
    document = json.loads((FOLDER / f"{service}.json").read_text())
    examples = Examples(document)
    checked_count = 0
    for path, method, operation in list_operations(document):
        for content, _ in list_json_contents(operation):
            assert "example" in content, (method, path)
            assert examples.is_valid(content["schema"], content["example"]), (method, path, content["example"])
            checked_count += 1
    assert checked_count


def make_document(schema: dict[str, Any]) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Sent"}}}
    operation = {"requestBody": {"content": content}, "responses": {}}
    return {"paths": {"/api/sent": {"post": operation}}, "components": {"schemas": {"Sent": schema}}}


def make_example(schema: dict[str, Any]) -> Any:
    document = make_document(schema)
    add_examples(document)
    return document["paths"]["/api/sent"]["post"]["requestBody"]["content"]["application/json"]["example"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ({"type": "integer", "minimum": 5, "maximum": 7}, 5),
        ({"type": "string", "minLength": 8}, "Текст..."),
        ({"anyOf": [{"type": "null"}, {"type": "string", "format": "uuid"}]}, "01a207cc-5688-7678-ba20-306d67b6217b"),
        ({"type": "string", "enum": ["one", "two"]}, "one"),
        ({"const": True}, True),
        ({"type": "array", "items": {"type": "boolean"}}, [False]),
    ],
)
def test_field_without_a_given_value_gets_a_valid_one(field: dict[str, Any], value: Any) -> None:
    assert make_example({"type": "object", "required": ["any"], "properties": {"any": field}}) == {"any": value}


def test_invalid_given_value_is_not_used() -> None:
    number = {"type": "object", "required": ["email"], "properties": {"email": {"type": "integer"}}}
    assert make_example(number) == {"email": 1}


def test_a_schema_that_contains_itself_ends() -> None:
    inner = {"type": "array", "items": {"$ref": "#/components/schemas/Sent"}}
    assert make_example({"type": "object", "required": ["parts"], "properties": {"parts": inner}}) == {"parts": []}
