"""A git repository for the tests of releases."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest


def make_repository(root: Path, monkeypatch: pytest.MonkeyPatch, files: Mapping[str, str], *tags: str) -> Path:
    """A repository whose first commit has these files and these tags; later commits have the same author."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Test")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "test@example.com")
    root.mkdir()
    for name, text in files.items():
        (root / name).write_text(text)
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"], *(["tag", tag] for tag in tags)):
        subprocess.run(["git", "-C", root, *words], check=True)
    return root
