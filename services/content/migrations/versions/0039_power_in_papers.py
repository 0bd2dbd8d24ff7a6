"""The power of a car in its documents, in kilowatts"""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("cars", sa.Column("power_kw", sa.Numeric(6, 2), nullable=True))


def downgrade() -> None:
    op.drop_column("cars", "power_kw")
