"""Every path that docs/architecture.md names exists. New maintainers use this page to find files."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

SERVICES = sorted(path.name for path in (ROOT / "services").iterdir() if (path / "src").is_dir())
# A path on the page is relative to the root, to the package of a service, or to the sources of the web.
FOLDERS = [ROOT, *(ROOT / "services" / name / "src" for name in SERVICES), ROOT / "web/src"]
FIRST = "|".join(["services", "gateway", "web", "deploy", "tests", "docs", "features", *SERVICES])


def list_named_paths(text: str) -> list[str]:
    """Return the paths in backticks.

    `a/{b,c}.py` counts as two paths. A path with a placeholder (`<name>`) is left out.
    """
    paths: list[str] = []
    for path in re.findall(rf"`((?:{FIRST})/[^`\s<]+)`", text):
        choice = re.fullmatch(r"(.*)\{(.*)\}(.*)", path)
        if choice:
            paths += [f"{choice[1]}{name}{choice[3]}" for name in choice[2].split(",")]
        else:
            paths.append(path)
    return paths


@pytest.mark.parametrize("path", list_named_paths((ROOT / "docs/architecture.md").read_text()))
def test_path_on_the_page_exists(path: str) -> None:
    assert any((folder / path).exists() for folder in FOLDERS)


def test_paths_are_read_from_backticks() -> None:
    text = "`docs/a.md`, `web/{b,c}.ts`, `services/<name>/x.py`, `make up`"
    assert list_named_paths(text) == ["docs/a.md", "web/b.ts", "web/c.ts"]
