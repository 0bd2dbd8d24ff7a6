"""Create the keys of the public calculation API"""

import chassis.database.tables
import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    text = sqlmodel.sql.sqltypes.AutoString
    time = chassis.database.tables.UtcDateTime
    op.create_table(
        "api_keys",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", text(), nullable=False),
        sa.Column("owner", text(), nullable=False),
        sa.Column("owner_id", sa.Uuid(), nullable=True),
        sa.Column("prefix", text(), nullable=False),
        sa.Column("digest", text(), nullable=False),
        sa.Column("per_minute", sa.Integer(), nullable=False),
        sa.Column("per_day", sa.Integer(), nullable=False),
        sa.Column("created_at", time(timezone=True), nullable=False),
        sa.Column("last_used_at", time(timezone=True), nullable=True),
        sa.Column("revoked_at", time(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("digest"),
    )
    op.create_index(op.f("ix_api_keys_owner_id"), "api_keys", ["owner_id"])


def downgrade() -> None:
    op.drop_table("api_keys")
