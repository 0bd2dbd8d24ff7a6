"""Drafts of cars without a year, a body or a fuel"""

from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None

# A published or sold car always has these. The service checks it.
COLUMNS = ("year", "body_type", "fuel")


def upgrade() -> None:
    for column in COLUMNS:
        op.alter_column("cars", column, nullable=True)


def downgrade() -> None:
    op.execute("DELETE FROM cars WHERE year IS NULL OR body_type IS NULL OR fuel IS NULL")
    for column in COLUMNS:
        op.alter_column("cars", column, nullable=False)
