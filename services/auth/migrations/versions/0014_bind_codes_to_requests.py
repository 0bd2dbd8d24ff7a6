"""Bind a code to the request that mailed it, and store the key that recognizes a program without cookies"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("needs_password", "is_known_browser"):
        column = sa.Column(name, sa.Boolean(), server_default=sa.false(), nullable=False)
        op.add_column("code_challenges", column)
    op.add_column("code_challenges", sa.Column("network", sa.String(), server_default="", nullable=False))
    op.add_column("login_sessions", sa.Column("program_key", sa.String(), nullable=True))


def downgrade() -> None:
    op.drop_column("login_sessions", "program_key")
    for name in ("network", "is_known_browser", "needs_password"):
        op.drop_column("code_challenges", name)
