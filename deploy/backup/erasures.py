"""Erasures of personal data outlive a restore: a list beside the backups, of which auth gets a copy to repeat them."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from deploy.backup.postgres import Database
from deploy.backup.sources import BackupSource

LIST = "erasures.jsonl"
# It names nobody: the ids of accounts that no longer say anything.
ERASED = """SELECT coalesce(json_agg(json_build_object('id', id, 'account_id', account_id, 'requested_at', requested_at)
ORDER BY id), '[]') FROM erasures"""
EXISTS = "SELECT to_regclass('public.erasures') IS NOT NULL"


def of_database(auth: Database) -> dict[str, Any]:
    """The erasures that auth's database knows, by their ids; none before its first migration."""
    if auth.ask(EXISTS) != "t":
        return {}
    return {one["id"]: one for one in json.loads(auth.ask(ERASED))}


def keep(sources: Sequence[BackupSource], folder: Path, *, programs: str = "") -> None:
    """Add those of the running system to the list of the folder; none is ever taken out."""
    for one in sources:
        if one.service == "auth":
            known = of_list(folder / LIST)
            write_list(folder / LIST, known | of_database(Database(one.database_url, programs)))


def of_list(file: Path) -> dict[str, Any]:
    """The erasures of a list, by their ids; none where there is no list."""
    lines = file.read_text().splitlines() if file.exists() else []
    return {one["id"]: one for one in map(json.loads, lines)}


def write_list(file: Path, erasures: Mapping[str, Any]) -> None:
    """One JSON object a line, as `auth.erase_again` reads them; the file is replaced as a whole."""
    draft = file.with_name(f".{file.name}.new")
    draft.write_text("".join(f"{json.dumps(one)}\n" for one in erasures.values()))
    draft.replace(file)
