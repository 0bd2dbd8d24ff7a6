"""Store when a buyer was reminded of a payment, and when subscribers were notified of an article"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = chassis.database.tables.UtcDateTime(timezone=True)
    op.add_column("payments", sa.Column("reminded_at", moment, nullable=True))
    op.add_column("posts", sa.Column("announced_at", moment, nullable=True))
    op.execute("UPDATE posts SET announced_at = published_at WHERE published_at IS NOT NULL")


def downgrade() -> None:
    op.drop_column("posts", "announced_at")
    op.drop_column("payments", "reminded_at")
