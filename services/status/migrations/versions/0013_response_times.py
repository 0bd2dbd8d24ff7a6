"""Response times of components, in steps of five minutes"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "service_latencies",
        sa.Column("service", sa.String(), nullable=False),
        sa.Column("at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("checks", sa.Integer(), nullable=False),
        sa.Column("total_ms", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("service", "at"),
        if_not_exists=True,
    )
    op.create_index(op.f("ix_service_latencies_at"), "service_latencies", ["at"], unique=False, if_not_exists=True)


def downgrade() -> None:
    op.drop_index(op.f("ix_service_latencies_at"), table_name="service_latencies")
    op.drop_table("service_latencies")
