"""Find the oldest entries and deliveries of each kind by an index: the purges delete in its order"""

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
            # What an interrupted run has left is not valid.
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
            op.execute(f"CREATE INDEX CONCURRENTLY {name} ON {rows}")


def downgrade() -> None:
    for name in INDEXES:
        op.execute(f"DROP INDEX {name}")
