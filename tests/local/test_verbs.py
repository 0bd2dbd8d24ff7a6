"""The commands of the Makefile."""

import re
from importlib import import_module

import pytest

from deploy.local import paths
from deploy.local.__main__ import DEVELOPER_MODULES, STARTING_VERBS, VERBS

ALL_VERBS = [verb for verbs in VERBS.values() for verb in verbs]


@pytest.mark.parametrize(("module", "verb"), [(module, verb) for module, verbs in VERBS.items() for verb in verbs])
def test_each_verb_has_a_function(module: str, verb: str) -> None:
    assert callable(getattr(import_module(module), verb.replace("-", "_")))


def test_makefile_describes_every_verb() -> None:
    makefile = (paths.ROOT / "Makefile").read_text()
    described = re.findall(r"^([a-z0-9-]+): ## \S.+$", makefile, re.MULTILINE)
    by_shell = re.search(r"^SHELL_VERBS := (.+)$", makefile, re.MULTILINE)
    assert by_shell
    assert sorted(described) == sorted([*ALL_VERBS, *by_shell[1].split()])


def test_verbs_and_modules_that_install_packages_exist() -> None:
    assert set(ALL_VERBS) >= set(STARTING_VERBS)
    for prefix in DEVELOPER_MODULES:
        assert any(module.startswith(prefix) for module in VERBS), prefix
