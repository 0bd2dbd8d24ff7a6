# ruff: noqa: S608  (names of tables come from the migrations)
"""Converts a table into a partitioned one while two releases use it. Only migrations call it.

The old table becomes `<table>_before`, the first partition of a new table with the same name and columns. Its range
ends two days ahead. A CHECK constraint, validated while others write, lets PostgreSQL attach it without a scan.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

from chassis.database.partitions import PartitionedTable

RENAME_INDEXES = """
DO $$ DECLARE index_name text; BEGIN
FOR index_name IN SELECT indexrelid::regclass FROM pg_index WHERE indrelid = '{table}_before'::regclass
LOOP EXECUTE format('ALTER INDEX %s RENAME TO %s', index_name, index_name || '_before'); END LOOP; END $$
"""
IS_PLAIN = sa.text("SELECT relkind = 'r' FROM pg_class WHERE oid = to_regclass(:table)")


@dataclass(frozen=True)
class TableConversion:
    """A table to convert and its indexes afterwards. `new_index` is created first, while others write.

    A conversion uses only the name and the key of `partitioned_table`, so `keep_where` is empty here.
    """

    partitioned_table: PartitionedTable
    indexes: tuple[str, ...]
    new_index: str = ""
    identity_column: str = ""


OUTBOX = TableConversion(
    PartitionedTable("outbox", timedelta(), ""),
    (
        "ALTER TABLE outbox ADD CONSTRAINT outbox_id_key UNIQUE (id)",
        "CREATE INDEX ix_outbox_type ON outbox (type)",
        "CREATE INDEX outbox_waiting ON outbox (position) WHERE published_at IS NULL",
    ),
    new_index="outbox_position ON outbox (position)",
    identity_column="position",
)
SEEN_EVENTS = TableConversion(
    PartitionedTable("seen_events", timedelta(), ""),
    ("ALTER TABLE seen_events ADD PRIMARY KEY (id)", "CREATE INDEX ix_seen_events_seen_at ON seen_events (seen_at)"),
)
MAIL_OUTBOX = TableConversion(
    PartitionedTable("mail_outbox", timedelta(), ""),
    (
        "ALTER TABLE mail_outbox ADD PRIMARY KEY (id)",
        "CREATE INDEX mail_due ON mail_outbox (due_at) WHERE sent_at IS NULL AND failed_at IS NULL",
    ),
)
COMMON_TABLES = (OUTBOX, SEEN_EVENTS, MAIL_OUTBOX)


def partition_tables(*conversions: TableConversion) -> None:
    """Convert these tables, each in its own transaction. Tables that are already partitioned are skipped."""
    with op.get_context().autocommit_block():
        for conversion in conversions:
            if op.get_bind().execute(IS_PLAIN, {"table": conversion.partitioned_table.table}).scalar():
                _partition_table(conversion)


def _partition_table(conversion: TableConversion) -> None:
    table = conversion.partitioned_table.table
    key = conversion.partitioned_table.key
    end = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=2)
    bound = conversion.partitioned_table.compute_first_key(end)
    if conversion.new_index:
        index_name, _, _ = conversion.new_index.partition(" ")
        op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {index_name}")
        op.execute(f"CREATE INDEX CONCURRENTLY {conversion.new_index}")
    op.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {table}_ends")
    has_later_rows = (
        op.get_bind().execute(sa.text(f"SELECT EXISTS (SELECT 1 FROM {table} WHERE {key} >= '{bound}')")).scalar()
    )
    if not has_later_rows:
        op.execute(f"ALTER TABLE {table} ADD CONSTRAINT {table}_ends CHECK ({key} < '{bound}') NOT VALID")
    try:
        if not has_later_rows:
            op.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT {table}_ends")
        # Statements that are sent together are one transaction.
        op.execute(";\n".join(_build_statements(conversion, bound)))
    except BaseException:
        # If it stayed, the constraint would refuse rows of later days.
        op.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {table}_ends")
        raise


def _build_statements(conversion: TableConversion, bound: str) -> list[str]:
    """Return the SQL that replaces the old table with the new one. Rows after the bound move to `_other`."""
    table = conversion.partitioned_table.table
    key = conversion.partitioned_table.key
    identity = conversion.identity_column
    statements = [
        f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE",
        f"ALTER TABLE {table} RENAME TO {table}_before",
        RENAME_INDEXES.format(table=table),
        f"CREATE TABLE {table} (LIKE {table}_before INCLUDING DEFAULTS INCLUDING IDENTITY) PARTITION BY RANGE ({key})",
    ]
    if identity:
        statements.append(f"ALTER TABLE {table}_before ALTER {identity} DROP IDENTITY")
    statements += [
        f"CREATE TABLE {table}_other PARTITION OF {table} DEFAULT",
        f"INSERT INTO {table} SELECT * FROM {table}_before WHERE {key} >= '{bound}'",
        f"DELETE FROM {table}_before WHERE {key} >= '{bound}'",
        *conversion.indexes,
    ]
    if conversion.new_index:
        statements.append(f"CREATE INDEX {conversion.new_index}")
    statements += [
        f"ALTER TABLE {table} ATTACH PARTITION {table}_before FOR VALUES FROM (MINVALUE) TO ('{bound}')",
        f"ALTER TABLE {table}_before DROP CONSTRAINT IF EXISTS {table}_ends",
    ]
    if identity:
        next_value = f"coalesce((SELECT max({identity}) FROM {table}), 0) + 1"
        statements.append(f"SELECT setval(pg_get_serial_sequence('{table}', '{identity}'), {next_value}, false)")
    return statements
