"""Partition outbox, seen_events and mail_outbox by time

The previous release uses them without a change: names and columns are the same (docs/decisions/0127).
"""

from chassis.database.partitioning import COMMON_TABLES, partition_tables

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    partition_tables(*COMMON_TABLES)


def downgrade() -> None:
    """Change nothing: the previous release runs on partitioned tables."""
