"""Compares the migrations with the table classes, in a temporary database:

python -m chassis.testing.migrations auth content --check               fail when tables and migrations differ
python -m chassis.testing.migrations content --autogenerate "Add cars"  write a revision from the difference
"""

import argparse
import importlib
import multiprocessing
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from alembic import command
from sqlmodel import SQLModel

from chassis.migrate import SHARED_TABLES, build_configuration, get_migrations_folder
from chassis.testing.servers import Postgres, run_postgres

# The end of the name of a partition: `outbox_before`, `outbox_other`, `outbox_20261120`.
PARTITION = re.compile(r"_(before|other|\d{8})$")


def is_compared(database_object: Any, name: str | None, kind: str, is_reflected: bool, _: Any) -> bool:
    """Return True if the tables must have this object too.

    Partitions (docs/decisions/0127) and old names of columns and their indexes (docs/decisions/0079) are left out.
    """
    table = name if kind == "table" else getattr(getattr(database_object, "table", None), "name", "")
    partitioned_table = PARTITION.sub("", table or "")
    if is_reflected and partitioned_table != table:
        return partitioned_table not in SQLModel.metadata.tables
    if not is_reflected or kind not in {"column", "index"}:
        return True
    old_names = {
        column.name for column in database_object.table.columns if (column.comment or "").startswith("old name of ")
    }
    if kind == "column":
        return database_object.name not in old_names
    condition = re.findall(r"\w+", str(database_object.dialect_options["postgresql"]["where"]))
    return old_names.isdisjoint([*condition, *(column.name for column in database_object.columns)])


def compare_or_write_revision(server: Postgres, service: str, message: str | None) -> None:
    """Migrate a new database. With a message, write a revision; without, raise if the tables differ from the
    migrations.
    """
    config = build_configuration(service, server.create(f"{service}_migrations"))
    config.attributes["include_object"] = is_compared
    command.upgrade(config, "head")
    if message is None:
        command.check(config)
        return
    versions = get_migrations_folder(service) / "versions"
    # The newest number, not the count of files: numbers may have gaps.
    newest_number = max((int(file.name[:4]) for file in versions.glob("[0-9]*.py")), default=0)
    number = f"{newest_number + 1:04d}"
    command.revision(config, message, autogenerate=True, rev_id=number)
    ruff = Path(sys.executable).with_name("ruff")
    for file in versions.glob(f"{number}_*.py"):
        # Alembic frames generated statements with comments that ask for a review. They are of no use afterwards.
        file.write_text(re.sub(r"(?m)^ +# ### .* ###\n", "", file.read_text()))
        subprocess.run([ruff, "check", "--fix-only", "--quiet", file], check=True)  # noqa: S603
        subprocess.run([ruff, "format", "--quiet", file], check=True)  # noqa: S603


def main() -> int:
    """Run the command line. Each service needs a separate process, since SQLModel holds the tables of one service."""
    parser = argparse.ArgumentParser()
    parser.add_argument("service", nargs="+")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--check", action="store_true")
    action.add_argument("--autogenerate", metavar="MESSAGE")
    arguments = parser.parse_args()
    for name in SHARED_TABLES:
        importlib.import_module(name)
    fork = multiprocessing.get_context("fork")  # with the tables imported so far
    failed_count = 0
    with run_postgres() as server:
        for service in arguments.service:
            process = fork.Process(target=compare_or_write_revision, args=(server, service, arguments.autogenerate))
            process.start()
            process.join()
            if process.exitcode != 0:
                failed_count += 1
    return 1 if failed_count else 0


if __name__ == "__main__":
    sys.exit(main())
