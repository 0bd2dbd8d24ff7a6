"""Price limits that users set for favourite cars and saved calculations"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Each step can run again, because the program may end between two of them.
    moment = chassis.database.tables.UtcDateTime(timezone=True)
    op.create_table(
        "price_limits",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("car_id", sa.Uuid(), nullable=True),
        sa.Column("calculation_id", sa.Uuid(), nullable=True),
        sa.Column("title", sa.String(), nullable=True),
        sa.Column("limit_rub", sa.BigInteger(), nullable=False),
        sa.Column("is_below", sa.Boolean(), nullable=False),
        sa.Column("is_alerting", sa.Boolean(), nullable=False),
        sa.Column("current_rub", sa.BigInteger(), nullable=True),
        sa.Column("estimated_at", moment, nullable=True),
        sa.Column("outdated_at", moment, nullable=True),
        sa.Column("alerted_at", moment, nullable=True),
        sa.Column("created_at", moment, nullable=False),
        sa.ForeignKeyConstraint(["car_id"], ["cars.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("user_id", "car_id", name="price_limits_of_car"),
        sa.UniqueConstraint("user_id", "calculation_id", name="price_limits_of_calculation"),
        if_not_exists=True,
    )
    op.create_index("ix_price_limits_car_id", "price_limits", ["car_id"], if_not_exists=True)
    op.create_index(
        "price_limits_to_estimate",
        "price_limits",
        [sa.text("estimated_at NULLS FIRST")],
        postgresql_where=sa.text("calculation_id IS NOT NULL"),
        if_not_exists=True,
    )


def downgrade() -> None:
    op.drop_table("price_limits")
