"""Search titles"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "posts",
        sa.Column(
            "title_search",
            postgresql.TSVECTOR(),
            sa.Computed("to_tsvector('russian'::regconfig, title)", persisted=True),
            nullable=True,
        ),
    )


def downgrade() -> None:
    op.drop_column("posts", "title_search")
