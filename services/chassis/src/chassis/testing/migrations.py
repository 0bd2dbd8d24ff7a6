"""Migrations beside the tables, over a temporary database:

python -m chassis.testing.migrations content --check                    fail when tables and migrations differ
python -m chassis.testing.migrations content --autogenerate "Add cars"  write a revision from the difference
"""

import argparse
import re
from typing import Any

from alembic import command
from sqlmodel import SQLModel

from chassis.migrate import configuration, migrations_dir
from chassis.testing.servers import postgres

PARTITION = re.compile(r"_(before|other|\d{8})$")


def is_compared(compared: Any, name: str | None, kind: str, is_reflected: bool, _: Any) -> bool:
    """Whether the tables must have it too.

    Not a partition (docs/decisions/0127), nor the old name of a column and its indexes (docs/decisions/0079).
    """
    table = name if kind == "table" else getattr(getattr(compared, "table", None), "name", "")
    if is_reflected and PARTITION.sub("", table or "") != table:
        return PARTITION.sub("", table or "") not in SQLModel.metadata.tables
    if not is_reflected or kind not in {"column", "index"}:
        return True
    old = {one.name for one in compared.table.columns if (one.comment or "").startswith("old name of ")}
    if kind == "column":
        return compared.name not in old
    condition = re.findall(r"\w+", str(compared.dialect_options["postgresql"]["where"]))
    return old.isdisjoint([*condition, *(one.name for one in compared.columns)])


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("service")
    wish = parser.add_mutually_exclusive_group(required=True)
    wish.add_argument("--check", action="store_true")
    wish.add_argument("--autogenerate", metavar="MESSAGE")
    arguments = parser.parse_args()
    with postgres() as server:
        config = configuration(arguments.service, server.create(f"{arguments.service}_migrations"))
        config.attributes["include_object"] = is_compared
        command.upgrade(config, "head")
        if arguments.check:
            command.check(config)
            return
        number = f"{len(list((migrations_dir(arguments.service) / 'versions').glob('*.py'))) + 1:04d}"
        command.revision(config, arguments.autogenerate, autogenerate=True, rev_id=number)


if __name__ == "__main__":
    main()
