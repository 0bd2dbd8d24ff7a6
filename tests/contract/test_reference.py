"""The API reference shows every operation with its fields, needs no other host, and has no broken links."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from contracts.services import SERVICES

from tests.contract.examples import list_operations
from tests.contract.reference import SchemaDescriber, describe_credentials

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("service", SERVICES)
def test_every_operation_is_shown(service: str) -> None:
    page = unescape((DOCS / "reference" / f"{service}.html").read_text())
    described_operations = list_operations(json.loads((DOCS / "openapi" / f"{service}.json").read_text()))
    assert described_operations
    for path, method, operation in described_operations:
        assert f"<code>{method.upper()} {path}</code>" in page
        assert f'id="{operation["operationId"]}"' in page


@pytest.mark.parametrize("page", [*SERVICES, "index"])
def test_reference_page_needs_no_other_host(page: str) -> None:
    text = (DOCS / "reference" / f"{page}.html").read_text()
    assert not re.findall(r"<(?:script|link|img|iframe)|@import|url\(", text)
    for link in re.findall(r'href="([^"]+)"', text):
        if link.startswith("#"):
            assert f'id="{link[1:]}"' in text, link
        else:
            assert (DOCS / "reference" / link).exists(), link


def list_rows(schema: dict[str, Any], **others: dict[str, Any]) -> list[tuple[str, str, bool, str]]:
    describer = SchemaDescriber({"components": {"schemas": others}})
    return [(row["name"], row["type"], row["is_required"], row["rules"]) for row in describer.list_rows(schema)]


def test_nested_fields_have_dotted_names() -> None:
    line = {"type": "object", "required": ["amount"], "properties": {"amount": {"type": "integer", "minimum": 0}}}
    lines = {"type": "array", "items": {"$ref": "#/components/schemas/Line"}}
    assert list_rows({"type": "object", "properties": {"lines": lines}}, Line=line) == [
        ("lines", "list of object", False, ""),
        ("lines[].amount", "integer", True, "≥ 0"),
    ]


def test_null_is_part_of_the_type_and_values_are_listed() -> None:
    kind = {"anyOf": [{"type": "string", "enum": ["hp", "kW"]}, {"type": "null"}]}
    assert list_rows({"properties": {"unit": kind}}) == [("unit", "string or null", False, 'one of "hp", "kW"')]


def test_a_schema_that_contains_itself_ends() -> None:
    part = {"type": "object", "properties": {"part": {"$ref": "#/components/schemas/Part"}}}
    assert [row[0] for row in list_rows({"$ref": "#/components/schemas/Part"}, Part=part)] == ["part"]


@pytest.mark.parametrize(
    ("security", "text"),
    [
        ([], "public"),
        ([{}, {"bearer": []}], "public; more when signed in"),
        ([{"bearer": []}, {"session": []}], "signed in: bearer or session"),
    ],
)
def test_credentials_are_described_in_words(security: list[dict[str, Any]], text: str) -> None:
    assert describe_credentials(security) == text
