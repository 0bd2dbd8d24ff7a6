"""Notices whose money was not booked; earlier addresses of articles and cars"""

import chassis.database.tables
import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "former_slugs",
        sa.Column("entity", sa.String(), nullable=False),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("record_id", sa.Uuid(), nullable=False),
        sa.Column("replaced_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("entity", "slug"),
    )
    op.create_index(op.f("ix_former_slugs_record_id"), "former_slugs", ["record_id"], unique=False)
    op.add_column("payment_notices", sa.Column("problem", sa.String(), nullable=True))
    with op.get_context().autocommit_block():
        op.create_index(
            "payment_notices_unbooked",
            "payment_notices",
            ["payment_id"],
            unique=False,
            postgresql_where=sa.text("problem IS NOT NULL"),
            postgresql_concurrently=True,
        )


def downgrade() -> None:
    op.drop_index("payment_notices_unbooked", table_name="payment_notices")
    op.drop_column("payment_notices", "problem")
    op.drop_index(op.f("ix_former_slugs_record_id"), table_name="former_slugs")
    op.drop_table("former_slugs")
