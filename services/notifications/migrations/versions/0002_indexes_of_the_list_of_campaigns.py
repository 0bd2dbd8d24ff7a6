"""Indexes for the search and the sort orders of the list of campaigns"""

from functools import reduce

import sqlalchemy as sa
from alembic import op
from chassis.database.search import CREATE_GRAMS_FUNCTION

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

SEARCHED_COLUMNS = {
    "campaigns": ("title",),
}
INDEXES = {
    "campaigns_made": ("campaigns", ["created_at"]),
    "campaigns_by_time": ("campaigns", ["scheduled_at"]),
    "campaigns_by_title": ("campaigns", ["title"]),
    "campaigns_by_status": ("campaigns", ["status"]),
}
IS_BY_ADMINISTRATOR = sa.text("created_by IS NOT NULL")


def upgrade() -> None:
    op.execute(CREATE_GRAMS_FUNCTION)
    for table, columns in SEARCHED_COLUMNS.items():
        # PostgreSQL uses the index only for the same expression, which `chassis.database.search` builds for queries.
        searched_text = reduce(
            "textcat(textcat({}, chr(10)), {})".format, (f"coalesce({name}, '')" for name in columns)
        )
        op.create_index(f"{table}_words", table, [sa.text(f"grams({searched_text})")], postgresql_using="gin")
    for name, (table, columns) in INDEXES.items():
        op.create_index(name, table, columns, postgresql_where=IS_BY_ADMINISTRATOR)


def downgrade() -> None:
    for name, (table, _) in INDEXES.items():
        op.drop_index(name, table_name=table)
    for table in SEARCHED_COLUMNS:
        op.drop_index(f"{table}_words", table_name=table)
    op.execute("DROP FUNCTION grams(text)")
