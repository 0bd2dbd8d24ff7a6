"""Indexes for the sort orders of the administrators' lists"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

INDEXES = {
    "posts_by_title": ("posts", "title"),
    "posts_made": ("posts", "created_at"),
    "posts_newest": ("posts", "published_at DESC NULLS LAST"),
    "cars_all_by_price": ("cars", "price_rub DESC NULLS LAST"),
    "cars_cheapest": ("cars", "price_rub"),
    "cars_all_by_brand": ("cars", "brand"),
    "cars_all_by_name": ("cars", "lower(brand)"),
    "cars_made": ("cars", "created_at"),
    "cars_changed": ("cars", "updated_at"),
}
PARTIAL_INDEXES = {
    "cars_chosen": ("cars", "featured IS true"),
    "comments_present": ("comments", "deleted_at IS NULL"),
}


def upgrade() -> None:
    for name, (table, expression) in INDEXES.items():
        op.create_index(name, table, [sa.text(expression)], unique=False)
    for name, (table, condition) in PARTIAL_INDEXES.items():
        op.create_index(name, table, ["id"], unique=False, postgresql_where=sa.text(condition))


def downgrade() -> None:
    for name, (table, _) in (INDEXES | PARTIAL_INDEXES).items():
        op.drop_index(name, table_name=table)
