"""Store the time of the event from which the site settings were copied"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("letterhead", sa.Column("told_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("letterhead", "told_at")
