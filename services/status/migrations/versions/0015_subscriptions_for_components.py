"""Components that a subscriber has chosen, and a choice that is not confirmed yet"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "status_subscriptions",
        sa.Column("components", JSONB(), server_default="[]", nullable=False),
        if_not_exists=True,
    )
    op.add_column("status_subscriptions", sa.Column("requested_components", JSONB(), nullable=True), if_not_exists=True)


def downgrade() -> None:
    op.drop_column("status_subscriptions", "requested_components")
    op.drop_column("status_subscriptions", "components")
