"""Runs commands of the services with the settings of their service: migrations, demo content, make targets."""

import json
import os
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from contracts.services import COPIED_BY

from deploy.local import build_web, nats, paths, services, supervisor
from deploy.local.console import StepError, print_line, step
from deploy.local.programs import get_caller_environment, read_output, run, run_in_terminal
from deploy.local.state import compute_digest, is_fresh, lock_state_folder, write_stamp

# Importing Python modules takes most of the time of a command, so more at a time would not be faster on two cores.
PARALLEL_COMMANDS = 2
UNCHANGED_ACCOUNT = "as before (its password was shown at the first start; ADMIN_PASSWORD=... make up sets another)"
# auth.seed keeps generated passwords in this file of its DATA_DIR until they have been shown.
UNSEEN_PASSWORDS = "unseen-passwords.json"


def build_environment(service: str, ports: Mapping[str, int]) -> dict[str, str]:
    """Return the environment of a service's command, with the settings that the service has in the running stack."""
    return get_caller_environment() | services.build_settings(service, ports, version="set-up")


def migrate(service: str, ports: Mapping[str, int]) -> None:
    """Run the migrations of a service. Skipped if they are the same as at the last run."""
    stamp = paths.STAMPS / f"migrated-{service}"
    digest = compute_digest([paths.SERVICES_FOLDER / service / "migrations"])
    if is_fresh(stamp, digest):
        return
    command = (paths.PYTHON, "-m", "chassis.migrate", service)
    log = f"migrate-{service}"
    with step(f"migrations of {service}"):
        run(f"Migrating {service}", *command, log=log, env=build_environment(service, ports))
        write_stamp(stamp, digest)


def declare_streams(ports: Mapping[str, int]) -> None:
    """Declare the streams, buckets and consumers of NATS as the operator, since the services lack this permission."""
    environment_of_operator = build_environment("auth", ports) | {"NATS_URL": nats.build_client_urls(ports)}
    with step("streams and consumers of NATS"):
        command = (paths.PYTHON, "-m", "chassis.streams")
        run("Declaring streams", *command, log="streams", env=environment_of_operator)


def migrate_all(ports: Mapping[str, int]) -> None:
    """Run the migrations of all services."""
    with ThreadPoolExecutor(PARALLEL_COMMANDS) as pool:
        list(pool.map(lambda service: migrate(service, ports), paths.SERVICES))


def mark_seeded(service: str) -> None:
    """Record the demo content of a service as loaded, because its data comes from elsewhere, such as a backup."""
    write_stamp(paths.STAMPS / f"seeded-{service}", compute_digest([], "seeded", ""))


def load_content(service: str, ports: Mapping[str, int], *, again: bool = False) -> dict[str, Any]:
    """Load the demo content of a service. Returns the JSON object that the seed prints, or an empty object.

    A second run adds nothing. With `again` the seed runs even if nothing that it reads has changed. The seed of auth
    also runs after a start that was interrupted before it had shown the generated passwords.
    """
    stamp = paths.STAMPS / f"seeded-{service}"
    digest = compute_digest([], "seeded", read_account_settings(service, ports))
    if find_spec(f"{service}.seed") is None:
        return {}
    has_unseen_passwords = service == "auth" and get_unseen_passwords_file().exists()
    if is_fresh(stamp, digest) and not again and not has_unseen_passwords:
        return {}

    with step(f"demo content of {service}"):
        command = (paths.PYTHON, "-m", f"{service}.seed")
        output = read_output(
            f"the demo content of {service}", *command, cwd=paths.ROOT, env=build_environment(service, ports)
        )
        write_stamp(stamp, digest)
    return parse_last_line(output)


def read_account_settings(service: str, ports: Mapping[str, int]) -> str:
    """Return the settings from which the seed of auth creates accounts, as one text. A change runs the seed again."""
    if service != "auth":
        return ""
    settings = build_environment(service, ports)
    names = ("ADMIN_EMAIL", "ADMIN_PASSWORD", "STATUS_CANARY_EMAIL", "STATUS_CANARY_PASSWORD")
    return "\0".join(settings.get(name, "") for name in names)


def parse_last_line(output: str) -> dict[str, Any]:
    """Return the JSON object in the last line of a program's output, or an empty object."""
    lines = output.strip().splitlines()
    try:
        answer = json.loads(lines[-1]) if lines else {}
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


def load_all_content(ports: Mapping[str, int], *, again: bool = False) -> dict[str, Any]:
    """Load all demo content. Returns auth's report about its accounts."""
    with ThreadPoolExecutor(PARALLEL_COMMANDS) as pool:
        answers = pool.map(lambda service: load_content(service, ports, again=again), paths.SERVICES)
        return dict(zip(paths.SERVICES, answers, strict=True)).get("auth", {})


