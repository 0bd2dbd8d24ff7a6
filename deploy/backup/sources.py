"""Sources of a backup: for each service a database, its files if any, and the key that encrypts its secrets."""

import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

# The end of a program's error output, in characters, that an error message shows.
MAX_OUTPUT_LENGTH = 800


class BackupError(Exception):
    """The command was refused or failed. The text says why, and what to change."""


@dataclass(frozen=True)
class BackupSource:
    """The data of one service.

    `files` is None if the service has no files, or stores them in an object store, which has its own backup.
    """

    service: str
    database_url: str = field(repr=False)
    files: Path | None = None
    secret_key: str = field(default="", repr=False)

    @property
    def key_fingerprint(self) -> str:
        """Fingerprint of the key, by which a restore recognizes another key."""
        return hmac.new(self.secret_key.encode(), b"meridian-backup", hashlib.sha256).hexdigest()[:16]


def add_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment, completed by the files of SECRETS_DIR. A file's name is the name of the setting."""
    settings = {}
    folder = environment.get("SECRETS_DIR")
    if folder:
        settings = {file.name: file.read_text().strip() for file in Path(folder).iterdir() if file.is_file()}
    # A setting of the environment overrides a file, unless it is empty.
    return settings | {name: value for name, value in environment.items() if value}


def shorten_output(text: str) -> str:
    """Return the end of a program's error output, which usually names the cause."""
    return text.strip()[-MAX_OUTPUT_LENGTH:]


def find_sources(environment: Mapping[str, str]) -> list[BackupSource]:
    """Find the sources by their settings.

    AUTH_DATABASE_URL, for example, makes auth a source, whose other settings are AUTH_FILES and AUTH_SECRET_KEY. If
    AUTH_STORAGE_URL is set, the files are in an object store, and AUTH_FILES is ignored.
    """
    names = sorted(match[1] for name in environment if (match := re.fullmatch(r"([A-Z]+)_DATABASE_URL", name)))
    return [
        BackupSource(
            service=name.lower(),
            database_url=environment[f"{name}_DATABASE_URL"],
            files=find_files_folder(environment, name),
            secret_key=environment.get(f"{name}_SECRET_KEY", ""),
        )
        for name in names
    ]


def find_files_folder(environment: Mapping[str, str], name: str) -> Path | None:
    """Return the folder AUTH_FILES for the name AUTH. None if it is not set or the files are in an object store."""
    if environment.get(f"{name}_STORAGE_URL"):
        return None
    folder = environment.get(f"{name}_FILES")
    return Path(folder) if folder else None
