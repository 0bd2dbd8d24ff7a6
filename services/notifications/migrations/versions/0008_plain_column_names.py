"""Rename the column with the id of the email that contains a delivery

The previous release runs beside this one. Until the next release drops the old columns (docs/decisions/0079), a trigger
keeps the old and the new column equal.
"""

from uuid import UUID

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

RENAMED = ({"table": "deliveries", "key": "id", "old": "letter_id", "new": "email_id", "kind": "uuid"},)

BATCH = 5000
# Both columns hold one value, whichever of them a release writes: an INSERT names one of them, an UPDATE changes one.
KEEP_EQUAL = """
ALTER TABLE {table} ADD COLUMN IF NOT EXISTS {new} {kind};
CREATE OR REPLACE FUNCTION {table}_{new}_equals_{old}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        NEW.{new} := coalesce(NEW.{new}, NEW.{old});
        NEW.{old} := NEW.{new};
    ELSIF NEW.{old} IS DISTINCT FROM OLD.{old} THEN
        NEW.{new} := NEW.{old};
    ELSIF NEW.{new} IS DISTINCT FROM OLD.{new} THEN
        NEW.{old} := NEW.{new};
    END IF;
    RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER {table}_{new}_equals_{old} BEFORE INSERT OR UPDATE ON {table}
FOR EACH ROW EXECUTE FUNCTION {table}_{new}_equals_{old}();
COMMENT ON COLUMN {table}.{old} IS 'old name of {new}';
"""
FILL_BATCH = """
WITH batch AS (SELECT {key} FROM {table} WHERE {key} > :after ORDER BY {key} LIMIT :batch),
     filled AS (UPDATE {table} SET {new} = {old}
                WHERE {key} IN (SELECT {key} FROM batch) AND {new} IS DISTINCT FROM {old})
SELECT {key} FROM batch ORDER BY {key} DESC LIMIT 1
"""
DROP_NEW_NAME = """
DROP TRIGGER {table}_{new}_equals_{old} ON {table};
DROP FUNCTION {table}_{new}_equals_{old}();
COMMENT ON COLUMN {table}.{old} IS NULL;
ALTER TABLE {table} DROP COLUMN {new};
"""


def fill(renamed: dict[str, str], first: object) -> None:
    """Copy the old column into the new one, in batches that are committed one by one: no row is locked for long."""
    after = first
    while after is not None:
        values = {"after": after, "batch": BATCH}
        after = op.get_bind().execute(sa.text(FILL_BATCH.format(**renamed)), values).scalar()


def upgrade() -> None:
    # Each step can run again, because the program may end between two of them.
    for renamed in RENAMED:
        op.execute(KEEP_EQUAL.format(**renamed))
    with op.get_context().autocommit_block():
        for renamed in RENAMED:
            fill(renamed, UUID(int=0))
        waits = sa.text("state = 'queued' AND email_id IS NULL")
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS deliveries_waiting")
        op.create_index(
            "deliveries_waiting",
            "deliveries",
            ["channel", "is_bulk", "due_at"],
            postgresql_where=waits,
            postgresql_concurrently=True,
        )
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS deliveries_of_email")
        op.create_index(
            "deliveries_of_email",
            "deliveries",
            ["email_id"],
            postgresql_where=sa.text("state = 'queued'"),
            postgresql_concurrently=True,
        )


def downgrade() -> None:
    op.drop_index("deliveries_of_email", table_name="deliveries")
    op.drop_index("deliveries_waiting", table_name="deliveries")
    for renamed in RENAMED:
        op.execute(DROP_NEW_NAME.format(**renamed))
