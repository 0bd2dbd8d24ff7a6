"""The version of the project, which stands in pyproject.toml; `make release` copies it into files for operators.

python3 -m deploy.version            prints it
python3 -m deploy.version notes      prints its section of CHANGELOG.md
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Files that name the version for those who install it: the line, with the version as its only group.
COPIES = {
    "deploy/compose/production.env.example": r"^APP_VERSION=(.*)$",
    "deploy/kubernetes/production/settings.env": r"^APP_VERSION=(.*)$",
    "deploy/kubernetes/production/kustomization.yaml": r'newTag: "([^"]*)"',
}


def version(root: Path = ROOT) -> str:
    project: dict[str, str] = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    return project["version"]


def set_version(new: str, root: Path = ROOT) -> list[str]:
    """Write it everywhere; returns the names of the files."""
    patterns = {"pyproject.toml": r'^version = "(.*)"$', **COPIES}
    for name, pattern in patterns.items():
        file = root / name
        if file.exists():
            file.write_text(_with_group(pattern, new, file.read_text()))
    return [name for name in patterns if (root / name).exists()]


def _with_group(pattern: str, new: str, text: str) -> str:
    """The text with `new` in place of the group of each match."""
    for found in reversed(list(re.finditer(pattern, text, flags=re.MULTILINE))):
        text = text[: found.start(1)] + new + text[found.end(1) :]
    return text


def notes(root: Path = ROOT) -> str:
    """The changelog's section of the version. Raises ValueError when it has none."""
    section = re.search(
        rf"^## {re.escape(version(root))} .*?\n(.*?)(?=^## |\Z)",
        (root / "CHANGELOG.md").read_text(),
        flags=re.MULTILINE | re.DOTALL,
    )
    if section is None:
        raise ValueError(f"CHANGELOG.md has no section {version(root)}")
    return section[1].strip() + "\n"


if __name__ == "__main__":
    print(notes() if sys.argv[1:] == ["notes"] else version())
