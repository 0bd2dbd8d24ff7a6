"""The version of the project. It is in pyproject.toml and copied into the files of operators.

python3 -m deploy.version              prints it
python3 -m deploy.version notes        prints its section of CHANGELOG.md; --links ADDRESS makes links to files absolute
python3 -m deploy.version set 1.1.0    sets a new version in all files and closes the changelog's unreleased section
"""

import argparse
import re
import tomllib
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
UNRELEASED = "## Unreleased\n"
# Files of operators that contain the version, and the pattern of its line. The version is the only group.
COPIES = {
    "deploy/compose/production.env.example": r"^APP_VERSION=(.*)$",
    "deploy/kubernetes/production/settings.env": r"^APP_VERSION=(.*)$",
    "deploy/kubernetes/production/kustomization.yaml": r'newTag: "([^"]*)"',
    "docs/runbooks/deploy.md": r"^    git checkout v(\S+) +# the newest",
}


def read_version(root: Path = ROOT) -> str:
    project: dict[str, str] = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    return project["version"]


def set_version(new_version: str, root: Path = ROOT) -> list[str]:
    """Write the version into all files. Returns their names."""
    patterns = {"pyproject.toml": r'^version = "(.*)"$', **COPIES}
    for name, pattern in patterns.items():
        file = root / name
        if file.exists():
            file.write_text(_replace_group(pattern, new_version, file.read_text()))
    return [name for name in patterns if (root / name).exists()]


def _replace_group(pattern: str, replacement: str, text: str) -> str:
    """Replace the group of each match by `replacement`. Returns the text."""
    for match in reversed(list(re.finditer(pattern, text, flags=re.MULTILINE))):
        text = text[: match.start(1)] + replacement + text[match.end(1) :]
    return text


def build_release_notes(root: Path = ROOT, links: str = "") -> str:
    """Return the section of the version in the changelog. Raises ValueError if there is none.

    `links` is the address of the repository's files. Links to them then work outside of the repository, too.
    """
    section = re.search(
        rf"^## {re.escape(read_version(root))} .*?\n(.*?)(?=^## |\Z)",
        (root / "CHANGELOG.md").read_text(),
        flags=re.MULTILINE | re.DOTALL,
    )
    if section is None:
        raise ValueError(f"CHANGELOG.md has no section {read_version(root)}")
    notes = section[1].strip() + "\n"
    return re.sub(r"\]\((?!\w+:|#)", f"]({links.rstrip('/')}/", notes) if links else notes


def close_section(new_version: str, day: str, root: Path = ROOT) -> None:
    """Give the changelog's unreleased section its version. Raises ValueError if it is empty."""
    file = root / "CHANGELOG.md"
    text_before, heading, text_after = file.read_text().partition(UNRELEASED)
    section, next_heading, older_sections = text_after.partition("\n## ")
    if not heading or not section.strip():
        raise ValueError("CHANGELOG.md has nothing under Unreleased")
    file.write_text(f"{text_before}{UNRELEASED}\n## {new_version} - {day}\n{section}{next_heading}{older_sections}")


def parse_version(text: str) -> str:
    """Check that the text is a version like 1.2.0. Raises ArgumentTypeError."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", text):
        raise argparse.ArgumentTypeError(f"{text} is not a version like 1.2.0")
    return text


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m deploy.version")
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("notes").add_argument("--links", default="", metavar="ADDRESS")
    commands.add_parser("set").add_argument("version", type=parse_version)
    arguments = parser.parse_args()

    if arguments.command == "notes":
        print(build_release_notes(links=arguments.links), end="")
    elif arguments.command == "set":
        close_section(arguments.version, f"{datetime.now(UTC):%Y-%m-%d}")
        set_version(arguments.version)
    else:
        print(read_version())


if __name__ == "__main__":
    main()
