"""Index that counts cars by brand, fuel, body and year

The count took a third of the response's time.
"""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS cars_counted")
        op.create_index(
            "cars_counted",
            "cars",
            [sa.text("lower(brand)"), "fuel", "body_type", "year", "price_rub"],
            postgresql_include=["brand"],
            postgresql_where=sa.text("status = 'published'"),
            postgresql_concurrently=True,
        )


def downgrade() -> None:
    op.drop_index("cars_counted", table_name="cars")
