"""Where `make deploy` takes a release from."""

import subprocess
from pathlib import Path

import pytest

from deploy.local import paths, release
from deploy.local.console import Failed


@pytest.fixture(autouse=True)
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a tag, and a change that is not committed."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Test")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "test@example.com")
    root = tmp_path / "site"
    root.mkdir()
    monkeypatch.setattr(paths, "CHECKOUT", root)
    monkeypatch.setattr(paths, "RELEASES", tmp_path / "releases")
    (root / "Makefile").write_text("committed")
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"], ["tag", "v1.0.0"]):
        subprocess.run(["git", "-C", root, *words], check=True)
    (root / "Makefile").write_text("changed since")
    return root


def test_a_tag_is_checked_out_as_it_was_committed(repository: Path) -> None:
    folder = release.check_out("v1.0.0")
    assert (folder / "Makefile").read_text() == "committed"
    assert (repository / "Makefile").read_text() == "changed since"
    assert release.check_out("HEAD") == folder


def test_an_interrupted_one_is_made_again() -> None:
    (paths.RELEASES / "new").mkdir(parents=True)
    (paths.RELEASES / "new" / "half").touch()
    folder = release.check_out("v1.0.0")
    assert sorted(file.name for file in folder.iterdir()) == [".git", "Makefile"]


def test_what_is_no_commit_is_refused() -> None:
    with pytest.raises(Failed, match="neither a folder nor a commit"):
        release.check_out("v9")
    assert not paths.RELEASES.exists()
