"""Checks migrations since the last release: `python -m tests.contract.migrations_only_add`.

During a rolling upgrade and after a rollback two releases use one database. So a migration may only add (expand).
It may remove or change only what is unused since a released migration (contract). It names that migration:
`UNUSED_SINCE = "0018"`. After a release `--accept` records the newest migrations as released.
"""

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from contracts.services import SERVICES

ROOT = Path(__file__).resolve().parents[2]
RELEASED_MIGRATIONS = ROOT / "deploy" / "released_migrations.json"
# These check every row under a lock, and the previous release does not know the new constraint.
RESTRICTING_OPERATIONS = {
    "create_check_constraint",
    "create_unique_constraint",
    "create_foreign_key",
    "create_exclude_constraint",
}
REMOVING_OPERATIONS = {"drop_column", "drop_table", "drop_constraint", "rename_table"}
REMOVING_SQL = re.compile(
    r"\b(DROP\s+(TABLE|COLUMN|VIEW|TRIGGER|FUNCTION)|RENAME\s+(TO|COLUMN)|SET\s+NOT\s+NULL|ALTER\s+COLUMN\s+\w+\s+TYPE)\b",
    re.I,
)
LOCKING_SQL = re.compile(r"\bCREATE\s+(UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY)", re.I)
RESTRICTING_SQL = re.compile(
    r"\bADD\s+(CONSTRAINT|CHECK|UNIQUE|FOREIGN\s+KEY|EXCLUDE|COLUMN\b(?!.*\bDEFAULT\b).*\bNOT\s+NULL)\b", re.I | re.S
)


def find_forbidden_operations(source: str, released: str) -> Iterator[str]:
    """Yield a finding for each operation of a migration that would break the previous release.

    `source` is the text of the migration. `released` is the number of the newest migration of the previous release.
    """
    tree = ast.parse(source)
    names = {
        target.id: ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id == "UNUSED_SINCE"
    }
    may_take_away = "UNUSED_SINCE" in names and names["UNUSED_SINCE"] <= released
    [upgrade] = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "upgrade"]
    calls = [node for node in ast.walk(upgrade) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    new_tables = {_join_first_argument(call) for call in calls if _get_operation(call) == "create_table"}
    for call in calls:
        operation = _get_operation(call)
        argument = _join_first_argument(call)
        is_of_new_table = _get_table(call) in new_tables
        if not may_take_away and (taken_away := _describe_removal(call)):
            yield f"{taken_away}: the last release uses it, or UNUSED_SINCE must name the migration that ended its use"
        if operation == "add_column" and _is_required(call):
            yield f"add_column {argument}: NOT NULL without server_default, the last release cannot insert"
        if operation == "create_index" and not is_of_new_table and not _has(call, "postgresql_concurrently"):
            yield f"create_index {argument}: locks the table; use postgresql_concurrently in an autocommit_block"
        if not may_take_away and operation in RESTRICTING_OPERATIONS and not is_of_new_table:
            yield f"{operation} {argument}: refuses rows that the last release writes, and locks the table"
        if operation == "execute":
            restriction = RESTRICTING_SQL.search(argument)
            if not may_take_away and restriction:
                yield f"execute {restriction.group(0)}: refuses rows that the last release writes"
            if LOCKING_SQL.search(argument):
                yield "execute: CREATE INDEX without CONCURRENTLY locks the table"


def _get_operation(call: ast.Call) -> str:
    assert isinstance(call.func, ast.Attribute)
    return call.func.attr


def _join_first_argument(call: ast.Call) -> str:
    return (
        "".join(str(node.value) for node in ast.walk(call.args[0]) if isinstance(node, ast.Constant))
        if call.args
        else ""
    )


def _get_table(call: ast.Call) -> str:
    return str(call.args[1].value) if len(call.args) > 1 and isinstance(call.args[1], ast.Constant) else ""


def _has(call: ast.Call, name: str) -> bool:
    return any(keyword.arg == name and getattr(keyword.value, "value", None) is True for keyword in call.keywords)


def _is_required(call: ast.Call) -> bool:
    keywords = {
        keyword.arg: keyword.value for node in ast.walk(call) if isinstance(node, ast.Call) for keyword in node.keywords
    }
    return getattr(keywords.get("nullable"), "value", True) is False and "server_default" not in keywords


def _describe_removal(call: ast.Call) -> str:
    verb = _get_operation(call)
    if verb in REMOVING_OPERATIONS:
        return f"{verb} {_join_first_argument(call)}"
    if verb == "alter_column":
        changing_keywords = {keyword.arg for keyword in call.keywords} & {"new_column_name", "type_"}
        is_required = any(
            word.arg == "nullable" and getattr(word.value, "value", None) is False for word in call.keywords
        )
        return f"alter_column {_join_first_argument(call)}" if changing_keywords or is_required else ""
    match = REMOVING_SQL.search(_join_first_argument(call)) if verb == "execute" else None
    return f"execute {match.group(0)}" if match else ""


def list_migrations(service: str) -> list[Path]:
    """Return the migrations of a service, oldest first. A file name begins with the revision."""
    return sorted((ROOT / "services" / service / "migrations" / "versions").glob("[0-9]*.py"))


def list_newest_revisions() -> dict[str, str]:
    """Return the newest revision of each service."""
    return {service: list_migrations(service)[-1].name[:4] for service in SERVICES}


def main() -> int:
    """Print the findings in migrations since the last release. Returns 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m tests.contract.migrations_only_add")
    parser.add_argument("--accept", action="store_true", help="record the newest migrations as released")
    if parser.parse_args().accept:
        RELEASED_MIGRATIONS.write_text(json.dumps(list_newest_revisions(), indent=2) + "\n")
        return 0
    released_migrations = json.loads(RELEASED_MIGRATIONS.read_text())
    code = 0
    for service in SERVICES:
        for file in list_migrations(service):
            if file.name[:4] > released_migrations.get(service, ""):
                for finding in find_forbidden_operations(file.read_text(), released_migrations.get(service, "")):
                    print(f"{file.relative_to(ROOT)}: {finding}")
                    code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
