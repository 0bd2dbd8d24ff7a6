"""Store the session that added a sign-in method, planned removals of factors, and when a first password ends"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

SIGN_IN_METHOD_TABLES = ("totp_secrets", "passkeys", "social_identities")


def upgrade() -> None:
    for table in SIGN_IN_METHOD_TABLES:
        op.add_column(table, sa.Column("added_in_session", sa.Uuid(), nullable=True))
        is_confirmed = sa.Column("is_confirmed_by_factor", sa.Boolean(), server_default=sa.false(), nullable=False)
        op.add_column(table, is_confirmed)
    for table in ("totp_secrets", "passkeys"):
        op.add_column(table, sa.Column("removal_at", sa.DateTime(timezone=True), nullable=True))
    for name in ("is_confirmed", "is_confirmed_by_factor"):
        op.add_column("social_attempts", sa.Column(name, sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("social_attempts", sa.Column("browser_hash", sa.String(), nullable=True))
    for name in ("factor_removal_at", "first_password_until"):
        op.add_column("accounts", sa.Column(name, sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    for name in ("first_password_until", "factor_removal_at"):
        op.drop_column("accounts", name)
    for name in ("browser_hash", "is_confirmed_by_factor", "is_confirmed"):
        op.drop_column("social_attempts", name)
    for table in ("passkeys", "totp_secrets"):
        op.drop_column(table, "removal_at")
    for table in reversed(SIGN_IN_METHOD_TABLES):
        op.drop_column(table, "is_confirmed_by_factor")
        op.drop_column(table, "added_in_session")
