"""Drafts of team members"""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The default keeps the present members on the site. Earlier releases insert rows without the column.
    op.add_column("team_members", sa.Column("status", sa.String(), nullable=False, server_default="published"))


def downgrade() -> None:
    op.drop_column("team_members", "status")
