"""`make replay P=notifications FROM=auth`: fills a service's copies of another's data."""

import os

from deploy.local import paths
from deploy.local.console import Failed
from deploy.local.seeding import run_command

SOURCES = ("auth", "content", "calculator")


def replay() -> int:
    """The source publishes again all that the service copies; what it has that is newer stays."""
    service, source = os.environ.get("P", "").strip(), os.environ.get("FROM", "").strip()
    if service not in paths.SERVICES or source not in SOURCES or service == source:
        raise Failed(f"make replay P=<service> FROM=<{', '.join(SOURCES)}>, for example P=notifications FROM=auth")
    return run_command(source, "replay", service)
