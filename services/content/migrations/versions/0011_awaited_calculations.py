"""Store NULL while a calculation is awaited, and add the calculations that orders lack"""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("UPDATE orders SET calculation = NULL WHERE calculation = 'null'::jsonb")
    op.execute("UPDATE order_steps SET delay = NULL WHERE delay = 'null'::jsonb")
    op.execute(
        "UPDATE orders SET calculation = jsonb_build_object('id', saved.id, 'edition', saved.edition, "
        "'total_customs', saved.total_customs, 'total', saved.total, "
        "'saved_at', to_char(saved.saved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')) "
        "FROM saved_calculations AS saved WHERE saved.id = orders.calculation_id AND orders.calculation IS NULL"
    )


def downgrade() -> None:
    """Change nothing: the code reads JSON null and NULL alike."""
