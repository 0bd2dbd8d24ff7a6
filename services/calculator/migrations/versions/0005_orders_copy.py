"""Copy the orders, so that an invented order id does not keep a calculation after an erasure"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "orders_copy",
        sa.Column("order_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.PrimaryKeyConstraint("order_id"),
    )
    # Events of earlier orders are no longer stored, so an order id that a user sent before this release is trusted.
    op.execute(
        "INSERT INTO orders_copy (order_id, user_id) SELECT DISTINCT ON (order_id) order_id, owner_id "
        "FROM calculations WHERE order_id IS NOT NULL AND owner_id IS NOT NULL ORDER BY order_id, created_at"
    )


def downgrade() -> None:
    op.drop_table("orders_copy")
