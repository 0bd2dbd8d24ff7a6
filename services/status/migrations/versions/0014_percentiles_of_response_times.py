"""Response times of single checks, and their percentiles by hour and by day"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "service_latencies",
        sa.Column("samples", sa.ARRAY(sa.Integer()), server_default="{}", nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "service_latency_rollups",
        sa.Column("service", sa.String(), nullable=False),
        sa.Column("step", sa.String(), nullable=False),
        sa.Column("at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("checks", sa.Integer(), nullable=False),
        sa.Column("total_ms", sa.Integer(), nullable=False),
        sa.Column("p50_ms", sa.Integer(), nullable=False),
        sa.Column("p95_ms", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("service", "step", "at"),
        if_not_exists=True,
    )
    op.create_index(
        "service_latency_rollups_by_step", "service_latency_rollups", ["step", "at"], unique=False, if_not_exists=True
    )


def downgrade() -> None:
    op.drop_table("service_latency_rollups")
    op.drop_column("service_latencies", "samples")
