"""Browsers of the machine are checked before minutes are spent on a build and a stack."""

from pathlib import Path

import pytest

from deploy.local.console import StepError
from tests.runner.checks import require_firefox


def write_firefox(folder: Path, version_line: str) -> str:
    program = folder / "firefox"
    program.write_text(f"#!/bin/sh\necho '{version_line}'\n")
    program.chmod(0o755)
    return str(program)


@pytest.mark.parametrize("version_line", ["Mozilla Firefox 140.12.0esr", "no browser"])
def test_an_old_firefox_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version_line: str) -> None:
    monkeypatch.setenv("FIREFOX_PATH", write_firefox(tmp_path, version_line))
    with pytest.raises(StepError, match=f"is {version_line}, too old .* FIREFOX_PATH names another Firefox, 153"):
        require_firefox()


def test_a_new_firefox_is_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIREFOX_PATH", write_firefox(tmp_path, "Mozilla Firefox 153.0esr"))
    require_firefox()


def test_a_missing_firefox_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIREFOX_PATH", str(tmp_path / "firefox"))
    with pytest.raises(StepError, match="is missing; Debian: apt-get install firefox-esr"):
        require_firefox()
