"""Preparation of a service before its processes start: `python -m chassis.prepare [SERVICE]`, by default $SERVICE.

First the migrations, then the module `<service>.prepare`, if there is one: rows that the first start needs, and the
demo content where DEMO_CONTENT is yes. It may run at every start and in several replicas at once.
"""

import importlib
import importlib.util
import os
import sys
from pathlib import Path

from chassis.migrate import upgrade
from chassis.settings import CommonSettings


def wants_demo_content() -> bool:
    return os.environ.get("DEMO_CONTENT") == "yes"


def prepare(service: str) -> None:
    """Create the folder of unfinished uploads, migrate the database, and run the service's own preparation."""
    if folder := os.environ.get("TMPDIR"):
        Path(folder).mkdir(parents=True, exist_ok=True)
    upgrade(service, CommonSettings().database_url.get_secret_value())
    name = f"{service}.prepare"
    if importlib.util.find_spec(name) is not None:
        importlib.import_module(name).prepare(demo=wants_demo_content())


if __name__ == "__main__":
    prepare(sys.argv[1] if len(sys.argv) > 1 else os.environ["SERVICE"])
