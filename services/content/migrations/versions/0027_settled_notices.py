"""Store when a manager resolved a notice whose money was not booked"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "payment_notices",
        sa.Column("settled_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
    )


def downgrade() -> None:
    op.drop_column("payment_notices", "settled_at")
