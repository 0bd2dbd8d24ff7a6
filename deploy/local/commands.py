"""Verbs that run one program: scripts of compose, commands of the services, the bill of materials."""

import os
import sys

from deploy.local import databases, nats, paths, supervisor, system
from deploy.local.accounts import account_lines
from deploy.local.bootstrap import install_python
from deploy.local.build_web import install_pnpm, install_web
from deploy.local.console import Failed, print_line
from deploy.local.programs import caller_environment, exit_code

COMPOSE = paths.ROOT / "deploy" / "compose"
SBOM = paths.VAR / "sbom.cdx.json"
# Services whose data others copy.
COPIED = ("auth", "content", "calculator")


def install() -> None:
    """Everything comes from the lock files, so nothing but Python is needed to run linters and tests."""
    paths.prepare_folders()
    install_python()
    install_pnpm()
    install_web()


def secrets() -> int:
    """For compose on a server: secrets as files, before the first start."""
    return exit_code("sh", COMPOSE / "secrets.sh", os.environ.get("SECRETS_FOLDER") or paths.ROOT / "secrets")


def rotate() -> int:
    """For compose on a server: new passwords for the running containers; P names some kinds."""
    return exit_code("sh", COMPOSE / "rotate.sh", *os.environ.get("P", "").split())


def sbom() -> int:
    """Write the bill of materials into the state folder and print the licences."""
    install()
    return exit_code(paths.PYTHON, "-m", "deploy.supply_chain.sbom", SBOM)


def audit() -> int:
    """Exit code 1 with findings, 2 when the database of vulnerabilities does not answer."""
    install()
    return exit_code(paths.PYTHON, "-m", "deploy.supply_chain.audit")


def run_command(service: str, module: str, *words: str) -> int:
    """Run a command of a service with the settings that it has on the running stack; returns the exit code."""
    environment = databases.environment(service, supervisor.running_ports())
    return exit_code(paths.PYTHON, "-m", f"{service}.{module}", *words, environment=environment)


def seed() -> None:
    """Seeds are safe to run again: they add only what is missing."""
    with system.exclusive_lock():
        for line in account_lines(databases.seed_all(supervisor.running_ports(), again=True)):
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
    environment = caller_environment() | {"NATS_URL": nats.url(supervisor.running_ports())}
    return exit_code(paths.PYTHON, "-m", "status.parked_events", *(sys.argv[2:] or ["list"]), environment=environment)


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
    return exit_code(paths.PYTHON, "-m", "auth.mail_preview", paths.VAR / "mail-preview")
