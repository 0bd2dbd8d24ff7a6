"""Cancel the open invoices of orders that earlier releases cancelled"""

from alembic import op

revision = "0041"
down_revision = "0039"
branch_labels = None
depends_on = None

CANCEL_OPEN_INVOICES = """
UPDATE payments SET status = 'cancelled', version = payments.version + 1, updated_at = now()
FROM orders
WHERE orders.id = payments.order_id AND orders.status = 'cancelled'
AND payments.kind <> 'refund' AND payments.status IN ('pending', 'waiting')
"""


def upgrade() -> None:
    op.execute(CANCEL_OPEN_INVOICES)


def downgrade() -> None:
    """Change nothing. The invoices of cancelled orders stay cancelled."""
