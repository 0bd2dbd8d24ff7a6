"""`make backup`, `backup-verify`, `restore FROM=...` and `restore-drill`: deploy/backup for this checkout."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import yaml

from deploy.backup.erasures import LIST
from deploy.local import commands, nats, paths, ports, postgres, supervisor, system, up
from deploy.local.build_web import served_version
from deploy.local.console import Failed, step
from deploy.local.parts import fill_template
from deploy.local.programs import caller_environment, exit_code, run
from deploy.local.state import exclusive_lock

# Where a service keeps uploaded files, below its DATA_DIR; everything else there can be made again.
FILES = {"auth": "avatars", "content": "files"}


def files_of(service: str) -> Path | None:
    """None where the service has no files, or has them in an object store."""
    if service not in FILES or os.environ.get(f"{service.upper()}_STORAGE_URL"):
        return None
    return paths.DATA / service / FILES[service]


def programs() -> str:
    return str(postgres.binary("pg_dump").parent)


def perform(verb: str, argument: str, known: Mapping[str, int], *, work: str = "") -> None:
    """A command of deploy/backup, which prints its result; `work` is the folder of a drill. Raises Failed."""
    environment = caller_environment()
    text = fill_template(
        "backup.yaml",
        path=environment["PATH"],
        programs=programs(),
        version=served_version(),
        erasures=LIST,
        files_of=files_of,
        postgres=postgres,
        port=known.get("postgres", 0),
        work=work,
    )
    environment |= yaml.load(text, yaml.BaseLoader)  # noqa: S506
    if exit_code(paths.PYTHON, "-m", "deploy.backup", verb, argument, environment=environment) != 0:
        raise Failed("not done, see above")


def requested() -> str:
    """The name of a backup."""
    return os.environ.get("FROM", "")


def backup() -> None:
    """Of the running system, which goes on."""
    perform("save", "", supervisor.running_ports())


def backup_verify() -> None:
    perform("verify", requested(), ports.read_record())


def restore_drill() -> None:
    """Of the running system, which goes on: archived into a new folder, recovered beside it, compared."""
    known = supervisor.running_ports()
    for folder in filter(None, map(files_of, FILES)):
        folder.mkdir(parents=True, exist_ok=True)
    # A short path, since a socket lies in it; PostgreSQL's user may enter and not list it.
    with tempfile.TemporaryDirectory(prefix="drill-") as work:
        Path(work).chmod(0o711)
        with step("a restore drill: archive, recover, compare every table and file"):
            perform("restore-drill", "new", known, work=work)


def restore() -> None:
    """Nothing but PostgreSQL runs meanwhile; then everything is started as `make up` does."""
    with exclusive_lock():
        known = system.decide_ports()
        if "postgres" in supervisor.pids():
            # Before anything is stopped for it.
            perform("check", requested(), known)
        supervisor.stop_parts(set(supervisor.pids()) - {"postgres"})
        up.start_infrastructure(known, ["postgres"])
        with step(f"restoring {requested()}"):
            perform("restore", requested(), known)
        reset_derived_state()
        # Before anybody can see the accounts again.
        commands.migrate_all(known)
        with step("erasures since the backup, once more"):
            command = (paths.PYTHON, "-m", "auth.erase_again", paths.DATA / "auth" / LIST)
            run("Repeating erasures", *command, log="erase-again", env=commands.environment("auth", known))
    up.up()


def reset_derived_state() -> None:
    """NATS begins anew from the outboxes; migrations run again; demo content that was deleted stays so."""
    shutil.rmtree(nats.STORE, ignore_errors=True)
    for stamp in paths.STAMPS.glob("migrated-*"):
        stamp.unlink()
    for service in paths.SERVICES:
        # auth's makes sure of the administrator and of the probe's account.
        if service != "auth":
            commands.mark_seeded(service)
