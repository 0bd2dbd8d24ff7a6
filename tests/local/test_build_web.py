"""Two builds are served at the same time: a page of one build finds its scripts on a server of the other."""

from pathlib import Path

import pytest

from deploy.local import build_web, paths


def publish(version: str, *scripts: str) -> set[str]:
    """Publish a build with these scripts. Returns the scripts that its site serves."""
    folder = build_web.get_pages_folder(version) / "assets"
    folder.mkdir(parents=True)
    for script in scripts:
        (folder / script).write_text(version)
    build_web.share_assets(version)
    return list_served(version)


def list_served(version: str) -> set[str]:
    return {file.name for file in (build_web.get_pages_folder(version) / "assets").iterdir()}


def test_each_build_serves_the_scripts_of_the_other(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(paths, "SITES", tmp_path)
    assert publish("1", "same.js", "old.js") == {"same.js", "old.js"}
    assert publish("2", "same.js", "new.js") == {"same.js", "new.js", "old.js"}
    assert list_served("1") == {"same.js", "new.js", "old.js"}
    build_web.remove_old_versions("2")
    assert publish("3", "newest.js") == {"newest.js", "same.js", "new.js", "old.js"}
    build_web.remove_old_versions("3")
    assert len(list(tmp_path.iterdir())) == 2
    assert publish("4") == {"newest.js", "same.js", "new.js"}
