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

RENAMED_COLUMNS = ({"table": "deliveries", "key": "id", "old": "letter_id", "new": "email_id", "kind": "uuid"},)

BATCH = 5000
# The trigger gives both columns the value that a release has written to one of them.
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


def fill_new_column(column: dict[str, str], first_key: object) -> None:
    """Copy the old column into the new one. Each batch is committed, so that no row is locked for long."""
    after = first_key
    while after is not None:
        values = {"after": after, "batch": BATCH}
        after = op.get_bind().execute(sa.text(FILL_BATCH.format(**column)), values).scalar()


def upgrade() -> None:
    # Each step can run again, because the program may end between two of them.
    for column in RENAMED_COLUMNS:
        op.execute(KEEP_EQUAL.format(**column))
    with op.get_context().autocommit_block():
        for column in RENAMED_COLUMNS:
            fill_new_column(column, UUID(int=0))
        is_waiting = sa.text("state = 'queued' AND email_id IS NULL")
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS deliveries_waiting")
        op.create_index(
            "deliveries_waiting",
            "deliveries",
            ["channel", "is_bulk", "due_at"],
            postgresql_where=is_waiting,
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
    for column in RENAMED_COLUMNS:
        op.execute(DROP_NEW_NAME.format(**column))
