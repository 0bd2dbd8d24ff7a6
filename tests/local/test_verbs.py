"""The commands of the Makefile."""

import re
from importlib import import_module

import pytest

from deploy.local import paths
from deploy.local.__main__ import INNER, VERBS


@pytest.mark.parametrize("function", [*(function for function, _ in VERBS.values()), *INNER.values()])
def test_each_has_its_function(function: str) -> None:
    module, _, name = function.partition(":")
    assert callable(getattr(import_module(module if "." in module else f"deploy.local.{module}"), name))


def test_make_knows_them_all() -> None:
    listed = re.search(r"^VERBS := (.+)$", (paths.ROOT / "Makefile").read_text(), re.MULTILINE)
    assert listed
    assert sorted(listed[1].split()) == sorted([*VERBS, "help"])
