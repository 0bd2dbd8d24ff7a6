"""`python -m tests.architecture`: prints one line for each violation of a rule. Exit code 1 if there is one."""

import gc
import sys
from pathlib import Path

from deploy.local import paths
from tests.architecture.documented_tests import find_all_missing_names, find_all_stale_names
from tests.architecture.rules import (
    RULES,
    SERVICES,
    find_missing_service_files,
    find_unlisted_services,
)
from tests.architecture.sources import list_sources

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    # The syntax trees stay until the end. Looking for garbage among them would take as long as everything else.
    gc.disable()
    files = list(list_sources(ROOT))
    violations = [violation for source in files for rule in RULES for violation in rule(source)]
    violations += find_all_missing_names(files, ROOT)
    violations += find_all_stale_names(files, ROOT)
    violations += find_unlisted_services(paths.SERVICES)
    for name in sorted(SERVICES):
        tree = (ROOT / "services" / name).rglob("*")
        violations += find_missing_service_files(name, [str(path.relative_to(ROOT)) for path in tree])
    for violation in violations:
        print(violation)
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
