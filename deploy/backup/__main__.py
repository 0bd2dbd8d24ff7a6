"""`python -m deploy.backup save | nightly | list | verify NAME | check NAME | restore NAME`: what containers run.

`check` is the part of `restore` that changes nothing.

`archive`, `restore-drill [lasting | new]`, `archive-key`, `archive-list`, `archive-recover FOLDER`,
`archive-recover-files`, `archive-erasures` and `publish-again` are those of the archive (deploy/backup/README.md).

BACKUP_FOLDER, BACKUP_KEPT_DAYS, OVERWRITE, OTHER_KEYS, ERASURES_FILE and each service's ..._DATABASE_URL come from the
environment, or from files of these names in SECRETS_DIR.
"""

import os
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from deploy.backup import manifest, metrics
from deploy.backup.create import KEPT_DAYS, complete_backups, create_backup
from deploy.backup.restore import check_backup, restore_backup
from deploy.backup.sources import Refused, from_environment, with_secrets


def is_confirmed(name: str) -> bool:
    return os.environ.get(name) == "yes"


def retention_days() -> int:
    """At least a day, or a backup would not outlive the next."""
    text = os.environ.get("BACKUP_KEPT_DAYS") or str(KEPT_DAYS)
    if not text.isdigit() or int(text) < 1:
        raise Refused(f"BACKUP_KEPT_DAYS={text} is no number of days")
    return int(text)


def find_backup(folder: Path, name: str) -> Path:
    """A backup by its name in the folder, or by its path."""
    if not name:
        raise Refused(
            f"say which backup: {', '.join(one.name for one in complete_backups(folder)) or 'there is none yet'}"
        )
    return next((place for place in (folder / name, Path(name)) if place.is_dir()), folder / name)


def erasures_file() -> Path | None:
    """Where auth finds the erasures to repeat after a restore."""
    return Path(name) if (name := os.environ.get("ERASURES_FILE")) else None


def size(bytes: int) -> str:
    return f"{bytes / 1_000_000:.1f} MB"


def describe_backup(backup: Path) -> str:
    """One line for people: folder, size, version."""
    result = manifest.read(backup)
    return f"{backup}  {size(result.bytes)}  version {result.app_version}"


def perform(verb: str, name: str) -> list[str]:
    """Run the command; returns the lines to print."""
    folder = Path(os.environ.get("BACKUP_FOLDER") or "/backups")
    sources = from_environment(with_secrets(os.environ))
    if verb == "save":
        version = os.environ.get("APP_VERSION") or "unknown"
        return [
            describe_backup(
                create_backup(sources, folder, version=version, now=datetime.now(UTC), retention_days=retention_days())
            )
        ]
    if verb == "list":
        return [describe_backup(one) for one in complete_backups(folder)] or ["there is no backup yet"]
    if verb == "verify":
        result = manifest.verify(find_backup(folder, name))
        return [f"complete: {len(result.parts)} services, {size(result.bytes)}, of {result.began_at}"]
    overwrite = is_confirmed("OVERWRITE")
    other_keys = is_confirmed("OTHER_KEYS")
    if verb == "check":
        check_backup(sources, find_backup(folder, name), overwrite=overwrite, other_keys=other_keys)
        return ["can be restored here"]
    if verb == "restore":
        backup = find_backup(folder, name)
        erased = erasures_file()
        result = restore_backup(sources, backup, overwrite=overwrite, other_keys=other_keys, erased=erased)
        return [f"restored: {len(result.parts)} services as they were at {result.began_at}"]
    raise Refused(str(__doc__))


def seconds_until(at: str, now: datetime) -> float:
    """Seconds to the next time `at` (HH:MM, UTC). Raises Refused for another text."""
    try:
        hour, minute = map(int, at.split(":"))
        next_time = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    except ValueError:
        raise Refused(f"BACKUP_AT={at} is no time like 00:15") from None
    return ((next_time - now).total_seconds() - 1) % 86400 + 1


def save_nightly() -> int:
    """Make a backup each night until stopped; after a failure again in an hour. Each minute it says what there is."""
    folder = Path(os.environ.get("BACKUP_FOLDER") or "/backups")
    wait = seconds_until(os.environ.get("BACKUP_AT") or "00:15", datetime.now(UTC))
    while True:
        metrics.write(folder)
        while wait > 0:
            pause = min(wait, 60)
            time.sleep(pause)
            wait -= pause
            metrics.write(folder)
        done = subprocess.run([sys.executable, "-m", "deploy.backup", "save"], check=False).returncode == 0
        next_night = seconds_until(os.environ.get("BACKUP_AT") or "00:15", datetime.now(UTC))
        wait = next_night if done else min(3600, next_night)


ARCHIVE_VERBS = {
    "archive",
    "restore-drill",
    "archive-key",
    "archive-list",
    "archive-recover",
    "archive-recover-files",
    "archive-erasures",
    "publish-again",
}


def of_archive(verb: str, argument: str) -> int:
    """A command of the archive, whose libraries `make backup` does not need."""
    from deploy.backup.archive import run
    from deploy.backup.archive.store import open_archive

    environment = with_secrets(os.environ)
    if (verb, argument) == ("restore-drill", "new"):
        print("\n".join(run.drill_of_new_archive(environment, Path(environment["ARCHIVE_WORK"]))))
        return 0
    if verb == "archive":
        return run.archive_forever(open_archive(environment), environment)
    if (verb, argument) == ("restore-drill", "lasting"):
        return run.drill_forever(open_archive(environment), environment)
    for text in run.perform(verb, argument, environment):
        print(text)
    return 0


def main(arguments: list[str]) -> int:
    verb, name = [*arguments, "", ""][:2]
    try:
        if verb in ARCHIVE_VERBS:
            return of_archive(verb, name)
        if verb == "nightly":
            return save_nightly()
        for text in perform(verb, name):
            print(text)
    except (Refused, OSError) as error:
        print(f"{verb or 'backup'}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
