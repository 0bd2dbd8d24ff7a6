"""`python -m tests.walls`: one line for each broken wall of the house; any line fails the lint."""

import sys
from pathlib import Path

from tests.walls.files import sources
from tests.walls.promises import all_broken_promises
from tests.walls.rules import RULES, SERVICES, grown_chassis, unequal_dockerfiles

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    house = list(sources(ROOT))
    broken = [finding for source in house for rule in RULES for finding in rule(source)]
    broken += [*all_broken_promises(house, ROOT), *grown_chassis(house)]
    recipes = {name: (ROOT / "services" / name / "Dockerfile").read_text() for name in sorted(SERVICES)}
    broken += unequal_dockerfiles(recipes)
    for finding in broken:
        print(finding)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
