"""Saved searches of the catalogue, and for each search the cars that were found or announced earlier"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Each step can run again, because the program may end between two of them.
    op.create_table(
        "saved_searches",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("filters", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("is_alerting", sa.Boolean(), nullable=False),
        sa.Column("checked_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("alerted_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("user_id", "key", name="saved_searches_user_id_key"),
        if_not_exists=True,
    )
    op.create_index(
        "saved_searches_to_check",
        "saved_searches",
        ["checked_at", "id"],
        postgresql_where=sa.text("is_alerting IS true"),
        if_not_exists=True,
    )
    op.create_table(
        "saved_search_cars",
        sa.Column("search_id", sa.Uuid(), nullable=False),
        sa.Column("car_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(["car_id"], ["cars.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["search_id"], ["saved_searches.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("search_id", "car_id"),
        if_not_exists=True,
    )
    op.create_index("ix_saved_search_cars_car_id", "saved_search_cars", ["car_id"], if_not_exists=True)


def downgrade() -> None:
    op.drop_table("saved_search_cars")
    op.drop_table("saved_searches")
