"""Indexes for the deletion of old entries and deliveries, the oldest first"""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

INDEXES = {
    "notifications_read_age": "notifications (created_at) WHERE is_read",
    "notifications_unread_age": "notifications (created_at) WHERE NOT is_read",
    "deliveries_own_age": "deliveries (created_at) WHERE campaign_id IS NULL",
    "deliveries_campaign_age": "deliveries (created_at) WHERE campaign_id IS NOT NULL",
}


def upgrade() -> None:
    with op.get_context().autocommit_block():
        for name, rows in INDEXES.items():
            # An interrupted run leaves an invalid index.
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
            op.execute(f"CREATE INDEX CONCURRENTLY {name} ON {rows}")


def downgrade() -> None:
    for name in INDEXES:
        op.execute(f"DROP INDEX {name}")
