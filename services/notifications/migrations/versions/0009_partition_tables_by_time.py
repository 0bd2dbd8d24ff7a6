"""Partition outbox, seen_events, mail_outbox and live_log by time

The previous release works with the partitioned tables: names and columns are the same (docs/decisions/0127).
"""

from datetime import timedelta

from chassis.database.partitioning import COMMON_TABLES, TableConversion, partition_tables
from chassis.database.partitions import PartitionedTable

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

# Each change of an inbox locks its row of inbox_state, so revisions are unique without an index.
LIVE_LOG = TableConversion(
    PartitionedTable("live_log", timedelta(), "", key="created_at", is_id=False),
    ("CREATE INDEX live_log_age ON live_log USING brin (created_at)",),
    new_index="live_log_of_user ON live_log (user_id, revision)",
)


def upgrade() -> None:
    partition_tables(*COMMON_TABLES, LIVE_LOG)


def downgrade() -> None:
    """Change nothing: the previous release runs on partitioned tables."""
