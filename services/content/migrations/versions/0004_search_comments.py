"""Search comments"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "comments_search",
        "comments",
        [sa.literal_column("to_tsvector('russian'::regconfig, content)")],
        unique=False,
        postgresql_using="gin",
    )


def downgrade() -> None:
    op.drop_index("comments_search", table_name="comments", postgresql_using="gin")
