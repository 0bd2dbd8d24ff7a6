"""`make backup`, `backup-verify`, `restore FROM=...` and `restore-drill`: deploy/backup for this checkout."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from deploy.backup.erasures import LIST
from deploy.local import databases, nats, paths, ports, postgres, supervisor, system, up
from deploy.local.bootstrap import install_python
from deploy.local.console import Failed, step
from deploy.local.credentials import secret
from deploy.local.programs import caller_environment, exit_code, run
from deploy.local.readiness import wait_for_all

# Where a service keeps uploaded files, below its DATA_DIR; everything else there can be made again.
FILES = {"auth": "avatars", "content": "files"}


def files_of(service: str) -> Path | None:
    in_object_store = bool(os.environ.get(f"{service.upper()}_STORAGE_URL"))
    return paths.DATA / service / FILES[service] if service in FILES and not in_object_store else None


def programs() -> str:
    return str(postgres.binary("pg_dump").parent)


def environment(known: Mapping[str, int]) -> dict[str, str]:
    """What deploy/backup reads, by the names of its container."""
    values = caller_environment() | {
        "BACKUP_FOLDER": str(paths.BACKUPS),
        "APP_VERSION": paths.VERSION.read_text().strip() if paths.VERSION.exists() else "unknown",
        "ERASURES_FILE": str(paths.DATA / "auth" / LIST),
        "SECRETS_DIR": "",
        "PATH": f"{programs()}{os.pathsep}{caller_environment()['PATH']}",
    }
    for service in paths.SERVICES:
        values[f"{service.upper()}_DATABASE_URL"] = postgres.database_url(service, known["postgres"])
        values[f"{service.upper()}_SECRET_KEY"] = secret(f"key_{service}")
        values[f"{service.upper()}_FILES"] = str(files_of(service) or "")
    return values


def perform(verb: str, known: Mapping[str, int]) -> None:
    """A command of deploy/backup, which prints its result or why it refuses. Raises Failed."""
    words = (paths.PYTHON, "-m", "deploy.backup", verb, os.environ.get("FROM", ""))
    if exit_code(*words, environment=environment(known)) != 0:
        raise Failed("not done, see above")


def backup() -> None:
    """Of the running system, which goes on."""
    perform("save", supervisor.running_ports())


def backup_verify() -> None:
    perform("verify", {"postgres": 0} | ports.read_record())


def restore_drill() -> None:
    """Of the running system, which goes on: archived into a new folder, recovered beside it, compared."""
    port, user = supervisor.running_ports()["postgres"], f"{postgres.SUPERUSER}:{secret('postgres_superuser')}"
    archive = {
        "ARCHIVE_DATABASE_URL": f"postgresql://{user}@127.0.0.1:{port}/postgres",
        "POSTGRES_PROGRAMS": programs(),
        "POSTGRES_USER_NAME": postgres.system_user() or "",
        "SERVICES": " ".join(paths.SERVICES),
    }
    for service in FILES:
        if (folder := files_of(service)) and folder.is_dir():
            archive[f"{service.upper()}_FILES"] = str(folder)
    # A short path, since a socket lies in it; PostgreSQL's user may enter and not list it.
    with tempfile.TemporaryDirectory(prefix="drill-") as work:
        Path(work).chmod(0o711)
        with step("a restore drill: archive, recover, compare every table and file"):
            settings = caller_environment() | archive | {"ARCHIVE_WORK": work}
            if exit_code(paths.PYTHON, "-m", "deploy.backup", "restore-drill", "new", environment=settings) != 0:
                raise Failed("not recovered, see above")


def restore() -> None:
    """Nothing but PostgreSQL runs meanwhile; then everything is started as `make up` does."""
    with system.exclusive_lock():
        known = up.decide_ports(ports.parse_gateway_port(os.environ.get("PORT")))
        install_python()
        if any(part.name == "postgres" and part.ready() is None for part in system.infrastructure(known)):
            # Before anything is stopped for it.
            perform("check", known)
        stop_all_but_postgres(known)
        with step(f"restoring {os.environ.get('FROM')}"):
            perform("restore", known)
        reset_derived_state()
        repeat_erasures(known)
    up.up()


def repeat_erasures(known: Mapping[str, int]) -> None:
    """Those that the backup does not know, before anybody can see the accounts again."""
    databases.migrate_all(known)
    with step("erasures since the backup, once more"):
        run(
            "Repeating erasures",
            [paths.PYTHON, "-m", "auth.erase_again", paths.DATA / "auth" / LIST],
            log="erase-again",
            environment=databases.environment("auth", known),
        )


def stop_all_but_postgres(known: Mapping[str, int]) -> None:
    postgres.require_system_user()
    postgres.create_cluster()
    infrastructure = system.infrastructure(known)
    only = [part for part in infrastructure if part.name == "postgres"]
    supervisor.start(infrastructure + system.applications(known, ""))
    supervisor.stop_parts(sorted(supervisor.running() - {"postgres"}))
    system.start_changed(only)
    wait_for_all(only)
    postgres.create_databases(known["postgres"])


def reset_derived_state() -> None:
    """NATS begins anew from the outboxes; migrations run again; demo content that was deleted stays so."""
    shutil.rmtree(nats.STORE, ignore_errors=True)
    for stamp in paths.STAMPS.glob("migrated-*"):
        stamp.unlink()
    for service in paths.SERVICES:
        # auth's makes sure of the administrator and of the probe's account.
        if service != "auth":
            databases.mark_seeded(service)
