"""The number of cars of some brands, fuels, bodies and years is counted in one index: it was a third of the answer"""

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
