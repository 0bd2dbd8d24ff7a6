"""Indexes for substring search, and for the sort orders of payments, bookings and team"""

from functools import reduce

import sqlalchemy as sa
from alembic import op
from chassis.database.search import CREATE_GRAMS_FUNCTION

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

SEARCHED_COLUMNS = {
    "bookings": ("title", "note"),
    "contacts": ("name", "email", "phone", "reference", "message"),
    "media_files": ("name",),
    "orders": ("number", "title"),
    "payments": ("title",),
    "requests": ("name", "email", "phone", "reference", "message"),
    "subscribers": ("email",),
    "team_members": ("name",),
}
INDEXES = {
    "payments_of_kind": ("payments", ["kind"]),
    "payments_made": ("payments", ["created_at"]),
    "payments_due": ("payments", ["due_at"]),
    "payments_by_amount": ("payments", ["amount_rub"]),
    "bookings_latest": ("bookings", [sa.text("starts_at DESC NULLS LAST")]),
    "bookings_made": ("bookings", ["created_at"]),
    "team_in_order": ("team_members", ["sort_order", "id"]),
    "team_by_name": ("team_members", ["name"]),
    "team_made": ("team_members", ["created_at"]),
}


def upgrade() -> None:
    op.execute(CREATE_GRAMS_FUNCTION)
    for table, columns in SEARCHED_COLUMNS.items():
        # The columns as one text, with a line break between them. textcat() is the function of `||`. PostgreSQL would
        # add brackets to an expression with `||`, so a comparison with the tables would find a difference.
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
