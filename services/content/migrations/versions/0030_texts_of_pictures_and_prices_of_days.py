"""Texts of the pictures of cars and articles, and the prices of cars by day"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Each step can run again, because the program may end between two of them.
    op.add_column("posts", sa.Column("image_alt", sa.String(), nullable=True), if_not_exists=True)
    texts = sa.Column(
        "image_alts", postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'{}'"), nullable=False
    )
    op.add_column("cars", texts, if_not_exists=True)
    op.create_table(
        "car_prices",
        sa.Column("car_id", sa.Uuid(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("price_rub", sa.BigInteger(), nullable=False),
        sa.Column("price_eur", sa.Numeric(precision=12, scale=2), nullable=True),
        sa.ForeignKeyConstraint(["car_id"], ["cars.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("car_id", "day"),
        if_not_exists=True,
    )


def downgrade() -> None:
    op.drop_table("car_prices")
    op.drop_column("cars", "image_alts")
    op.drop_column("posts", "image_alt")
