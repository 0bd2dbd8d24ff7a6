"""Commands of the services, with the settings that they have on the stack: `make seed`, `make replay` and so on."""

import os
import subprocess
import sys

from deploy.local import databases, nats, paths, ports, supervisor, system
from deploy.local.accounts import account_lines
from deploy.local.console import Failed, print_line
from deploy.local.programs import caller_environment

# Services whose data others copy.
COPIED = ("auth", "content", "calculator")


def running_ports() -> dict[str, int]:
    if not supervisor.is_running():
        raise Failed("Nothing is running here: run make up first.")
    return ports.read_record()


def run_command(service: str, module: str, *words: str) -> int:
    """Run a command of a service with the settings that it has on the running stack; returns the exit code."""
    environment = databases.environment(service, running_ports())
    command = [str(paths.PYTHON), "-m", f"{service}.{module}", *words]
    return subprocess.run(command, cwd=paths.ROOT, env=environment, check=False).returncode


def seed() -> None:
    """Seeds are safe to run again: they add only what is missing."""
    with system.exclusive_lock():
        for line in account_lines(databases.seed_all(running_ports(), again=True)):
            print_line(f"  {line}")


def seed_large() -> int:
    """Ten thousand articles and what belongs to them, to see how quick the pages stay; again adds nothing.

    ENTRIES=10000000 makes as many entries of inboxes with their deliveries beside it, about 10 GB.
    """
    entries = os.environ.get("ENTRIES", "0")
    if not entries.isdecimal():
        raise Failed(f"ENTRIES is a number of entries, not {entries}")
    with system.exclusive_lock():
        return run_command("content", "seed", "--large") or run_command("notifications", "inbox.large", entries)


def events_dlq() -> int:
    """The words after the verb go to the status service's tool: list, or replay [consumer] [event id]."""
    environment = caller_environment() | {"NATS_URL": nats.url(running_ports())}
    words = sys.argv[2:] or ["list"]
    return subprocess.run(
        [str(paths.PYTHON), "-m", "status.parked_events", *words], env=environment, check=False
    ).returncode


def replay() -> int:
    """The source publishes again all that the service copies; what it has that is newer stays."""
    service, source = os.environ.get("P", "").strip(), os.environ.get("FROM", "").strip()
    if service not in paths.SERVICES or source not in COPIED or service == source:
        raise Failed(f"make replay P=<service> FROM=<{', '.join(COPIED)}>, for example P=notifications FROM=auth")
    return run_command(source, "replay", service)


def rotate_keys() -> int:
    """A new signing key on the running stack; nobody is signed out."""
    return run_command("auth", "rotate_keys")


def mail_preview() -> int:
    """Write every email of auth to a file; no part has to run."""
    words = [str(paths.PYTHON), "-m", "auth.mail_preview", str(paths.VAR / "mail-preview")]
    return subprocess.run(words, cwd=paths.ROOT, check=False).returncode
