"""A git repository for the tests of releases."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest


def make_repository(root: Path, monkeypatch: pytest.MonkeyPatch, files: Mapping[str, str], *tags: str) -> Path:
    """Create a repository whose first commit has these files and tags. Later commits get the same author."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Test")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "test@example.com")
    root.mkdir()
    for name, text in files.items():
        (root / name).write_text(text)
    tag_commands = [["tag", tag] for tag in tags]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"], *tag_commands):
        subprocess.run(["git", "-C", root, *command], check=True)
    return root
