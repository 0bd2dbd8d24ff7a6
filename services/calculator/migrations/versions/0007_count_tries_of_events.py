"""Count failed attempts to handle an event in the database, so that all replicas park it after the same number"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "event_tries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("updated_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_event_tries_updated_at"), "event_tries", ["updated_at"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_event_tries_updated_at"), table_name="event_tries")
    op.drop_table("event_tries")
