"""Payments whose sum includes customs payments"""

import sqlalchemy as sa
from alembic import op

revision = "0040"
# 0041 was merged first. The order of migrations follows from this line, not from their numbers.
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The default is for earlier releases, which insert rows without the column.
    op.add_column("payments", sa.Column("includes_customs", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("payments", "includes_customs")
