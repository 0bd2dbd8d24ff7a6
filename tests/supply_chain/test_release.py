"""A release in a repository of its own: the version, the changelog's section, the labels of the images."""

import json
import os
import re
from pathlib import Path

import pytest

from deploy.local.console import Failed
from deploy.supply_chain import release
from tests.repositories import make_repository

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILES = [
    *ROOT.glob("services/*/Dockerfile"),
    ROOT / "web" / "Dockerfile",
    ROOT / "deploy" / "backup" / "Dockerfile",
]


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    changelog = "# Changelog\n\n## Unreleased\n\n### Added\n- A thing.\n\n## 1.0.0 - 2026-01-01\n- Old.\n"
    return make_repository(tmp_path / "site", monkeypatch, {"CHANGELOG.md": changelog}, "v1.0.0", "other")


@pytest.mark.parametrize("version", ["1.0.0", "0.9.9", "1.1", "", "v1.1.0"])
def test_a_version_must_be_above_the_last(repository: Path, version: str) -> None:
    with pytest.raises(Failed, match=r"not above|no version"):
        release.refuse_wrong_version(repository, version)
    release.refuse_wrong_version(repository, "1.0.10")


def test_a_tree_with_changes_is_no_release(repository: Path) -> None:
    (repository / "new").write_text("1")
    with pytest.raises(Failed, match="not committed"):
        release.refuse_wrong_version(repository, "1.1.0")


def test_the_unreleased_section_becomes_that_of_the_version_once(repository: Path) -> None:
    assert release.close_section(repository, "1.1.0", "2026-11-25") == "### Added\n- A thing.\n"
    assert (repository / "CHANGELOG.md").read_text() == (
        "# Changelog\n\n## Unreleased\n\n## 1.1.0 - 2026-11-25\n\n### Added\n- A thing.\n\n"
        "## 1.0.0 - 2026-01-01\n- Old.\n"
    )
    with pytest.raises(Failed, match="nothing under Unreleased"):
        release.close_section(repository, "1.2.0", "2026-11-26")


# Answers as Docker does, of an installation with one image of others.
DOCKER = """#!/bin/sh
echo "$*" >> {folder}/said
case "$*" in
*"config --format json") cat {folder}/config ;;
image*) echo sha256:of-${{5}} ;;
*build*) exit {code} ;;
esac
"""


SERVICES = {
    "web-2": {"image": "meridian-avto/web", "build": {}},
    "web": {"image": "meridian-avto/web", "build": {}},
    "auth": {"image": "meridian-avto/auth", "build": {}},
    "gateway": {"image": "traefik:v3.7.15"},
}


def fake_docker(folder: Path, monkeypatch: pytest.MonkeyPatch, code: int = 0) -> None:
    (folder / "docker").write_text(DOCKER.format(folder=folder, code=code))
    (folder / "docker").chmod(0o755)
    (folder / "config").write_text(json.dumps({"services": SERVICES}))
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


def test_images_are_built_from_the_commit_and_tagged(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_docker(tmp_path, monkeypatch)
    assert release.build_images(repository, "1.1.0") == {
        "meridian-avto/auth": "sha256:of-meridian-avto/auth:1.1.0",
        "meridian-avto/web": "sha256:of-meridian-avto/web:1.1.0",
    }
    said = (tmp_path / "said").read_text()
    assert "compose --profile * build --build-arg APP_VERSION=1.1.0 --build-arg REVISION=" in said
    assert release.git(repository, "rev-parse", "HEAD") in said
    # One service of each image: its name becomes a label of the image.
    assert re.search(r"SOURCE_DATE_EPOCH=\d{10} auth web\n", said)
    assert re.findall(r"^tag (.*)$", said, re.MULTILINE) == [
        "meridian-avto/auth:latest meridian-avto/auth:1.1.0",
        "meridian-avto/web:latest meridian-avto/web:1.1.0",
    ]


def test_a_failed_build_is_no_release(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_docker(tmp_path, monkeypatch, code=1)
    with pytest.raises(Failed, match="could not be built"):
        release.build_images(repository, "1.1.0")


@pytest.mark.parametrize("file", DOCKERFILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_image_says_what_it_is(file: Path) -> None:
    last = file.read_text().rpartition("\nFROM ")[2]
    for name in ("title", "version", "revision"):
        assert re.search(rf"org\.opencontainers\.image\.{name}=\S", last), name
    assert "ARG APP_VERSION" in last
    assert "ARG REVISION" in last


@pytest.mark.parametrize("file", DOCKERFILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_the_last_stage_only_copies_what_has_no_time_of_the_build(file: Path) -> None:
    """Decision 0160."""
    first, _, last = file.read_text().rpartition("\nFROM ")
    assert "\nRUN " not in last
    assert not re.search(r"^COPY (?!--from=build )", last, re.MULTILINE)
    assert "-exec touch --no-dereference --date=" in first.rpartition("\nRUN ")[2]


def test_git_s_own_words_are_passed_on(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="not a git repository"):
        release.git(tmp_path, "status")
