"""Retry each delivery of an announcement separately, and mark it as failed after the last attempt"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("status_deliveries", sa.Column("attempts", sa.Integer(), server_default="0", nullable=False))
    now = sa.text("now()")
    due_at = sa.Column("due_at", chassis.database.tables.UtcDateTime(timezone=True), server_default=now, nullable=False)
    op.add_column("status_deliveries", due_at)
    op.add_column(
        "status_deliveries", sa.Column("failed_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True)
    )
    is_waiting = sa.text("failed_at IS NULL")
    op.create_index("status_deliveries_due", "status_deliveries", ["due_at"], postgresql_where=is_waiting)


def downgrade() -> None:
    op.drop_index("status_deliveries_due", table_name="status_deliveries")
    op.drop_column("status_deliveries", "failed_at")
    op.drop_column("status_deliveries", "due_at")
    op.drop_column("status_deliveries", "attempts")
