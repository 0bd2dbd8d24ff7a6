"""Index of the orders without a calculation, which each saved calculation looks for"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS orders_without_calculation")
        op.create_index(
            "orders_without_calculation",
            "orders",
            ["calculation_id"],
            postgresql_where=sa.text("calculation IS NULL"),
            postgresql_concurrently=True,
        )


def downgrade() -> None:
    op.drop_index("orders_without_calculation", table_name="orders")
