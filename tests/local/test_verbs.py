"""The commands of the Makefile."""

import errno
import os
import re
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from deploy.local import bootstrap, commands, paths
from deploy.local.__main__ import DEVELOPER_MODULES, STARTING_VERBS, VERBS, main
from deploy.local.console import StepError
from tests.runner import checks

ALL_VERBS = [verb for verbs in VERBS.values() for verb in verbs]


@pytest.mark.parametrize(("module", "verb"), [(module, verb) for module, verbs in VERBS.items() for verb in verbs])
def test_each_verb_has_a_function(module: str, verb: str) -> None:
    assert callable(getattr(import_module(module), verb.replace("-", "_")))


def test_makefile_describes_every_verb() -> None:
    makefile = (paths.ROOT / "Makefile").read_text()
    described_verbs = re.findall(r"^([a-z0-9-]+): ## \S.+$", makefile, re.MULTILINE)
    by_shell = re.search(r"^SHELL_VERBS := (.+)$", makefile, re.MULTILINE)
    assert by_shell
    assert sorted(described_verbs) == sorted([*ALL_VERBS, *by_shell[1].split()])


def test_verbs_and_modules_that_install_packages_exist() -> None:
    assert set(ALL_VERBS) >= set(STARTING_VERBS)
    for prefix in DEVELOPER_MODULES:
        assert any(module.startswith(prefix) for module in VERBS), prefix


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.ENOSPC, "free some space"),
        (errno.EROFS, "correct that"),
        (errno.EACCES, "correct that"),
        # The folder belongs to another user.
        (errno.EPERM, "correct that"),
        (errno.ENOTDIR, "correct that"),
    ],
)
def test_a_full_or_closed_disk_is_explained_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], number: int, remedy: str
) -> None:
    place = paths.VAR / "stamps"

    def fail() -> None:
        raise OSError(number, os.strerror(number), str(place))

    monkeypatch.setattr(bootstrap, "continue_in_venv", lambda arguments: None)
    monkeypatch.setattr(commands, "seed", fail)
    assert main(["seed"]) == 1
    advice = "or keep the state elsewhere: VAR_DIR=/some/folder make seed"
    assert capsys.readouterr().err == f"\nseed: {place}: {os.strerror(number)}; {remedy}, {advice}\n"
    place = Path("/srv/checkout/.venv")
    assert main(["seed"]) == 1
    assert capsys.readouterr().err == f"\nseed: {place}: {os.strerror(number)}; {remedy}\n"


def test_other_errors_of_the_system_keep_their_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ConnectionRefusedError(errno.ECONNREFUSED, "refused")

    monkeypatch.setattr(bootstrap, "continue_in_venv", lambda arguments: None)
    monkeypatch.setattr(commands, "seed", fail)
    with pytest.raises(ConnectionRefusedError):
        main(["seed"])


def test_an_old_python_is_refused_whoever_names_it(tmp_path: Path) -> None:
    """A program that is not Python 3.11 or newer is refused. An old Python stands for all of them here."""
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    completed = subprocess.run(
        ["make", "-C", str(paths.ROOT), "status", f"PYTHON={old}"], capture_output=True, text=True, check=False
    )
    assert completed.returncode != 0
    assert f"Python 3.11 or newer is needed; none of these is: {old}" in completed.stdout


@pytest.mark.parametrize(
    ("verb", "program"),
    [
        ("test_firefox", "/usr/bin/firefox-esr"),
        ("test_webkit", "WebKitWebDriver"),
        ("test_deployment", "promtool"),
    ],
)
def test_a_missing_program_is_reported_before_anything_is_built(
    monkeypatch: pytest.MonkeyPatch, verb: str, program: str
) -> None:
    monkeypatch.delenv("FIREFOX_PATH", raising=False)
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr(checks, "build_web", lambda: pytest.fail("the pages were built"))
    with pytest.raises(StepError, match=f"^{program} is missing; .*(apt-get install|FIREFOX_PATH)"):
        getattr(checks, verb)()
