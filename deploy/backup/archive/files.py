"""Archive of the data outside of the write-ahead log: uploaded files, and the list of erasures."""

import json
import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from deploy.backup.archive.store import Archive
from deploy.backup.erasures import read_database
from deploy.backup.postgres import Database

FOLDER = "files/"
INDEX = "files.json"
ERASURES = "erasures.json"

FileIndex = dict[str, dict[str, Any]]


def list_files(folders: Mapping[str, Path]) -> dict[str, Path]:
    """Return all files by service and path. Drafts, whose names begin with a dot, are left out."""
    return {
        f"{service}/{file.relative_to(folder)}": file
        for service, folder in folders.items()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and not file.name.startswith(".")
    }


class FileShipper:
    """Archives new and changed files of the services.

    Its index is also stored locally, since the shipper has no key to read the index in the archive.
    """

    def __init__(self, archive: Archive, folders: Mapping[str, Path], state_file: Path) -> None:
        self._archive = archive
        self._folders = folders
        self._state_file = state_file
        self._index: FileIndex = json.loads(state_file.read_text()) if state_file.exists() else {}

    def ship(self, *, now: datetime, forget_before: datetime) -> None:
        """Archive new and changed files. Delete the copies of files deleted before `forget_before`."""
        previous_index = json.dumps(self._index)
        files = list_files(self._folders)
        for name, file in files.items():
            self._add(name, file)
        for name, entry in list(self._index.items()):
            if name not in files:
                entry.setdefault("gone_at", now.isoformat())
                if datetime.fromisoformat(entry["gone_at"]) < forget_before:
                    self._archive.delete([FOLDER + name])
                    del self._index[name]
        if json.dumps(self._index) != previous_index or not self._state_file.exists():
            self._save()

    def _add(self, name: str, file: Path) -> None:
        """Archive a new or changed file. A file that is deleted meanwhile is left to the next run."""
        entry = self._index.get(name)
        try:
            stat = file.stat()
            if entry and entry["size"] == stat.st_size and entry["changed"] == stat.st_mtime:
                entry.pop("gone_at", None)
                return
            content = file.read_bytes()
        except FileNotFoundError:
            return
        self._archive.put(FOLDER + name, content)
        self._index[name] = {"size": stat.st_size, "changed": stat.st_mtime}

    def _save(self) -> None:
        """Store the index in the archive, then locally."""
        text = json.dumps(self._index)
        self._archive.put(INDEX, text.encode())
        draft = self._state_file.with_name(f"{self._state_file.name}.new")
        draft.write_text(text)
        draft.replace(self._state_file)


def restore_files(archive: Archive, folders: Mapping[str, Path], *, at: datetime | None = None) -> int:
    """Restore the files that existed at the moment `at`, by default the newest ones. Returns their number."""
    index: FileIndex = json.loads(archive.get(INDEX))
    count = 0
    for name, entry in index.items():
        deleted_at = entry.get("gone_at")
        if deleted_at:
            was_deleted = at is None or datetime.fromisoformat(deleted_at) <= at
            if was_deleted:
                continue

        service, _, path = name.partition("/")
        if service not in folders:
            continue

        file = folders[service] / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(archive.get(FOLDER + name))
        os.utime(file, (entry["changed"], entry["changed"]))
        count += 1
    return count


class ErasureShipper:
    """Archives the list of erasures, so that a restore to an earlier moment does not lose them."""

    def __init__(self, archive: Archive, auth: Database, state_file: Path) -> None:
        self._archive = archive
        self._auth = auth
        self._state_file = state_file
        self._archived_erasures: dict[str, Any] = json.loads(state_file.read_text()) if state_file.exists() else {}

    def ship(self) -> None:
        """Add the new erasures. No entry is ever removed."""
        all_erasures = self._archived_erasures | read_database(self._auth)
        if all_erasures != self._archived_erasures or not self._state_file.exists():
            text = json.dumps(all_erasures)
            self._archive.put(ERASURES, text.encode())
            self._state_file.write_text(text)
            self._archived_erasures = all_erasures


def list_erasures(archive: Archive) -> list[dict[str, Any]]:
    """Return all erasures in the archive."""
    return list(json.loads(archive.get(ERASURES)).values())
