"""Notes of the staff about customers"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Each step can run again, because the program may end between two of them.
    op.create_table(
        "customer_notes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("author_id", sa.Uuid(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        if_not_exists=True,
    )
    op.create_index(
        "customer_notes_of_user", "customer_notes", ["user_id", sa.literal_column("id DESC")], if_not_exists=True
    )
    op.create_index("ix_customer_notes_author_id", "customer_notes", ["author_id"], if_not_exists=True)


def downgrade() -> None:
    op.drop_table("customer_notes")
