"""List of erasures of personal data, kept beside the backups.

After a restore auth gets a copy of the list and repeats the erasures, so that erased accounts stay erased.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from deploy.backup.postgres import Database
from deploy.backup.sources import BackupSource

LIST = "erasures.jsonl"
# The list has no personal data: ids of erasures and accounts, and times.
SELECT_ERASURES = """
SELECT coalesce(
    json_agg(json_build_object('id', id, 'account_id', account_id, 'requested_at', requested_at) ORDER BY id), '[]'
) FROM erasures
"""
HAS_ERASURES = "SELECT to_regclass('public.erasures') IS NOT NULL"


def read_database(auth: Database) -> dict[str, Any]:
    """Return the erasures in auth's database by id. The result is empty before its first migration."""
    if auth.run_sql(HAS_ERASURES) != "t":
        return {}
    return {erasure["id"]: erasure for erasure in json.loads(auth.run_sql(SELECT_ERASURES))}


def add_new_erasures(sources: Sequence[BackupSource], folder: Path, *, programs_folder: str = "") -> None:
    """Add the erasures of the running system to the list in the folder. No entry is ever removed from it."""
    for source in sources:
        if source.service == "auth":
            erasures = read_list(folder / LIST)
            write_list(folder / LIST, erasures | read_database(Database(source.database_url, programs_folder)))


def read_list(file: Path) -> dict[str, Any]:
    """Return the erasures of a list file by id. The result is empty if there is no file."""
    lines = file.read_text().splitlines() if file.exists() else []
    return {erasure["id"]: erasure for erasure in map(json.loads, lines)}


def write_list(file: Path, erasures: Mapping[str, Any]) -> None:
    """Write one JSON object per line, which `auth.erase_again` reads. The file is replaced atomically."""
    draft = file.with_name(f".{file.name}.new")
    draft.write_text("".join(f"{json.dumps(erasure)}\n" for erasure in erasures.values()))
    draft.replace(file)
