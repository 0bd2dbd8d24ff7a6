"""Writes what is made from code: `rules/journeys.yml` and the dashboards. `--check` says whether they are fresh."""

import json
import sys
from pathlib import Path

import yaml

from deploy.observability import journeys
from deploy.observability.dashboards import DASHBOARDS

FOLDER = Path(__file__).resolve().parent
HEAD = "# Made by deploy/observability/generate.py from journeys.py; change it there.\n"


def made() -> dict[Path, str]:
    """Every file and its content."""
    rules = HEAD + yaml.safe_dump(journeys.rules(), sort_keys=False, allow_unicode=True, width=118)
    boards = {
        FOLDER / "grafana" / "dashboards" / f"{board.name}.json": json.dumps(
            board.written(), ensure_ascii=False, indent=1
        )
        + "\n"
        for board in DASHBOARDS
    }
    return {FOLDER / "rules" / "journeys.yml": rules, **boards}


def stale() -> list[str]:
    """Files that are not as the code makes them, and boards that the code no longer makes."""
    files = made()
    differing = [file.name for file, text in files.items() if not file.exists() or file.read_text() != text]
    left = [file.name for file in (FOLDER / "grafana" / "dashboards").glob("*.json") if file not in files]
    return differing + left


def main() -> int:
    if "--check" in sys.argv:
        found = stale()
        print(f"not fresh: {', '.join(found)}; run python -m deploy.observability.generate" if found else "fresh")
        return 1 if found else 0
    for file, text in made().items():
        file.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
