"""Entry point of the backup container: `python -m deploy.backup COMMAND`. `--help` lists the commands.

deploy/backup/README.md describes them and their settings. BACKUP_FOLDER, BACKUP_AT, BACKUP_KEPT_DAYS, APP_VERSION,
OVERWRITE, OTHER_KEYS and ERASURES_FILE come from the environment. Each service's ..._DATABASE_URL comes from the
environment too, or from a file of this name in SECRETS_DIR.
"""

import argparse
import os
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from deploy.backup import manifest, metrics
from deploy.backup.create import RETENTION_DAYS, create_backup, list_complete_backups
from deploy.backup.postgres import PUBLISH_AGAIN, Database
from deploy.backup.restore import check_backup, restore_backup
from deploy.backup.sources import BackupError, add_secrets, find_sources

DAY_SECONDS = 86_400
# A failed nightly backup is repeated after this time.
RETRY_SECONDS = 3_600
# The file of metrics is written at this interval.
METRICS_SECONDS = 60
ARCHIVE_COMMANDS = {
    "archive": "archive all changes to the minute, until stopped",
    "archive-key": "create a key pair for the archive",
    "archive-list": "list the base backups of the archive",
    "archive-recover-files": "recover uploaded files from the archive, and give auth the list of erasures",
    "archive-erasures": "give auth the list of erasures of the archive",
}


def is_confirmed(name: str) -> bool:
    return os.environ.get(name) == "yes"


def read_retention_days() -> int:
    """Return for how many days backups are kept.

    Raises BackupError unless it is a number of at least one: zero would delete the only backup.
    """
    text = os.environ.get("BACKUP_KEPT_DAYS") or str(RETENTION_DAYS)
    if not text.isdigit() or int(text) < 1:
        raise BackupError(f"BACKUP_KEPT_DAYS={text} is not a number of days")
    return int(text)


def list_readable_backups(folder: Path) -> list[Path]:
    """Return all complete backups, oldest first. Raises BackupError if one cannot be read."""
    for backup in sorted(folder.glob("[0-9]*")):
        manifest.refuse_unreadable(backup)
    return list_complete_backups(folder)


def find_backup(folder: Path, name: str) -> Path:
    """Find a backup by its name in the folder, or by its path. Raises BackupError if there is none."""
    for candidate in (folder / name, Path(name)):
        if name and candidate.is_dir():
            return candidate
    names = ", ".join(backup.name for backup in list_readable_backups(folder)) or "none yet"
    problem = f"there is no backup {name}" if name else "say which backup"
    raise BackupError(f"{problem}; in {folder} there are: {names}")


def get_erasures_file() -> Path | None:
    """Return the file from which auth repeats erasures after a restore, if one is set."""
    name = os.environ.get("ERASURES_FILE")
    return Path(name) if name else None


def format_size(bytes: int) -> str:
    return f"{bytes / 1_000_000:.1f} MB"


def describe_backup(backup: Path) -> str:
    """Describe a backup in one line: folder, size, version."""
    contents = manifest.read(backup)
    return f"{backup}  {format_size(contents.bytes)}  version {contents.app_version}"


def run_command(command: str, name: str) -> list[str]:
    """Run a command on the backups and return the lines to print. `name` is the backup, if the command needs one.

    Raises BackupError.
    """
    folder = Path(os.environ.get("BACKUP_FOLDER") or "/backups")
    sources = find_sources(add_secrets(os.environ))

    if command == "save":
        version = os.environ.get("APP_VERSION") or "unknown"
        days = read_retention_days()
        backup = create_backup(sources, folder, version=version, now=datetime.now(UTC), retention_days=days)
        return [describe_backup(backup)]

    if command == "list":
        return [describe_backup(backup) for backup in list_readable_backups(folder)] or ["there is no backup yet"]

    if command == "verify":
        contents = manifest.verify(find_backup(folder, name))
        return [f"complete: {len(contents.parts)} services, {format_size(contents.bytes)}, of {contents.began_at}"]

    if command == "publish-again":
        for source in sources:
            Database(source.database_url).run_sql(PUBLISH_AGAIN)
        return [f"all events in the outboxes of {len(sources)} services will be published again"]

    overwrite = is_confirmed("OVERWRITE")
    other_keys = is_confirmed("OTHER_KEYS")

    if command == "check":
        check_backup(sources, find_backup(folder, name), overwrite=overwrite, other_keys=other_keys)
        return ["can be restored here"]

    if command == "restore":
        backup = find_backup(folder, name)
        erasures_file = get_erasures_file()
        restored_backup = restore_backup(
            sources, backup, overwrite=overwrite, other_keys=other_keys, erasures_file=erasures_file
        )
        return [f"restored: {len(restored_backup.parts)} services as they were at {restored_backup.began_at}"]

    raise AssertionError(f"no code runs the command {command}")


