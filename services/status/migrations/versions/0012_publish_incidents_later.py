"""Store when an incident is to be published, so that it can be cancelled before"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Each step can run again, because the program may end between two of them.
    op.add_column("incidents", sa.Column("publish_at", sa.DateTime(timezone=True), nullable=True), if_not_exists=True)
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS incidents_to_publish")
        op.create_index(
            "incidents_to_publish",
            "incidents",
            ["publish_at"],
            postgresql_where=sa.text("publish_at IS NOT NULL"),
            postgresql_concurrently=True,
        )


def downgrade() -> None:
    op.drop_index("incidents_to_publish", table_name="incidents")
    op.drop_column("incidents", "publish_at")
