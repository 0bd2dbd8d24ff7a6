"""All parts together, from the remembered ports: what `up` starts is what `status` asks about."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

from deploy.local import gateway, mail, nats, observability, paths, ports, postgres, services, supervisor
from deploy.local.console import Failed, print_line
from deploy.local.parts import Part


def port_names() -> list[str]:
    """What needs a port of its own, besides the gateway."""
    before = ports.read_record()
    fixed = ["postgres", *nats.port_names(nats.requested_nodes(before)), "mail"]
    fixed += services.front_names("web", before)
    fixed += [f"{name}-ops" for name in gateway.names(before)]
    return [*fixed, *observability.PORTS, *services.requested_replicas(before)]


def infrastructure(known: Mapping[str, int]) -> list[Part]:
    return [
        postgres.part(known["postgres"]),
        *nats.parts(known),
        mail.part(known["mail"]),
    ]


def applications(known: Mapping[str, int], version: str) -> list[Part]:
    webs = [gateway.caddy(name, known, version) for name in known if name.startswith("web")]
    gateways = [gateway.traefik(name, known) for name in gateway.names_of(known)]
    return [*services.parts(known, version), *webs, *gateways, *observability.parts(known)]


def remembered_parts() -> list[Part]:
    """Every part as the last start left it; fails plainly where nothing was ever started."""
    known = ports.read_record()
    if not known or not paths.PYTHON.exists():
        raise Failed("Nothing has been started here yet: run make up first.")
    version = paths.VERSION.read_text().strip() if paths.VERSION.exists() else "none"
    return infrastructure(known) + applications(known, version)


def find_parts(parts: list[Part], name: str) -> list[Part]:
    """The part of this name, or all replicas of a service."""
    found = [part for part in parts if name in (part.name, part.kind)]
    if not found:
        raise Failed(f"there is no part {name or '(say P=name)'}; the parts are: {', '.join(p.name for p in parts)}")
    return found


def refuse_foreign_state() -> None:
    """State made by one user cannot be used by another; say so before anything half works."""
    if paths.VAR.exists() and paths.VAR.stat().st_uid != os.geteuid():
        raise Failed(
            f"{paths.VAR} belongs to {owner(paths.VAR)}: run make as that user, or keep your own state "
            "elsewhere: VAR_DIR=/some/folder PORT=9090 make up"
        )


def owner(folder: Path) -> str:
    try:
        return folder.owner()
    except KeyError:
        return f"user {folder.stat().st_uid}"


@contextmanager
def exclusive_lock() -> Iterator[None]:
    """One verb at a time may start or stop parts of this state folder."""
    refuse_foreign_state()
    paths.prepare_folders()
    with (paths.VAR / "lock").open("w") as file:
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except OSError:
            print_line("  ...  another make is starting or stopping this stack; waiting for it")
            flock(file, LOCK_EX)
        yield


def start_changed(parts: list[Part]) -> list[Part]:
    """Start parts that do not run, restart those whose definition changed; returns both."""
    running = supervisor.running()
    stale = [part for part in parts if part.started_fingerprint() != part.fingerprint]
    supervisor.stop_parts(part.name for part in stale if part.name in running)
    started = [part for part in parts if part in stale or part.name not in running]
    for part in started:
        part.write_definition()
        start_part(part)
    return started


def start_part(part: Part) -> None:
    """As its definition says; its starts are counted anew."""
    part.pid_file.unlink(missing_ok=True)
    supervisor.start_part(part.name)
