"""Partition what grows with each event by time

The release before uses the tables as before: names, columns and answers are the same (docs/decisions/0127).
"""

from chassis.database.partitioning import EVERY_SERVICE, partition

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    partition(*EVERY_SERVICE)


def downgrade() -> None:
    """Nothing: the release before runs on partitioned tables."""