def get_unseen_passwords_file() -> Path:
    return paths.DATA / "auth" / UNSEEN_PASSWORDS


def show_accounts(accounts: dict[str, Any]) -> None:
    """Print the accounts that the seed reports. Afterwards their generated passwords count as shown."""
    for line in format_account_lines(accounts):
        print_line(f"  {line}")
    forget_unseen_passwords()


def forget_unseen_passwords() -> None:
    """Delete the generated passwords that have been shown, and those that somebody has replaced meanwhile."""
    get_unseen_passwords_file().unlink(missing_ok=True)


def has_generated_password(accounts: dict[str, Any]) -> bool:
    """Return True if the seed generated a password, which must be shown now."""
    return bool(accounts.get("password") or (accounts.get("demo") or {}).get("password"))


def format_account_lines(accounts: dict[str, Any]) -> list[str]:
    """Return one line for each account that the seed reports."""
    administrator = describe_account(accounts) if accounts.get("email") else UNCHANGED_ACCOUNT
    lines = [f"administrator  {administrator}"]
    if accounts.get("demo"):
        lines.append(f"demo buyer     {describe_account(accounts['demo'])}")
    return lines


def describe_account(account: dict[str, Any]) -> str:
    """Return the email address and password of an account, as far as they may be shown."""
    if account.get("password"):
        return f"{account['email']}   password: {account['password']}   (shown only now)"
    if account.get("created"):
        return f"{account['email']}   with the password that was given"
    return f"{account['email']}   with its password as before, or the one that was given"


def mail_preview() -> int:
    """Write a page that shows every message, with example values, and the web's own toasts. No part has to run."""
    folder = paths.VAR / "mail-preview"
    for service in ("notifications", "auth", "content", "status"):
        if exit_code := run_in_terminal(paths.PYTHON, "-m", f"{service}.mail_preview", folder):
            return exit_code
    build_web.install_pnpm()
    build_web.install_web()
    if exit_code := run_in_terminal(build_web.NODE, paths.WEB / "scripts" / "toastPreview.mjs", folder):
        return exit_code
    return run_in_terminal(paths.PYTHON, "-m", "chassis.mail.preview", folder)


def run_command(service: str, module: str, *arguments: str) -> int:
    """Run a command of a service with its settings in the running stack. Returns the exit code."""
    settings = build_environment(service, supervisor.read_running_ports())
    return run_in_terminal(paths.PYTHON, "-m", f"{service}.{module}", *arguments, environment=settings)


def seed() -> None:
    """Load the demo content. The seeds add only missing rows, so they may run again."""
    with lock_state_folder():
        show_accounts(load_all_content(supervisor.read_running_ports(), again=True))


def seed_large() -> int:
    """Add ten thousand articles with their comments, to measure the pages with many rows. A second run adds nothing.

    ENTRIES=10000000 also adds that many inbox entries with their deliveries; they take about 10 GB.
    """
    entries = os.environ.get("ENTRIES", "0")
    if not entries.isdecimal():
        raise StepError(f"ENTRIES is a number of entries, not {entries}")
    with lock_state_folder():
        if exit_code := run_command("content", "seed", "--large"):
            return exit_code
        return run_command("notifications", "inbox.large_inboxes", entries)


def events_dlq() -> int:
    """List or replay parked events. The arguments after the verb go to the command of the status service.

    The arguments are `list`, or `replay [consumer] [event id]`.
    """
    environment = get_caller_environment() | {"NATS_URL": nats.build_client_urls(supervisor.read_running_ports())}
    # The first arguments are the program and the verb.
    arguments = sys.argv[2:] or ["list"]
    return run_in_terminal(paths.PYTHON, "-m", "status.parked_events", *arguments, environment=environment)


def replay() -> int:
    """Make the service FROM publish again everything that the service P copies. Newer copies are kept."""
    service = os.environ.get("P", "").strip()
    source = os.environ.get("FROM", "").strip()
    if service not in COPIED_BY.get(source, ()):
        usage = "; ".join(f"FROM={owner} P=<{', '.join(copiers)}>" for owner, copiers in COPIED_BY.items())
        raise StepError(f"make replay needs a service P and a service FROM whose data it copies: {usage}")
    return run_command(source, "replay", service)


def rotate_keys() -> int:
    """Create a new signing key in the running stack. Nobody is signed out."""
    return run_command("auth", "rotate_keys")
