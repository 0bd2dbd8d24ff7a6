"""Store which registration a decoy challenge belongs to"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("code_challenges", sa.Column("decoy_id", sa.Uuid(), nullable=True))


def downgrade() -> None:
    op.drop_column("code_challenges", "decoy_id")
