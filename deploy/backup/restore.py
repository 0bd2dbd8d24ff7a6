"""Restore of a backup. All checks come before the first change."""

import os
import shutil
import tarfile
from collections.abc import Sequence
from pathlib import Path

from deploy.backup import erasures, manifest, postgres
from deploy.backup.sources import BackupError, BackupSource


def restore_backup(
    sources: Sequence[BackupSource],
    backup: Path,
    *,
    overwrite: bool = False,
    other_keys: bool = False,
    programs_folder: str = "",
    erasures_file: Path | None = None,
) -> manifest.Manifest:
    """Restore a backup. Raises BackupError: before any change if a check fails, or later if a dump cannot be restored.

    The databases and folders must be empty unless `overwrite` is set. The list of all erasures that the backups and
    the databases before the restore know is written to `erasures_file`.
    """
    contents = check_backup(
        sources, backup, overwrite=overwrite, other_keys=other_keys, programs_folder=programs_folder
    )
    parts = {part.service: part for part in contents.parts}
    databases = {source.service: postgres.Database(source.database_url, programs_folder) for source in sources}

    for source in sources:
        refuse_connected_clients(source, databases[source.service])

    folders = {}
    for source in sources:
        files_in_backup = parts[source.service].files
        if source.files and files_in_backup:
            folders[source.files] = unpack(backup / files_in_backup.name, source.files)

    if erasures_file:
        erasures.add_new_erasures(sources, backup.parent, programs_folder=programs_folder)
        erasures.write_list(erasures_file, erasures.read_list(backup.parent / erasures.LIST))

    for service, database in databases.items():
        database.run_sql(postgres.CLEAR_SCHEMA)
        database.restore_dump(backup / parts[service].database.name)
    for files, new_folder in folders.items():
        replace_folder(files, new_folder)
    return contents


def check_backup(
    sources: Sequence[BackupSource], backup: Path, *, overwrite: bool, other_keys: bool, programs_folder: str = ""
) -> manifest.Manifest:
    """Make the checks that are possible while the services run. Raises BackupError."""
    contents = manifest.verify(backup, programs_folder=programs_folder)
    parts = {part.service: part for part in contents.parts}
    refuse_other_services(sources, parts)
    if not other_keys:
        refuse_other_keys(sources, parts)
    if not overwrite:
        for source in sources:
            refuse_existing_data(source, postgres.Database(source.database_url, programs_folder))
    return contents


def refuse_other_services(sources: Sequence[BackupSource], parts: dict[str, manifest.Part]) -> None:
    """Raise BackupError unless the backup has the same services as this system.

    After a restore of some services only, their data would be older than the other services' and contradict them.
    """
    has_files = {source.service: bool(source.files) for source in sources}
    backup_has_files = {service: bool(part.files) for service, part in parts.items()}
    if has_files != backup_has_files:
        raise BackupError(f"the backup holds (service: with files) {backup_has_files}, this system has {has_files}")


def refuse_other_keys(sources: Sequence[BackupSource], parts: dict[str, manifest.Part]) -> None:
    """Raise BackupError if a service of this system has another SECRET_KEY than in the backup."""
    services = [source.service for source in sources if source.key_fingerprint != parts[source.service].key_print]
    if services:
        raise BackupError(
            f"SECRET_KEY of {', '.join(services)} differs from the backup's: its encrypted data could not be read. "
            "Restore the key (on one machine it is in var/secrets), or set OTHER_KEYS=yes if it is lost."
        )


def refuse_connected_clients(source: BackupSource, database: postgres.Database) -> None:
    """Raise BackupError if other clients are connected to the database."""
    count = database.run_sql(postgres.COUNT_CONNECTIONS)
    if count != "0":
        raise BackupError(
            f"{count} other clients are connected to the database of {source.service}: stop the services first"
        )


def refuse_existing_data(source: BackupSource, database: postgres.Database) -> None:
    """Raise BackupError if the service has tables or files here."""
    tables = database.run_sql(postgres.COUNT_TABLES)
    has_files = source.files is not None and any(file.is_file() for file in source.files.rglob("*"))
    if tables != "0" or has_files:
        contents = f"{tables} tables and files" if has_files else f"{tables} tables"
        raise BackupError(
            f"{source.service} is not empty: it has {contents}. OVERWRITE=yes replaces them by the backup."
        )


def unpack(archive: Path, files: Path) -> Path:
    """Unpack files into a folder beside the existing one. This comes first, so that a full disk destroys nothing."""
    new_folder = files.with_name(f".{files.name}.fresh")
    shutil.rmtree(new_folder, ignore_errors=True)
    new_folder.mkdir(parents=True)
    with tarfile.open(archive) as pack:
        for member in pack:
            extract_file(pack, member, new_folder)
    return new_folder


def replace_folder(files: Path, new_folder: Path) -> None:
    """Put the unpacked folder in the place of the existing one, which is deleted."""
    old_folder = files.with_name(f".{files.name}.old")
    shutil.rmtree(old_folder, ignore_errors=True)
    if files.exists():
        files.rename(old_folder)
    new_folder.rename(files)
    shutil.rmtree(old_folder, ignore_errors=True)


def extract_file(pack: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    """Extract one plain file below the folder. Raises BackupError for any other member.

    Some versions of Python 3.11 lack the extraction filter of tarfile.
    """
    target = (folder / member.name).resolve()
    content = pack.extractfile(member)
    if content is None or folder.resolve() not in target.parents:
        raise BackupError(f"{member.name} in the backup is not a file of that folder")
    target.parent.mkdir(parents=True, exist_ok=True)
    with content, target.open("wb") as file:
        shutil.copyfileobj(content, file)
    # Browsers revalidate cached files by their modification time.
    os.utime(target, (member.mtime, member.mtime))
