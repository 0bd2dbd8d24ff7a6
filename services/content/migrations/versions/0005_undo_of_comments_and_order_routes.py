"""Undo of deleted comments, routes of orders"""

import chassis.database.tables
import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("orders", sa.Column("route", sqlmodel.sql.sqltypes.AutoString(), nullable=True))
    op.add_column(
        "comments", sa.Column("deleted_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True)
    )
    op.add_column("comments", sa.Column("deleted_by", sa.Uuid(), nullable=True))
    op.create_index(
        "comments_deleted",
        "comments",
        ["deleted_at"],
        unique=False,
        postgresql_where=sa.text("deleted_at IS NOT NULL"),
    )
    _replace_unique_index("status <> 'rejected' AND deleted_at IS NULL")


def downgrade() -> None:
    op.execute("DELETE FROM comments WHERE deleted_at IS NOT NULL")
    _replace_unique_index("status <> 'rejected'")
    op.drop_index("comments_deleted", table_name="comments")
    op.drop_column("comments", "deleted_by")
    op.drop_column("comments", "deleted_at")
    op.drop_column("orders", "route")


def _replace_unique_index(condition: str) -> None:
    """Replace the unique index against repeated texts. Rows that meet `condition` are in it."""
    op.drop_index("comments_once", table_name="comments")
    op.create_index(
        "comments_once",
        "comments",
        ["post_id", "user_id", sa.literal_column("md5(content)")],
        unique=True,
        postgresql_where=sa.text(condition),
    )
