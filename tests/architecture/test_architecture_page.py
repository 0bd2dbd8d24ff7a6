"""docs/architecture.md is how a new maintainer finds files: each path that it names exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

SERVICES = sorted(path.name for path in (ROOT / "services").iterdir() if (path / "src").is_dir())
# A path begins at the root, in the package of a service, or in the web's sources.
FOLDERS = [ROOT, *(ROOT / "services" / name / "src" for name in SERVICES), ROOT / "web/src"]
FIRST = "|".join(["services", "gateway", "web", "deploy", "tests", "docs", "features", *SERVICES])


def named_paths(text: str) -> list[str]:
    """The paths in backticks; `a/{b,c}.py` is two paths, and one with a placeholder (`<name>`) is none."""
    paths: list[str] = []
    for path in re.findall(rf"`((?:{FIRST})/[^`\s<]+)`", text):
        choice = re.fullmatch(r"(.*)\{(.*)\}(.*)", path)
        paths += [f"{choice[1]}{one}{choice[3]}" for one in choice[2].split(",")] if choice else [path]
    return paths


@pytest.mark.parametrize("path", named_paths((ROOT / "docs/architecture.md").read_text()))
def test_a_path_of_the_page_exists(path: str) -> None:
    assert any((folder / path).exists() for folder in FOLDERS)


def test_paths_are_read_from_backticks() -> None:
    text = "`docs/a.md`, `web/{b,c}.ts`, `services/<name>/x.py`, `make up`"
    assert named_paths(text) == ["docs/a.md", "web/b.ts", "web/c.ts"]
