"""Store entity and position of a failed event, so that later events about the same entity wait for it"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Each step can run again, because the program may end between two of them.
    op.add_column("event_tries", sa.Column("subject", sa.String(), nullable=True), if_not_exists=True)
    op.add_column("event_tries", sa.Column("position", sa.BigInteger(), nullable=True), if_not_exists=True)
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS ix_event_tries_subject")
        op.create_index(
            op.f("ix_event_tries_subject"), "event_tries", ["subject"], unique=False, postgresql_concurrently=True
        )


def downgrade() -> None:
    op.drop_index(op.f("ix_event_tries_subject"), table_name="event_tries")
    op.drop_column("event_tries", "position")
    op.drop_column("event_tries", "subject")
