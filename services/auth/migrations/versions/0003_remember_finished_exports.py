"""Remember finished exports"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "data_exports", sa.Column("handed_over_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True)
    )


def downgrade() -> None:
    op.drop_column("data_exports", "handed_over_at")
