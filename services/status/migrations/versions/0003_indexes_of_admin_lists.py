"""Indexes for search, filters and sort orders of admin lists, and for maintenance whose end is not announced yet"""

from functools import reduce

import sqlalchemy as sa
from alembic import op
from chassis.database.search import CREATE_GRAMS_FUNCTION

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

SEARCHED_COLUMNS = {
    "incidents": ("title", "description"),
    "maintenance": ("title",),
    "client_log_groups": ("message",),
}
INDEXES = {
    "incidents_by_title": ("incidents", ["title"]),
    "incidents_by_status": ("incidents", ["status"]),
    "incidents_by_severity": ("incidents", ["severity"]),
    "maintenance_by_start": ("maintenance", ["starts_at"]),
    "maintenance_by_title": ("maintenance", ["title"]),
    "client_log_groups_by_count": ("client_log_groups", ["count"]),
    "client_log_groups_of_level": ("client_log_groups", ["level"]),
}


def upgrade() -> None:
    op.execute(CREATE_GRAMS_FUNCTION)
    for table, columns in SEARCHED_COLUMNS.items():
        # The columns with line breaks between them, as `chassis.database.search.join_texts` writes them.
        searched_text = reduce(
            "textcat(textcat({}, chr(10)), {})".format, (f"coalesce({name}, '')" for name in columns)
        )
        op.create_index(f"{table}_words", table, [sa.text(f"grams({searched_text})")], postgresql_using="gin")
    for name, (table, columns) in INDEXES.items():
        op.create_index(name, table, columns)
    unfinished = sa.text("told <> 'completed'")
    op.create_index("maintenance_to_tell", "maintenance", ["id"], postgresql_where=unfinished)


def downgrade() -> None:
    op.drop_index("maintenance_to_tell", table_name="maintenance")
    for name, (table, _) in INDEXES.items():
        op.drop_index(name, table_name=table)
    for table in SEARCHED_COLUMNS:
        op.drop_index(f"{table}_words", table_name=table)
    op.execute("DROP FUNCTION grams(text)")
