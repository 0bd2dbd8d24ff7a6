"""Manifest of a backup, with the size and SHA-256 of every file, and the verification of a backup."""

import hashlib
import json
import os
import tarfile
from dataclasses import asdict, dataclass
from pathlib import Path

from deploy.backup.postgres import Database
from deploy.backup.sources import BackupError

NAME = "manifest.json"
FORMAT = 1


@dataclass(frozen=True)
class StoredFile:
    """One file of a backup."""

    name: str
    bytes: int
    sha256: str


@dataclass(frozen=True)
class Part:
    """One service in a backup: the revision of its tables, the fingerprint of its SECRET_KEY, and its files."""

    service: str
    revision: str
    # This name of the fingerprint is part of the manifest's format.
    key_print: str
    database: StoredFile
    files: StoredFile | None


@dataclass(frozen=True)
class Manifest:
    """The whole manifest. Times are in UTC and ISO 8601."""

    began_at: str
    ended_at: str
    app_version: str
    postgres: str
    parts: tuple[Part, ...]
    format: int = FORMAT

    @property
    def bytes(self) -> int:
        return sum(file.bytes for part in self.parts for file in (part.database, part.files) if file)

    def write(self, folder: Path) -> None:
        (folder / NAME).write_text(json.dumps(asdict(self), indent=2) + "\n")
        _flush(folder / NAME)


def describe_file(file: Path) -> StoredFile:
    """Return the size and checksum of a file, after it has been flushed to the disk."""
    _flush(file)
    with file.open("rb") as content:
        digest = hashlib.file_digest(content, "sha256").hexdigest()
    return StoredFile(file.name, file.stat().st_size, digest)


def _flush(file: Path) -> None:
    with file.open("rb") as content:
        os.fsync(content.fileno())


def refuse_unreadable(folder: Path) -> None:
    """Raise BackupError if the folder of a backup belongs to another user, as after a copy to another server."""
    try:
        next(folder.iterdir(), None)
    except PermissionError as error:
        user = os.geteuid()
        raise BackupError(f"user {user} cannot read {folder}: sudo chown -R {user}:{user} BACKUP_FOLDER") from error
    except (FileNotFoundError, NotADirectoryError):
        return


def read(folder: Path) -> Manifest:
    """Read the manifest of a backup. Raises BackupError if it is missing, unreadable, damaged or of another format."""
    refuse_unreadable(folder)
    if not (folder / NAME).is_file():
        raise BackupError(f"{folder} is not a backup: it has no {NAME}")
    try:
        body = json.loads((folder / NAME).read_text())
        if body["format"] != FORMAT:
            raise BackupError(f"{folder} has format {body['format']}, but this program reads format {FORMAT}")
        parts = tuple(_read_part(part) for part in body.pop("parts"))
        return Manifest(**body, parts=parts)
    except (ValueError, KeyError, TypeError) as error:
        raise BackupError(f"{folder / NAME} is damaged: {error}") from error


def _read_part(body: dict[str, object]) -> Part:
    def read_stored_file(name: str) -> StoredFile | None:
        entry = body.pop(name)
        return StoredFile(**entry) if isinstance(entry, dict) else None

    database = read_stored_file("database")
    files = read_stored_file("files")
    if database is None:
        raise ValueError("a service without its database")
    return Part(**body, database=database, files=files)  # type: ignore[arg-type]


def verify(folder: Path, *, programs_folder: str = "") -> Manifest:
    """Check that every file is complete and can be read to its end. Returns the manifest. Raises BackupError."""
    manifest = read(folder)
    for part in manifest.parts:
        for stored_file in filter(None, (part.database, part.files)):
            _verify_file(folder, stored_file)
        Database("", programs_folder).read_through(folder / part.database.name)
        if part.files:
            with tarfile.open(folder / part.files.name) as archive:
                archive.getmembers()
    return manifest


def _verify_file(folder: Path, stored_file: StoredFile) -> None:
    file = folder / stored_file.name
    if file.parent != folder or not file.is_file():
        raise BackupError(f"{file} is missing")
    if describe_file(file) != stored_file:
        raise BackupError(f"{file} is damaged: it differs from the file that was written when the backup was made")
