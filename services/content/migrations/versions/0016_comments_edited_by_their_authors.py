"""Store when the author of a comment last changed its text"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = chassis.database.tables.UtcDateTime(timezone=True)
    op.add_column("comments", sa.Column("edited_at", moment, nullable=True))
    # Until now only a change of the text changed updated_at.
    op.execute("UPDATE comments SET edited_at = updated_at WHERE status = 'pending' AND updated_at > created_at")


def downgrade() -> None:
    op.drop_column("comments", "edited_at")
