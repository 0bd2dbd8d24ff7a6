"""Count the failed attempts of a campaign, so that a failing campaign does not delay the others"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("campaigns", sa.Column("attempts", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("campaigns", sa.Column("retry_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("campaigns", sa.Column("error", sa.String(), nullable=True))


def downgrade() -> None:
    for column in ("error", "retry_at", "attempts"):
        op.drop_column("campaigns", column)
