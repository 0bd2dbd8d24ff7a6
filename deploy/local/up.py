"""`make up` starts the system from the checkout and does only the work that is missing. `make down` stops it."""

import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from deploy.local import commands, gateway, observability, paths, ports, postgres, supervisor, system
from deploy.local.build_web import build_web, remove_old_versions
from deploy.local.console import StepError, print_line, read_last_lines, step
from deploy.local.readiness import find_problem, wait_for_all, wait_until
from deploy.local.state import lock_state_folder


def up() -> None:
    """Start the system and wait until a visitor can use it."""
    started_at = time.monotonic()
    with lock_state_folder():
        ports_of_parts = system.decide_ports()
        accounts = start(ports_of_parts)
        check_through_gateway(ports_of_parts)
    print_summary(ports_of_parts, accounts, time.monotonic() - started_at)


def up_observability() -> None:
    """Start the system with the observability parts, which stay enabled until `make down`."""
    paths.prepare_folders()
    observability.ENABLED_MARKER.touch()
    up()
    if not observability.find_prometheus():
        print_line("  nothing collects the metrics: apt install prometheus prometheus-alertmanager, then this again")


def down() -> None:
    """Stop every process of this state folder, also after an incomplete start or stop."""
    with lock_state_folder():
        was_running = supervisor.is_running()
        if was_running:
            with step("stopping"):
                stop_in_order()
                supervisor.shut_down()
        orphans = supervisor.stop_orphans()
        observability.ENABLED_MARKER.unlink(missing_ok=True)
    print_line("stopped" if was_running or orphans else "nothing was running")


def stop_in_order() -> None:
    """Stop the database, NATS and mail last, since the other parts use them."""
    running_names = set(supervisor.read_pids())
    try:
        supervisor.stop_parts(name for name in running_names if ports.get_kind(name) not in system.INFRASTRUCTURE)
        supervisor.stop_parts(running_names)
    except StepError as failure:
        print_line(f"  {failure}; the supervisor kills it")


def start(ports_of_parts: dict[str, int]) -> dict[str, Any]:
    """Build the pages and prepare the databases in parallel, then start the other parts.

    Returns auth's report about its accounts.
    """
    # This creates the secrets before two threads read them.
    system.build_parts(ports_of_parts, "")
    with ThreadPoolExecutor(1) as pool:
        pages = pool.submit(build_pages, ports_of_parts)
        accounts = prepare_data(ports_of_parts)
        version = pages.result()

    gateway.publish_routes()
    parts = system.build_parts(ports_of_parts, version)
    with step("the services and the gateway"):
        supervisor.start_changed_parts(parts)
        wait_for_all(parts)
    remove_old_versions(version)
    return accounts


def build_pages(ports_of_parts: dict[str, int]) -> str:
    """Build and publish the pages with the address of this stack. Returns their version."""
    version = build_web()
    system.publish_pages(ports_of_parts, version)
    return version


def prepare_data(ports_of_parts: dict[str, int]) -> dict[str, Any]:
    """Migrate every database and load the demo content. Returns auth's report about its accounts."""
    start_infrastructure(ports_of_parts, system.INFRASTRUCTURE)
    # NATS may have been running since the last `make up`, with the permissions of that time.
    system.reload_nats(system.build_parts(ports_of_parts, ""))
    commands.declare_streams(ports_of_parts)
    commands.migrate_all(ports_of_parts)
    accounts = commands.load_all_content(ports_of_parts)
    if commands.has_generated_password(accounts):
        # The passwords are printed now, because a later step may fail.
        commands.show_accounts(accounts)
    commands.forget_unseen_passwords()
    return accounts


def start_infrastructure(ports_of_parts: dict[str, int], kinds: Sequence[str]) -> None:
    """Start the parts of these kinds, which must include PostgreSQL, and create the missing databases."""
    postgres.require_system_user()
    postgres.create_cluster()
    parts = system.build_parts(ports_of_parts, "")
    supervisor.start(parts)
    with step(", ".join(kinds)):
        infrastructure = [part for part in parts if part.kind in kinds]
        supervisor.start_changed_parts(infrastructure)
        wait_for_all(infrastructure)
    postgres.create_databases(ports_of_parts["postgres"])


def check_through_gateway(ports_of_parts: dict[str, int]) -> None:
    """Wait until every service, the start page and the health report answer through the gateway. Raises StepError."""
    origin = f"http://127.0.0.1:{ports_of_parts['gateway']}"
    page = f"{origin}/"
    health = f"{origin}/api/health"

    def find_problem_of_gateway() -> str | None:
        return gateway.find_problem_of_servers(ports_of_parts) or find_problem(page) or find_problem(health)

    if not wait_until(lambda: find_problem_of_gateway() is None, gateway.TIMEOUT_SECONDS):
        log = paths.LOGS / "gateway.log"
        raise StepError(
            f"the gateway is up, but {find_problem_of_gateway()}; the end of {log}:\n{read_last_lines(log)}"
        )


def print_summary(ports_of_parts: dict[str, int], accounts: dict[str, Any], seconds: float) -> None:
    address = f"http://localhost:{ports_of_parts['gateway']}"
    mail = os.environ.get("SMTP_URL") or f"files in {paths.MAIL / 'new'}"
    print_line(f"\nМеридиан Авто is ready after {seconds:.0f} s: {address}\n")
    for line in commands.format_account_lines(accounts):
        print_line(f"  {line}")
    print_line(f"  mail           {mail}")
    print_line(f"  try            {address}/ · /services (calculator) · /login (the code comes by mail) · /status")
    print_line("  then           make status · make logs · make down · make help")
