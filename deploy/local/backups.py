"""`make backup`, `backup-verify`, `restore FROM=...` and `restore-drill`: run deploy/backup on this checkout."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import yaml

from deploy.backup.erasures import LIST
from deploy.local import commands, nats, paths, ports, postgres, supervisor, system, up
from deploy.local.build_web import read_served_version
from deploy.local.console import StepError, step
from deploy.local.parts import fill_template
from deploy.local.programs import get_caller_environment, run, run_in_terminal
from deploy.local.state import lock_state_folder

# The folder of uploaded files of each service, below its DATA_DIR. Everything else in DATA_DIR can be recreated.
FILE_FOLDERS = {"auth": "avatars", "content": "files"}


def get_files_folder(service: str) -> Path | None:
    """Return the folder of a service's uploaded files.

    Returns None if it has no files or keeps them in an object store.
    """
    if service not in FILE_FOLDERS or os.environ.get(f"{service.upper()}_STORAGE_URL"):
        return None
    return paths.DATA / service / FILE_FOLDERS[service]


def get_programs_folder() -> str:
    """Return the folder of PostgreSQL's client programs."""
    return str(postgres.get_program("pg_dump").parent)


def run_backup_command(command: str, argument: str, ports_of_parts: Mapping[str, int], *, work: str = "") -> None:
    """Run a command of deploy/backup, which prints its result. Raises StepError if it fails.

    `ports_of_parts` are the ports of the running parts. `work` is the working folder of a restore drill.
    """
    environment = get_caller_environment()
    text = fill_template(
        "backup.yaml",
        path=environment["PATH"],
        programs_folder=get_programs_folder(),
        version=read_served_version(),
        erasures=LIST,
        files_of=get_files_folder,
        postgres=postgres,
        port=ports_of_parts.get("postgres", 0),
        work=work,
    )
    environment |= yaml.load(text, yaml.BaseLoader)  # noqa: S506
    arguments = [command, argument] if argument else [command]
    if run_in_terminal(paths.PYTHON, "-m", "deploy.backup", *arguments, environment=environment) != 0:
        raise StepError(f"the command {command} of deploy.backup failed, see above")


def read_requested_backup() -> str:
    """Return the name of the backup that the caller chose."""
    return os.environ.get("FROM", "")


def backup() -> None:
    """Back up the running system without stopping it."""
    run_backup_command("save", "", supervisor.read_running_ports())


def backup_verify() -> None:
    run_backup_command("verify", read_requested_backup(), ports.read_record())


def restore_drill() -> None:
    """Archive the running system into a new folder, recover it beside the system, and compare the two.

    The system keeps running.
    """
    ports_of_parts = supervisor.read_running_ports()
    for service in FILE_FOLDERS:
        folder = get_files_folder(service)
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    # The path is short because it holds a unix socket. PostgreSQL's user may enter the folder but not list it.
    with tempfile.TemporaryDirectory(prefix="drill-") as work:
        Path(work).chmod(0o711)
        with step("a restore drill: archive, recover, compare every table and file"):
            run_backup_command("restore-drill", "new", ports_of_parts, work=work)


def restore() -> None:
    """Restore a backup while only PostgreSQL runs, then start everything as `make up` does.

    A backup that cannot be restored is refused before anything is stopped or changed.
    """
    with lock_state_folder():
        ports_of_parts = system.decide_ports()
        refuse_impossible_restore(ports_of_parts)
        supervisor.stop_parts(set(supervisor.read_pids()) - {"postgres"})
        up.start_infrastructure(dict(ports_of_parts), ["postgres"])

        with step(f"restoring {read_requested_backup()}"):
            try:
                run_backup_command("restore", read_requested_backup(), ports_of_parts)
            except StepError as failure:
                raise StepError(
                    f"{failure}. The data may be incomplete, so only PostgreSQL runs: correct the cause and repeat "
                    "this command with OVERWRITE=yes"
                ) from failure

        reset_derived_state()
        # The erasures are repeated before the services start, so that no erased account becomes visible again.
        commands.migrate_all(ports_of_parts)
        with step("repeating the erasures since the backup"):
            environment = commands.build_environment("auth", ports_of_parts)
            command = (paths.PYTHON, "-m", "auth.erase_again", paths.DATA / "auth" / LIST)
            run("Repeating erasures", *command, log="erase-again", env=environment)
    up.up()


def refuse_impossible_restore(ports_of_parts: Mapping[str, int]) -> None:
    """Raise StepError if the backup cannot be restored into these databases.

    PostgreSQL is started for the check if it does not run. If nothing ran before, PostgreSQL is stopped after an error.
    """
    was_running = supervisor.is_running()
    if "postgres" not in supervisor.read_pids():
        up.start_infrastructure(dict(ports_of_parts), ["postgres"])
    try:
        run_backup_command("check", read_requested_backup(), ports_of_parts)
    except StepError:
        if not was_running:
            supervisor.stop_parts(["postgres"])
            supervisor.shut_down()
        raise


def reset_derived_state() -> None:
    """Delete data that is derived from the databases, since they now have another state.

    Afterwards NATS is filled again from the outboxes, and migrations run again. The services other than auth count as
    seeded, so that demo content which was deleted before the backup is not loaded again.
    """
    shutil.rmtree(nats.STORE, ignore_errors=True)
    for stamp in paths.STAMPS.glob("migrated-*"):
        stamp.unlink()
    for service in paths.SERVICES:
        # The seed of auth must run: it ensures the accounts of the administrator and of the login probe.
        if service != "auth":
            commands.mark_seeded(service)
