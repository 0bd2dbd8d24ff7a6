"""The published OpenAPI documents are valid, complete and unambiguous, by an independent validator and by our rules."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from contracts.services import SERVICES
from openapi_spec_validator import validate

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "openapi"
METHODS = {"get", "put", "post", "delete", "patch"}


@pytest.fixture(params=SERVICES)
def document(request: pytest.FixtureRequest) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((FOLDER / f"{request.param}.json").read_text())
    return document


def list_operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        yield from ((f"{method.upper()} {path}", item[method]) for method in item if method in METHODS)


def list_number_keywords(part: Any) -> Iterator[str]:
    """Yield the name of every number in a part of the document, such as `maxLength`."""
    if isinstance(part, dict):
        for key, value in part.items():
            if isinstance(value, int | float):
                yield key
            yield from list_number_keywords(value)
    elif isinstance(part, list):
        for element in part:
            yield from list_number_keywords(element)


def test_document_is_valid_openapi(document: dict[str, Any]) -> None:
    validate(document)


def test_bounds_have_the_keywords_of_json_schema(document: dict[str, Any]) -> None:
    """Pydantic writes its own names, such as `ge`, where it does not know the keyword. Clients ignore these."""
    keywords_of_pydantic = {"ge", "gt", "le", "lt", "decimal_places", "max_digits"}
    assert keywords_of_pydantic & set(list_number_keywords(document["components"])) == set()


def test_rules_of_the_code_are_documented() -> None:
    """A client generated from the document refuses what the service would refuse."""
    auth, content = (
        json.loads((FOLDER / f"{name}.json").read_text())["components"]["schemas"] for name in ("auth", "content")
    )
    register = auth["Register"]["properties"]
    post = content["PostCreate"]["properties"]
    assert register["email"]["format"] == "email"
    assert auth["Login"]["properties"]["email"]["format"] == "email"
    assert register["is_adult"]["const"] is True
    assert register["accept_terms"]["const"] is True
    assert register["phone"]["anyOf"][0]["maxLength"] == 40
    assert post["category"]["items"]["enum"] == ["reviews", "tips", "news", "guides", "maintenance", "travel"]
    assert "1900 to 2999" in json.dumps(post["publish_at"])


def test_every_operation_is_complete(document: dict[str, Any]) -> None:
    declared_tags = {tag["name"] for tag in document["tags"]}
    for name, operation in list_operations(document):
        assert operation.get("description") or operation.get("summary"), name
        assert set(operation["tags"]) <= declared_tags, name
        assert "security" in operation, name
        assert "405" in operation["responses"], name
        if "requestBody" in operation:
            assert {"413", "415", "422"} <= operation["responses"].keys(), name
        if operation["security"] and {} not in operation["security"]:
            assert "401" in operation["responses"], name


def test_operation_ids_are_unique(document: dict[str, Any]) -> None:
    operation_counts = Counter(operation["operationId"] for _, operation in list_operations(document))
    assert [name for name, count in operation_counts.items() if count > 1] == []


def test_path_has_one_parameter_name(document: dict[str, Any]) -> None:
    """OpenAPI forbids `/comments/{id}` beside `/comments/{post_id}`: they are the same path."""
    shapes = Counter(re.sub(r"\{[^}]+\}", "{}", path) for path in document["paths"])
    assert [shape for shape, count in shapes.items() if count > 1] == []


def test_credentials_are_described(document: dict[str, Any]) -> None:
    schemes = document["components"]["securitySchemes"]
    assert (schemes["bearer"]["scheme"], schemes["session"]["in"]) == ("bearer", "cookie")
    assert document["info"]["description"]
    assert document["servers"]
