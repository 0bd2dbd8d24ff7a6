"""The release that the fault `upgrade` installs."""

from pathlib import Path

import pytest

from deploy.local import paths
from deploy.local.console import StepError
from tests.faults import release
from tests.repositories import make_repository


@pytest.fixture(autouse=True)
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a tag and an uncommitted change."""
    root = make_repository(tmp_path / "site", monkeypatch, {"Makefile": "committed"}, "v1.0.0")
    monkeypatch.setattr(paths, "CHECKOUT", root)
    monkeypatch.setattr(paths, "RELEASES", tmp_path / "releases")
    (root / "Makefile").write_text("changed since")
    return root


def test_tag_is_checked_out_without_uncommitted_changes(repository: Path) -> None:
    folder = release.check_out("v1.0.0")
    assert (folder / "Makefile").read_text() == "committed"
    assert (repository / "Makefile").read_text() == "changed since"
    assert release.check_out("HEAD") == folder


def test_interrupted_checkout_is_repeated() -> None:
    (paths.RELEASES / "new").mkdir(parents=True)
    (paths.RELEASES / "new" / "half").touch()
    folder = release.check_out("v1.0.0")
    assert sorted(file.name for file in folder.iterdir()) == [".git", "Makefile"]


def test_unknown_commit_is_refused() -> None:
    with pytest.raises(StepError, match="neither a folder nor a commit"):
        release.check_out("v9")
    assert not paths.RELEASES.exists()