def compute_seconds_until(at: str, now: datetime) -> float:
    """Return the seconds until the next occurrence of `at` (HH:MM, UTC), between 1 and DAY_SECONDS + 1.

    Raises BackupError if `at` is not such a time.
    """
    try:
        time_of_day = datetime.strptime(at, "%H:%M").replace(tzinfo=UTC)
    except ValueError:
        raise BackupError(f"BACKUP_AT={at} is not a time like 00:15") from None
    next_time = now.replace(hour=time_of_day.hour, minute=time_of_day.minute, second=0, microsecond=0)
    # Less than a second before the time, the result is for the next day: a backup made slightly early is not repeated.
    return ((next_time - now).total_seconds() - 1) % DAY_SECONDS + 1


def save_nightly() -> int:
    """Make a backup every night until the process is stopped. A failed backup is repeated after an hour.

    The file of metrics is written every minute.
    """
    folder = Path(os.environ.get("BACKUP_FOLDER") or "/backups")
    wait = compute_seconds_until(os.environ.get("BACKUP_AT") or "00:15", datetime.now(UTC))
    while True:
        metrics.write(folder)
        while wait > 0:
            pause = min(wait, METRICS_SECONDS)
            time.sleep(pause)
            wait -= pause
            metrics.write(folder)
        is_saved = subprocess.run([sys.executable, "-m", "deploy.backup", "save"], check=False).returncode == 0
        next_night = compute_seconds_until(os.environ.get("BACKUP_AT") or "00:15", datetime.now(UTC))
        wait = next_night if is_saved else min(RETRY_SECONDS, next_night)


def run_archive_command(command: str, argument: str) -> int:
    """Run a command of the archive. Its libraries are imported here, since `make backup` does not need them."""
    from deploy.backup.archive import run
    from deploy.backup.archive.store import open_archive

    environment = add_secrets(os.environ)
    if (command, argument) == ("restore-drill", "new"):
        print("\n".join(run.drill_new_archive(environment, Path(environment["ARCHIVE_WORK"]))))
        return 0
    if command == "archive":
        return run.archive_forever(open_archive(environment), environment)
    if (command, argument) == ("restore-drill", "periodic"):
        return run.drill_forever(open_archive(environment), environment)
    for line in run.run_command(command, argument, environment):
        print(line)
    return 0


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m deploy.backup")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("save", help="make a backup now")
    commands.add_parser("nightly", help="make a backup every night at BACKUP_AT (UTC), until stopped")
    commands.add_parser("list", help="list the backups")
    for name, description in (
        ("verify", "compare the files of a backup with its manifest"),
        ("check", "make the checks of `restore`, and change nothing"),
        ("restore", "restore a backup"),
    ):
        command = commands.add_parser(name, help=description)
        command.add_argument("argument", metavar="BACKUP", nargs="?", default="", help="its name or path")

    commands.add_parser("publish-again", help="publish the events of all outboxes again, after a recovery")
    for name, description in ARCHIVE_COMMANDS.items():
        commands.add_parser(name, help=description)

    recover = commands.add_parser("archive-recover", help="recover a PostgreSQL data folder from the archive")
    recover.add_argument("argument", metavar="FOLDER", help="the empty data folder")

    drill = commands.add_parser("restore-drill", help="recover the archive beside the running system and compare")
    drill.add_argument(
        "argument",
        metavar="MODE",
        nargs="?",
        default="",
        choices=["", "new", "periodic"],
        help="`new`: make a new archive first; `periodic`: repeat the drill every DRILL_DAYS, until stopped",
    )

    return parser


def main(arguments: list[str]) -> int:
    options = build_parser().parse_args(arguments)
    command: str = options.command
    argument: str = getattr(options, "argument", "")
    try:
        if command in {*ARCHIVE_COMMANDS, "archive-recover", "restore-drill"}:
            return run_archive_command(command, argument)
        if command == "nightly":
            return save_nightly()
        for line in run_command(command, argument):
            print(line)
    except (BackupError, OSError) as error:
        print(f"{command}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
