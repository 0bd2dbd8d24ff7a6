"""`python -m tests.architecture`: one line for each broken rule; any line fails the lint."""

import sys
from pathlib import Path

from deploy.local import paths
from tests.architecture.documented_tests import all_missing_names, all_stale_names
from tests.architecture.rules import (
    RULES,
    SERVICES,
    different_dockerfiles,
    incomplete_service,
    unlisted_services,
)
from tests.architecture.sources import sources

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    files = list(sources(ROOT))
    broken = [finding for source in files for rule in RULES for finding in rule(source)]
    broken += [*all_missing_names(files, ROOT), *all_stale_names(files, ROOT), *unlisted_services(paths.SERVICES)]
    for name in sorted(SERVICES):
        tree = (ROOT / "services" / name).rglob("*")
        broken += incomplete_service(name, [str(path.relative_to(ROOT)) for path in tree])
    recipes = {name: (ROOT / "services" / name / "Dockerfile").read_text() for name in sorted(SERVICES)}
    broken += different_dockerfiles(recipes)
    for finding in broken:
        print(finding)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
