"""Indexes of the smaller admin lists, and of the cars that wait for a price"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

INDEXES = {
    "orders_made": ("orders", "created_at"),
    "orders_changed": ("orders", "updated_at"),
    "orders_by_price": ("orders", "price_rub"),
    "orders_by_step": ("orders", "current_step"),
    "bookings_with_status": ("bookings", "status"),
    "bookings_of_kind": ("bookings", "kind"),
    "contacts_by_due": ("contacts", "due_at"),
    "contacts_of_assignee": ("contacts", "assignee_id"),
    "contacts_late": ("contacts", "overdue_at"),
    "requests_of_kind": ("requests", "kind"),
    "requests_by_due": ("requests", "due_at"),
    "requests_of_assignee": ("requests", "assignee_id"),
    "requests_late": ("requests", "overdue_at"),
    "subscribers_made": ("subscribers", "created_at"),
    "subscribers_by_name": ("subscribers", "email"),
    "media_by_name": ("media_files", "name"),
    "media_made": ("media_files", "created_at"),
}


def upgrade() -> None:
    for name, (table, column) in INDEXES.items():
        op.create_index(name, table, [column])
    # PostgreSQL never used the old index: its condition and its order differed from the query.
    op.drop_index("cars_to_price", table_name="cars")
    has_computed_price = sa.text("price_is_manual IS false")
    op.create_index("cars_to_price", "cars", [sa.text("priced_at NULLS FIRST")], postgresql_where=has_computed_price)
    op.create_index("cars_not_chosen", "cars", ["id"], postgresql_where=sa.text("featured IS false"))


def downgrade() -> None:
    op.drop_index("cars_not_chosen", table_name="cars")
    op.drop_index("cars_to_price", table_name="cars")
    op.create_index("cars_to_price", "cars", ["priced_at"], postgresql_where=sa.text("NOT price_is_manual"))
    for name, (table, _) in INDEXES.items():
        op.drop_index(name, table_name=table)
