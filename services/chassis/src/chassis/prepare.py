"""Preparation of a service before its processes start: `python -m chassis.prepare [SERVICE]`, by default $SERVICE.

It applies the migrations. Then it runs the module `<service>.prepare`, if there is one, which writes the rows that the
first start needs, and the demo content where DEMO_CONTENT is yes. The command may run at every start, and in several
replicas at once.

`--wait` prepares nothing. It waits until another process has migrated the database.
"""

import argparse
import importlib
import importlib.util
import os
from pathlib import Path

from chassis.migrate import upgrade, wait_until_upgraded
from chassis.settings import CommonSettings


def wants_demo_content() -> bool:
    return os.environ.get("DEMO_CONTENT") == "yes"


def read_database_url() -> str:
    return CommonSettings().database_url.get_secret_value()


def prepare(service: str) -> None:
    """Create the folder of unfinished uploads, migrate the database, and run the service's own preparation."""
    if folder := os.environ.get("TMPDIR"):
        Path(folder).mkdir(parents=True, exist_ok=True)
    upgrade(service, read_database_url())
    name = f"{service}.prepare"
    if importlib.util.find_spec(name) is not None:
        importlib.import_module(name).prepare(demo=wants_demo_content())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m chassis.prepare")
    parser.add_argument("service", nargs="?", default=os.environ.get("SERVICE"), help="by default $SERVICE")
    parser.add_argument("--wait", action="store_true", help="wait until another process has migrated the database")
    arguments = parser.parse_args()
    if not arguments.service:
        parser.error("name the service, or set SERVICE")
    if arguments.wait:
        wait_until_upgraded(arguments.service, read_database_url())
    else:
        prepare(arguments.service)


if __name__ == "__main__":
    main()
