"""Templates of incidents, and postmortems"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("incidents", sa.Column("postmortem", sa.String(), nullable=True), if_not_exists=True)
    op.add_column(
        "incidents",
        sa.Column("postmortem_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        if_not_exists=True,
    )
    op.create_table(
        "incident_templates",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("severity", sa.String(), nullable=False),
        sa.Column("description", sa.String(), nullable=False),
        sa.Column("message", sa.String(), nullable=False),
        sa.Column("affected", JSONB(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        if_not_exists=True,
    )


def downgrade() -> None:
    op.drop_table("incident_templates")
    op.drop_column("incidents", "postmortem_at")
    op.drop_column("incidents", "postmortem")
