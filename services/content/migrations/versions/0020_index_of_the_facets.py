"""Index from which the catalogue's facets are counted without reading the table"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.create_index(
            "cars_facets",
            "cars",
            ["brand", "body_type", "fuel", "price_rub", "year"],
            postgresql_where=sa.text("status = 'published'"),
            postgresql_concurrently=True,
            if_not_exists=True,
        )


def downgrade() -> None:
    op.drop_index("cars_facets", table_name="cars")
