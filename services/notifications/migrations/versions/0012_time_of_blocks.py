"""Store the time of a block separately, so that it does not hide a change of the name that arrives later"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    column = sa.Column("block_event_time", sa.DateTime(timezone=True), nullable=True)
    op.add_column("users", column, if_not_exists=True)


def downgrade() -> None:
    op.drop_column("users", "block_event_time")
