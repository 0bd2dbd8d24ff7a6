"""Tables of the second factor, social sign-in, data exports and erasures"""

import chassis.database.tables
import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "data_exports",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("account_id", sa.Uuid(), nullable=False),
        sa.Column("requested_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_data_exports_account_id"), "data_exports", ["account_id"], unique=False)
    op.create_index(op.f("ix_data_exports_requested_at"), "data_exports", ["requested_at"], unique=False)
    op.create_table(
        "erasures",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("account_id", sa.Uuid(), nullable=False),
        sa.Column("requested_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("closed_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_erasures_requested_at"), "erasures", ["requested_at"], unique=False)
    op.create_table(
        "passkey_challenges",
        sa.Column("challenge", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("account_id", sa.Uuid(), nullable=True),
        sa.Column("expires_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("challenge"),
    )
    op.create_index(op.f("ix_passkey_challenges_expires_at"), "passkey_challenges", ["expires_at"], unique=False)
    op.create_table(
        "pending_identities",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("provider", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("subject", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("profile", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("token_hash", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("ip", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("expires_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token_hash"),
    )
    op.create_index(op.f("ix_pending_identities_expires_at"), "pending_identities", ["expires_at"], unique=False)
    op.create_table(
        "social_attempts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("provider", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("state_hash", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("redirect_uri", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("sealed_secrets", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("session_hash", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("account_id", sa.Uuid(), nullable=True),
        sa.Column("expires_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("used_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_social_attempts_expires_at"), "social_attempts", ["expires_at"], unique=False)
    op.create_index(op.f("ix_social_attempts_state_hash"), "social_attempts", ["state_hash"], unique=False)
    op.create_table(
        "data_export_parts",
        sa.Column("export_id", sa.Uuid(), nullable=False),
        sa.Column("service", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("data", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.ForeignKeyConstraint(["export_id"], ["data_exports.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("export_id", "service"),
    )
    op.create_table(
        "erasure_answers",
        sa.Column("erasure_id", sa.Uuid(), nullable=False),
        sa.Column("service", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("answered_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("kept", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.ForeignKeyConstraint(["erasure_id"], ["erasures.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("erasure_id", "service"),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("account_id", sa.Uuid(), nullable=False),
        sa.Column("credential_id", sa.LargeBinary(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.Integer(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("credential_id"),
    )
    op.create_index(op.f("ix_passkeys_account_id"), "passkeys", ["account_id"], unique=False)
    op.create_table(
        "recovery_codes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("account_id", sa.Uuid(), nullable=False),
        sa.Column("code_hash", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("used_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_recovery_codes_account_id"), "recovery_codes", ["account_id"], unique=False)
    op.create_table(
        "social_identities",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("account_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("subject", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("linked_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("provider", "subject"),
    )
    op.create_index(op.f("ix_social_identities_account_id"), "social_identities", ["account_id"], unique=False)
    op.create_table(
        "totp_secrets",
        sa.Column("account_id", sa.Uuid(), nullable=False),
        sa.Column("sealed_secret", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("confirmed_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("last_step", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("account_id"),
    )


def downgrade() -> None:
    op.drop_table("totp_secrets")
    op.drop_index(op.f("ix_social_identities_account_id"), table_name="social_identities")
    op.drop_table("social_identities")
    op.drop_index(op.f("ix_recovery_codes_account_id"), table_name="recovery_codes")
    op.drop_table("recovery_codes")
    op.drop_index(op.f("ix_passkeys_account_id"), table_name="passkeys")
    op.drop_table("passkeys")
    op.drop_table("erasure_answers")
    op.drop_table("data_export_parts")
    op.drop_index(op.f("ix_social_attempts_state_hash"), table_name="social_attempts")
    op.drop_index(op.f("ix_social_attempts_expires_at"), table_name="social_attempts")
    op.drop_table("social_attempts")
    op.drop_index(op.f("ix_pending_identities_expires_at"), table_name="pending_identities")
    op.drop_table("pending_identities")
    op.drop_index(op.f("ix_passkey_challenges_expires_at"), table_name="passkey_challenges")
    op.drop_table("passkey_challenges")
    op.drop_index(op.f("ix_erasures_requested_at"), table_name="erasures")
    op.drop_table("erasures")
    op.drop_index(op.f("ix_data_exports_requested_at"), table_name="data_exports")
    op.drop_index(op.f("ix_data_exports_account_id"), table_name="data_exports")
    op.drop_table("data_exports")
