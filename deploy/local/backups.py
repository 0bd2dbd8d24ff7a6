"""`make backup`, `backup-verify`, `restore FROM=...` and `restore-drill`: deploy/backup for this checkout."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from deploy.backup import manifest
from deploy.backup.__main__ import describe_backup, find_backup, is_confirmed, retention_days, size
from deploy.backup.create import create_backup
from deploy.backup.erasures import LIST
from deploy.backup.restore import check_backup, restore_backup
from deploy.backup.sources import BackupSource, Refused
from deploy.local import databases, nats, paths, postgres, supervisor, system, up
from deploy.local.bootstrap import install_python
from deploy.local.console import Failed, print_line, step
from deploy.local.credentials import secret
from deploy.local.parts import Part
from deploy.local.ports import parse_gateway_port
from deploy.local.programs import caller_environment, run
from deploy.local.readiness import wait_for_all
from deploy.local.service_commands import running_ports

# Where a service keeps uploaded files, below its DATA_DIR; everything else there can be made again.
FILES = {"auth": "avatars", "content": "files"}


def files_of(service: str) -> Path | None:
    in_object_store = bool(os.environ.get(f"{service.upper()}_STORAGE_URL"))
    return paths.DATA / service / FILES[service] if service in FILES and not in_object_store else None


def sources(known: Mapping[str, int]) -> list[BackupSource]:
    return [
        BackupSource(
            service=service,
            database_url=postgres.database_url(service, known["postgres"]),
            files=files_of(service),
            secret_key=secret(f"key_{service}"),
        )
        for service in paths.SERVICES
    ]


def programs() -> str:
    return str(postgres.binary("pg_dump").parent)


@contextmanager
def plain_errors() -> Iterator[None]:
    try:
        yield
    except Refused as refusal:
        raise Failed(str(refusal)) from None


def backup() -> None:
    """Of the running system, which goes on."""
    known = running_ports()
    version = paths.VERSION.read_text().strip() if paths.VERSION.exists() else "unknown"
    with plain_errors(), step("a backup of every database and of the files"):
        days, now = retention_days(), datetime.now(UTC)
        made = create_backup(
            sources(known), paths.BACKUPS, version=version, now=now, retention_days=days, programs=programs()
        )
    print_line(f"  {describe_backup(made)}")


def requested_backup() -> Path:
    return find_backup(paths.BACKUPS, os.environ.get("FROM", ""))


def backup_verify() -> None:
    with plain_errors():
        result = manifest.verify(requested_backup(), programs=programs())
    print_line(f"whole: {len(result.parts)} services, {size(result.bytes)}, of {result.began_at}")


def restore_drill() -> None:
    """Of the running system, which goes on: archived into a new folder, recovered beside it, compared."""
    port = running_ports()["postgres"]
    environment = {
        "ARCHIVE_DATABASE_URL": f"postgresql://{postgres.SUPERUSER}:{secret('postgres_superuser')}@127.0.0.1:{port}/postgres",
        "POSTGRES_PROGRAMS": programs(),
        "POSTGRES_USER_NAME": postgres.system_user() or "",
        "SERVICES": " ".join(paths.SERVICES),
    }
    for service in FILES:
        if (folder := files_of(service)) and folder.is_dir():
            environment[f"{service.upper()}_FILES"] = str(folder)
    # A short path, since a socket lies in it; PostgreSQL's user may enter and not list it.
    with tempfile.TemporaryDirectory(prefix="drill-") as work:
        Path(work).chmod(0o711)
        with step("a restore drill: archive, recover, compare every table and file"):
            run(
                "The restore drill",
                [paths.PYTHON, "-m", "deploy.backup", "restore-drill", "new"],
                log="restore-drill",
                environment=caller_environment() | environment | {"ARCHIVE_WORK": work},
            )
    print_line((paths.LOGS / "restore-drill.log").read_text().rstrip())


def restore() -> None:
    """Nothing but PostgreSQL runs meanwhile; then everything is started as `make up` does."""
    with system.exclusive_lock(), plain_errors():
        known = up.decide_ports(parse_gateway_port(os.environ.get("PORT")))
        install_python()
        source, agreed = (
            requested_backup(),
            {"overwrite": is_confirmed("OVERWRITE"), "other_keys": is_confirmed("OTHER_KEYS")},
        )
        if is_up(system.infrastructure(known)):
            # Before anything is stopped for it.
            check_backup(sources(known), source, **agreed, programs=programs())
        stop_all_but_postgres(known)
        with step(f"restoring {source.name}"):
            restore_backup(sources(known), source, **agreed, programs=programs(), erased=paths.DATA / "auth" / LIST)
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


def is_up(infrastructure: list[Part]) -> bool:
    return any(part.name == "postgres" and part.ready() is None for part in infrastructure)


def stop_all_but_postgres(known: Mapping[str, int]) -> None:
    postgres.require_system_user()
    postgres.create_cluster()
    infrastructure = system.infrastructure(known)
    only = [part for part in infrastructure if part.name == "postgres"]
    supervisor.start(infrastructure + system.applications(known, ""))
    running = {name for name, process in supervisor.processes().items() if process["pid"]}
    supervisor.stop_parts(sorted(running - {"postgres"}))
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
