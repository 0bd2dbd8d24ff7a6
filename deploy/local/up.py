"""`make up`: brings the checkout to a ready system, doing only the work that is missing. `make down` stops it."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from deploy.local import (
    databases,
    gateway,
    nats,
    observability,
    orphan_processes,
    paths,
    ports,
    postgres,
    programs,
    supervisor,
    system,
)
from deploy.local.accounts import account_lines, has_generated_password
from deploy.local.bootstrap import install_python
from deploy.local.build_web import build_web, publish, remove_old_versions
from deploy.local.console import Failed, last_lines, print_line, step
from deploy.local.probes import http_answers, reason_after
from deploy.local.readiness import wait_for_all

GATEWAY_TIMEOUT_SECONDS = 30.0


def up() -> None:
    began = time.monotonic()
    with system.exclusive_lock():
        gateway_port = ports.parse_gateway_port(os.environ.get("PORT"))
        known = decide_ports(gateway_port)
        install_python()
        postgres.require_system_user()
        accounts = start(known)
        check_through_gateway(known)
    print_summary(known, accounts, time.monotonic() - began)


def up_observability() -> None:
    """The same with the observability parts; they stay enabled until `make down`."""
    observability.enable()
    up()
    observability.print_addresses(ports.read_record())


def down() -> None:
    """Nothing of this checkout runs afterwards, however the start or the last stop went."""
    with system.exclusive_lock():
        stopped = supervisor.is_running()
        if stopped:
            with step("stopping"):
                stop_in_order()
                supervisor.shut_down()
        left = orphan_processes.stop_all()
        orphan_processes.remove_pid_files()
        observability.disable()
    print_line("stopped" if stopped or left else "nothing was running")


def stop_in_order() -> None:
    """Stop the parts that use a database, NATS or mail before these."""
    running = supervisor.running()
    foundation = {name for name in running if ports.kind_of(name) in {"postgres", "nats", "mail"}}
    try:
        supervisor.stop_parts(sorted(running - foundation))
        supervisor.stop_parts(sorted(foundation))
    except Failed as failure:
        print_line(f"  {failure}; the supervisor ends it")


def decide_ports(gateway_port: int) -> dict[str, int]:
    """Choose the ports; those that our running parts hold stay as they are."""
    remembered = ports.read_record()
    running = supervisor.running()
    if not running:
        orphan_processes.stop_all()
    if not ("gateway" in running and remembered.get("gateway") == gateway_port):
        ports.check_gateway(gateway_port)
    held = running | set(nats.port_names(ports.of_kind("nats", running)))
    held |= {f"{name}-ops" for name in running if name.startswith("gateway")}
    known = ports.choose(system.port_names(), remembered, held) | {"gateway": gateway_port}
    ports.save(known)
    return known


def start(known: dict[str, int]) -> dict[str, Any]:
    """The web app is built while the databases are prepared; then everything else starts at once."""
    with ThreadPoolExecutor(1) as pool:
        web = pool.submit(build_web)
        try:
            accounts = prepare_data(known)
        except BaseException:
            programs.terminate_all()
            raise
        version = web.result()
    publish(version, ports.public_url(known))
    infrastructure, applications = system.infrastructure(known), system.applications(known, version)
    gateway.check_pages(gateway.caddy("web", known, version))
    gateway.publish_routes()
    with step("the services and the gateway"):
        supervisor.start(infrastructure + applications)
        system.start_changed(applications)
        wait_for_all(infrastructure + applications)
    remove_old_versions(version)
    return accounts


def prepare_data(known: dict[str, int]) -> dict[str, Any]:
    """PostgreSQL, NATS and the mail sink; then every database at its newest revision, with its demo content."""
    postgres.create_cluster()
    infrastructure = system.infrastructure(known)
    with step("PostgreSQL, NATS, mail sink"):
        supervisor.start(infrastructure + system.applications(known, ""))
        system.start_changed(infrastructure)
        wait_for_all(infrastructure)
    postgres.create_databases(known["postgres"])
    databases.migrate_all(known)
    accounts = databases.seed_all(known)
    if has_generated_password(accounts):
        # At once: if a later step failed, nobody could read the password again.
        for line in account_lines(accounts):
            print_line(f"  {line}")
    return accounts


def check_through_gateway(known: dict[str, int]) -> None:
    """Check what a visitor gets: every service, the page and the health report through the gateway. Raises Failed."""
    pages = ("/", *(["/api/health"] if "status" in paths.SERVICES else []))
    answers = [http_answers(f"http://127.0.0.1:{known['gateway']}{path}") for path in pages]
    for probe in (gateway.knows_all_servers(known), *answers):
        if reason := reason_after(probe, GATEWAY_TIMEOUT_SECONDS):
            log = paths.LOGS / "gateway.log"
            raise Failed(f"the gateway is up, but {reason}; the end of {log}:\n{last_lines(log)}")


def print_summary(known: dict[str, int], accounts: dict[str, Any], seconds: float) -> None:
    address = f"http://localhost:{known['gateway']}"
    mail = os.environ.get("SMTP_URL") or f"files in {paths.MAIL / 'new'}"
    print_line()
    print_line(f"Меридиан Авто is ready after {seconds:.0f} s: {address}")
    print_line()
    for line in account_lines(accounts):
        print_line(f"  {line}")
    print_line(f"  mail           {mail}")
    print_line(f"  try            {address}/ · /services (calculator) · /login (the code comes by mail) · /status")
    print_line("  then           make status · make logs · make down · make help")
