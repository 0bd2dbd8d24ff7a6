"""Rename the columns of encrypted secrets and of the last change of access

The previous release runs beside this one. Until the next release drops the old columns (docs/decisions/0079), a trigger
keeps the old and the new column equal.
"""

from uuid import UUID

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

RENAMED_COLUMNS = (
    {"table": "accounts", "key": "id", "old": "standing_changed_at", "new": "access_changed_at", "kind": "timestamptz"},
    {"table": "signing_keys", "key": "kid", "old": "sealed_secret", "new": "encrypted_secret", "kind": "varchar"},
    {
        "table": "totp_secrets",
        "key": "account_id",
        "old": "sealed_secret",
        "new": "encrypted_secret",
        "kind": "varchar",
    },
    {"table": "social_attempts", "key": "id", "old": "sealed_secrets", "new": "encrypted_secrets", "kind": "varchar"},
)

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
# The previous release does not know the new column. The trigger fills it in.
REQUIRE = "ALTER TABLE {table} ALTER COLUMN {new} SET NOT NULL"
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
            # The batches begin after the smallest key: an empty text or the zero UUID.
            fill_new_column(column, "" if column["key"] == "kid" else UUID(int=0))
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS ix_accounts_access_changed_at")
        op.create_index(
            "ix_accounts_access_changed_at", "accounts", ["access_changed_at"], postgresql_concurrently=True
        )
    for column in RENAMED_COLUMNS:
        # `accounts.access_changed_at` is null until the first change.
        if column["table"] != "accounts":
            op.execute(REQUIRE.format(**column))


def downgrade() -> None:
    op.drop_index("ix_accounts_access_changed_at", table_name="accounts")
    for column in RENAMED_COLUMNS:
        op.execute(DROP_NEW_NAME.format(**column))
