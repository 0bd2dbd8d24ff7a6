"""Delete copies of users who never confirmed their address; the others have an account"""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("DELETE FROM people WHERE NOT is_verified AND NOT is_erased AND told_at = joined_at")
    op.execute("UPDATE people SET is_verified = true WHERE NOT is_verified AND NOT is_erased")


def downgrade() -> None:
    """Change nothing: the deleted rows cannot be restored."""
