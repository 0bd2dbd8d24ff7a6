"""The version is in pyproject.toml and is copied into the files of operators."""

import argparse
import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from deploy import version

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", version.COPIES)
def test_files_of_operators_contain_the_version(name: str) -> None:
    versions = set(re.findall(version.COPIES[name], (ROOT / name).read_text(), re.MULTILINE))
    assert versions == {version.read_version()}


def test_a_release_writes_the_version_into_every_file(tmp_path: Path) -> None:
    for name in ("pyproject.toml", *version.COPIES):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text((ROOT / name).read_text())
    assert set(version.set_version("7.8.9", tmp_path)) == {"pyproject.toml", *version.COPIES}
    assert version.read_version(tmp_path) == "7.8.9"
    for name, pattern in version.COPIES.items():
        assert set(re.findall(pattern, (tmp_path / name).read_text(), re.MULTILINE)) == {"7.8.9"}


def test_notes_are_the_section_of_the_version(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.1.0"\n')
    changelog = "# Changelog\n\n## Unreleased\n\n## 1.1.0 - 2026-11-28\n\n- New.\n\n## 1.0.0 - 2026-01-01\n- Old.\n"
    (tmp_path / "CHANGELOG.md").write_text(changelog)
    assert version.build_release_notes(tmp_path) == "- New.\n"
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n")
    with pytest.raises(ValueError, match=r"no section 1\.1\.0"):
        version.build_release_notes(tmp_path)


def test_links_of_notes_lead_to_the_files_of_the_release(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.1.0"\n')
    section = "- [Steps](docs/steps.md#one), [a part](#added), [a site](https://example.com/).\n"
    (tmp_path / "CHANGELOG.md").write_text(f"## 1.1.0 - 2026-11-28\n{section}")
    files = "https://example.com/blob/v1.1.0"
    assert version.build_release_notes(tmp_path, files) == section.replace("docs/", f"{files}/docs/")
    assert version.build_release_notes(tmp_path) == section


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\nversion = "1.0.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changelog\n\n## Unreleased\n\n### Added\n- A thing.\n\n## 1.0.0 - 2026-01-01\n- Old.\n"
    )
    return tmp_path


def test_a_release_takes_the_unreleased_section_once(project: Path) -> None:
    version.close_section("1.1.0", "2026-11-25", project)
    version.set_version("1.1.0", project)
    assert version.read_version(project) == "1.1.0"
    assert version.build_release_notes(project) == "### Added\n- A thing.\n"
    assert "## Unreleased\n\n## 1.1.0 - 2026-11-25\n" in (project / "CHANGELOG.md").read_text()
    with pytest.raises(ValueError, match="nothing under Unreleased"):
        version.close_section("1.2.0", "2026-11-26", project)


def test_the_next_release_of_this_repository_has_notes(tmp_path: Path) -> None:
    """Before its tag a release closes the changelog's section under the version of the files."""
    for name in ("pyproject.toml", "CHANGELOG.md"):
        (tmp_path / name).write_text((ROOT / name).read_text())
    current = version.read_version()
    if f"\n## {current} " not in (ROOT / "CHANGELOG.md").read_text():
        version.close_section(current, "2026-11-28", tmp_path)
    assert "\n### Added" in "\n" + version.build_release_notes(tmp_path)


def test_a_tag_is_refused_before_the_build_unless_it_is_the_version_and_has_notes(tmp_path: Path) -> None:
    """The first job of release.yml, on which all others depend."""
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text())["jobs"]
    assert all("version" in str(job["needs"]) for name, job in jobs.items() if name != "version")
    [script] = [step["run"] for step in jobs["version"]["steps"] if step.get("id") == "version"]
    (tmp_path / "deploy").mkdir()
    (tmp_path / "deploy" / "version.py").write_text((ROOT / "deploy" / "version.py").read_text())
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.1.0"\n')
    changelog = "# Changelog\n\n## Unreleased\n"
    for notes, tag, is_released in (
        ("\n## 1.1.0 - 2026-11-28\n- New.\n", "v1.1.0", True),
        ("\n## 1.1.0 - 2026-11-28\n- New.\n", "v1.2.0", False),
        ("", "v1.1.0", False),
    ):
        (tmp_path / "CHANGELOG.md").write_text(changelog + notes)
        environment = os.environ | {"GITHUB_REF_NAME": tag, "TAG": tag, "GITHUB_OUTPUT": str(tmp_path / "output")}
        completed = subprocess.run(
            ["bash", "-ec", script], cwd=tmp_path, env=environment, capture_output=True, check=False
        )
        assert (completed.returncode == 0) is is_released, (tag, notes, completed.stderr)


@pytest.mark.parametrize("text", ["1.1", "", "v1.1.0", "1.1.0-rc1"])
def test_a_version_has_three_numbers(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="not a version"):
        version.parse_version(text)
