"""The version of the project, which stands in pyproject.toml; files for operators repeat it.

python3 -m deploy.version              prints it
python3 -m deploy.version notes        prints its section of CHANGELOG.md
python3 -m deploy.version set 1.1.0    writes a new one everywhere and gives it the changelog's unreleased section
"""

import argparse
import re
import tomllib
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
UNRELEASED = "## Unreleased\n"
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


def close_section(new: str, day: str, root: Path = ROOT) -> None:
    """Give the changelog's unreleased section its version. Raises ValueError when it is empty."""
    file = root / "CHANGELOG.md"
    before, found, rest = file.read_text().partition(UNRELEASED)
    section, following, older = rest.partition("\n## ")
    if not found or not section.strip():
        raise ValueError("CHANGELOG.md has nothing under Unreleased")
    file.write_text(f"{before}{UNRELEASED}\n## {new} - {day}\n{section}{following}{older}")


def released(text: str) -> str:
    """A version like 1.2.0, for argparse."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", text):
        raise argparse.ArgumentTypeError(f"{text} is no version like 1.2.0")
    return text


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m deploy.version")
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("notes")
    commands.add_parser("set").add_argument("version", type=released)
    arguments = parser.parse_args()
    if arguments.command == "notes":
        print(notes())
    elif arguments.command == "set":
        close_section(arguments.version, f"{datetime.now(UTC):%Y-%m-%d}")
        set_version(arguments.version)
    else:
        print(version())


if __name__ == "__main__":
    main()
