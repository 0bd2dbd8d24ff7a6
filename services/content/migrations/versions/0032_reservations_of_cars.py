"""Reservations of cars, and payments without an order"""

import chassis.database.tables
import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

IS_ACTIVE = "status IN ('awaiting_payment', 'paid')"
SEARCH_TEXT = "grams(textcat(textcat(coalesce(number, ''), chr(10)), coalesce(car_title, '')))"


def upgrade() -> None:
    # This step comes first: it can run again if the program ends after it. The rest is one transaction.
    op.add_column("payments", sa.Column("reservation_id", sa.Uuid(), nullable=True), if_not_exists=True)
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS payments_of_reservation")
        op.create_index("payments_of_reservation", "payments", ["reservation_id"], postgresql_concurrently=True)
    # A payment of a reservation has no order. The previous release joins payments and orders, so it does not show them.
    op.alter_column("payments", "order_id", existing_type=sa.Uuid(), nullable=True)
    op.add_column(
        "cars", sa.Column("reserved_until", chassis.database.tables.UtcDateTime(timezone=True), nullable=True)
    )
    op.create_table(
        "reservations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("number", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("car_id", sa.Uuid(), nullable=True),
        sa.Column("car_title", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("car_slug", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("price_rub", sa.BigInteger(), nullable=False),
        sa.Column("calculation", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("amount_rub", sa.BigInteger(), nullable=False),
        sa.Column("pay_hours", sa.Integer(), nullable=False),
        sa.Column("hold_hours", sa.Integer(), nullable=False),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("expires_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("warned_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("paid_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("ended_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("reason", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("order_id", sa.Uuid(), nullable=True),
        sa.ForeignKeyConstraint(["car_id"], ["cars.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("number"),
    )
    op.create_index("reservations_by_end", "reservations", ["expires_at"], unique=False)
    op.create_index("reservations_by_status", "reservations", ["status", sa.literal_column("id DESC")], unique=False)
    op.create_index(
        "reservations_due", "reservations", ["expires_at"], unique=False, postgresql_where=sa.text(IS_ACTIVE)
    )
    op.create_index("reservations_ended", "reservations", ["ended_at"], unique=False)
    op.create_index("reservations_made", "reservations", ["created_at"], unique=False)
    op.create_index("reservations_of_car", "reservations", ["car_id"], unique=False)
    op.create_index("reservations_of_order", "reservations", ["order_id"], unique=False)
    op.create_index("reservations_of_user", "reservations", ["user_id", sa.literal_column("id DESC")], unique=False)
    op.create_index(
        "reservations_one_of_car", "reservations", ["car_id"], unique=True, postgresql_where=sa.text(IS_ACTIVE)
    )
    op.create_index(
        "reservations_words", "reservations", [sa.literal_column(SEARCH_TEXT)], unique=False, postgresql_using="gin"
    )


def downgrade() -> None:
    op.drop_table("reservations")
    op.drop_column("cars", "reserved_until")
    op.execute("DELETE FROM payments WHERE order_id IS NULL")
    op.alter_column("payments", "order_id", existing_type=sa.Uuid(), nullable=False)
    op.drop_index("payments_of_reservation", table_name="payments")
    op.drop_column("payments", "reservation_id")
