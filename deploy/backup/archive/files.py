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


class FileShipper:
    """Archives new and changed files of the services.

    Its index is also stored locally, since the shipper has no key to read the one in the archive.
    """

    def __init__(self, archive: Archive, folders: Mapping[str, Path], state: Path) -> None:
        self._archive = archive
        self._folders = folders
        self._state = state
        self._index: FileIndex = json.loads(state.read_text()) if state.exists() else {}

    def ship(self, *, now: datetime, forget_before: datetime) -> None:
        """Archive new and changed files. A file that was deleted before `forget_before` leaves the archive too."""
        before = json.dumps(self._index)
        files = {
            f"{service}/{file.relative_to(folder)}": file
            for service, folder in self._folders.items()
            for file in sorted(folder.rglob("*"))
            if file.is_file() and not file.name.startswith(".")
        }
        for name, file in files.items():
            self._add(name, file)
        for name, entry in list(self._index.items()):
            if name not in files:
                entry.setdefault("gone_at", now.isoformat())
                if datetime.fromisoformat(entry["gone_at"]) < forget_before:
                    self._archive.delete([FOLDER + name])
                    del self._index[name]
        if json.dumps(self._index) != before or not self._state.exists():
            self._save()

    def _add(self, name: str, file: Path) -> None:
        """Archive a new or changed file. A file that is deleted meanwhile is left to the next run."""
        try:
            stat = file.stat()
            content = None
            entry = self._index.get(name)
            if not entry or [entry["size"], entry["changed"]] != [stat.st_size, stat.st_mtime]:
                content = file.read_bytes()
        except FileNotFoundError:
            return
        if content is not None:
            self._archive.put(FOLDER + name, content)
            self._index[name] = {"size": stat.st_size, "changed": stat.st_mtime}
        else:
            self._index[name].pop("gone_at", None)

    def _save(self) -> None:
        """Store the index in the archive, then locally."""
        text = json.dumps(self._index)
        self._archive.put(INDEX, text.encode())
        draft = self._state.with_name(f"{self._state.name}.new")
        draft.write_text(text)
        draft.replace(self._state)


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

    def __init__(self, archive: Archive, auth: Database, state: Path) -> None:
        self._archive = archive
        self._auth = auth
        self._state = state
        self._known: dict[str, Any] = json.loads(state.read_text()) if state.exists() else {}

    def ship(self) -> None:
        """Add the new erasures. No entry is ever removed."""
        merged_erasures = self._known | read_database(self._auth)
        if merged_erasures != self._known or not self._state.exists():
            text = json.dumps(merged_erasures)
            self._archive.put(ERASURES, text.encode())
            self._state.write_text(text)
            self._known = merged_erasures


def list_erasures(archive: Archive) -> list[dict[str, Any]]:
    """Return all erasures in the archive."""
    return list(json.loads(archive.get(ERASURES)).values())
