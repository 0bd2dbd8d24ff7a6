"""Breaking changes of events are reported, and others are accepted."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.contract.event_compatibility import CURRENT_DOCUMENT, RELEASED_DOCUMENT, list_breaking_changes

NAME = "auth.user.registered"


@pytest.fixture
def released() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(RELEASED_DOCUMENT.read_text())
    return document


def get_data_schema(document: dict[str, Any]) -> dict[str, Any]:
    schema: dict[str, Any] = document["components"]["messages"][NAME]["payload"]["properties"]["data"]
    return schema


def test_last_release_can_read_the_current_events(released: dict[str, Any]) -> None:
    assert list_breaking_changes(released, json.loads(CURRENT_DOCUMENT.read_text())) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda document: document["components"]["messages"].pop(NAME), "the event is gone"),
        (lambda document: get_data_schema(document)["properties"].pop("email"), "email is gone"),
        (
            lambda document: get_data_schema(document)["required"].append("new"),
            "new is now required, older events may lack it",
        ),
        (lambda document: get_data_schema(document)["required"].remove("email"), "email may now be missing"),
        (
            lambda document: get_data_schema(document)["properties"]["email"].update(maxLength=3),
            "email allows something else",
        ),
    ],
)
def test_breaking_change_is_reported(released: dict[str, Any], change: Callable[[Any], Any], words: str) -> None:
    current = copy.deepcopy(released)
    change(current)
    (finding,) = list_breaking_changes(released, current)
    assert finding.startswith(f"{NAME}: {words}")


def test_changed_nested_model_is_breaking(released: dict[str, Any]) -> None:
    get_data_schema(released)["$defs"] = {"A": {"type": "string"}}
    current = copy.deepcopy(released)
    get_data_schema(current)["$defs"]["A"] = {"type": "integer"}
    (change,) = list_breaking_changes(released, current)
    assert change.startswith(f"{NAME}: a nested model allows something else")


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document["components"]["messages"].update(new=document["components"]["messages"][NAME]),
        lambda document: get_data_schema(document)["properties"].update(nickname={"type": "string", "default": ""}),
        lambda document: get_data_schema(document)["properties"]["email"].update(description="Where codes go."),
    ],
)
def test_addition_is_not_breaking(released: dict[str, Any], change: Callable[[Any], Any]) -> None:
    current = copy.deepcopy(released)
    change(current)
    assert list_breaking_changes(released, current) == []
