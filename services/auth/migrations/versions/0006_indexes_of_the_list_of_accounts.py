"""Indexes for the search and the sort orders of the administrators' list of accounts"""

from functools import reduce

import sqlalchemy as sa
from alembic import op
from chassis.database.search import CREATE_GRAMS_FUNCTION

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

SEARCHED_COLUMNS = {
    "accounts": ("first_name", "last_name", "email_key", "phone"),
}
INDEXES = {
    "accounts_by_status": ("accounts", ["account_status", "created_at"]),
    "accounts_made": ("accounts", ["created_at", "id"]),
    "accounts_seen": ("accounts", [sa.text("last_login_at DESC NULLS LAST")]),
    "accounts_by_name": ("accounts", [sa.text("lower(textcat(textcat(first_name, ' '), last_name))")]),
}


def upgrade() -> None:
    op.execute(CREATE_GRAMS_FUNCTION)
    for table, columns in SEARCHED_COLUMNS.items():
        # PostgreSQL uses the index only for the same expression, which `chassis.database.search` builds for queries.
        searched_text = reduce(
            "textcat(textcat({}, chr(10)), {})".format, (f"coalesce({name}, '')" for name in columns)
        )
        op.create_index(f"{table}_words", table, [sa.text(f"grams({searched_text})")], postgresql_using="gin")
    for name, (table, columns) in INDEXES.items():
        op.create_index(name, table, columns)


def downgrade() -> None:
    for name, (table, _) in INDEXES.items():
        op.drop_index(name, table_name=table)
    for table in SEARCHED_COLUMNS:
        op.drop_index(f"{table}_words", table_name=table)
    op.execute("DROP FUNCTION grams(text)")
