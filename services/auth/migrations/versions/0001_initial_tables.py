"""Initial tables"""

import chassis.database.tables
import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("email", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("email_key", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("password_hash", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("first_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("last_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("phone", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("avatar_url", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("role", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("account_status", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("blocked_reason", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("role_changed_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("standing_changed_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("verified_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("last_login_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("erased_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.CheckConstraint("account_status IN ('active', 'blocked', 'erased')", name="accounts_status"),
        sa.CheckConstraint("role IN ('user', 'staff', 'admin')", name="accounts_role"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("email_key"),
    )
    op.create_index(
        "accounts_not_active", "accounts", ["id"], unique=False, postgresql_where=sa.text("account_status <> 'active'")
    )
    op.create_index(op.f("ix_accounts_role"), "accounts", ["role"], unique=False)
    op.create_index(op.f("ix_accounts_standing_changed_at"), "accounts", ["standing_changed_at"], unique=False)
    op.create_table(
        "audit_log",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("actor_id", sa.Uuid(), nullable=True),
        sa.Column("action", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("subject_id", sa.Uuid(), nullable=True),
        sa.Column("details", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("ip", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_audit_log_action"), "audit_log", ["action"], unique=False)
    op.create_index(op.f("ix_audit_log_actor_id"), "audit_log", ["actor_id"], unique=False)
    op.create_index(op.f("ix_audit_log_at"), "audit_log", ["at"], unique=False)
    op.create_index(op.f("ix_audit_log_subject_id"), "audit_log", ["subject_id"], unique=False)
    op.create_table(
        "code_challenges",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("purpose", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("email_key", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("subject_id", sa.Uuid(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("sent_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("spent_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_code_challenges_created_at"), "code_challenges", ["created_at"], unique=False)
    op.create_index(op.f("ix_code_challenges_email_key"), "code_challenges", ["email_key"], unique=False)
    op.create_table(
        "job_runs",
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("ran_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "letterhead",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("site_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("contact_phone", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("contact_email", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("working_hours", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "mail_outbox",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("recipient", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("subject", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("text", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("html", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("headers", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("due_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("sent_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("failed_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("error", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "mail_due",
        "mail_outbox",
        ["due_at"],
        unique=False,
        postgresql_where=sa.text("sent_at IS NULL AND failed_at IS NULL"),
    )
    op.create_table(
        "outbox",
        sa.Column("position", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("type", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("published_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("position"),
        sa.UniqueConstraint("id"),
    )
    op.create_index(op.f("ix_outbox_type"), "outbox", ["type"], unique=False)
    op.create_index(
        "outbox_waiting", "outbox", ["position"], unique=False, postgresql_where=sa.text("published_at IS NULL")
    )
    op.create_table(
        "rate_limits",
        sa.Column("key", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("began_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("ends_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("hits", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_index(op.f("ix_rate_limits_ends_at"), "rate_limits", ["ends_at"], unique=False)
    op.create_table(
        "registrations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("email", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("email_key", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("password_hash", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("first_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("last_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("phone", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("marketing", sa.Boolean(), nullable=False),
        sa.Column("consent_version", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("ip", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_registrations_created_at"), "registrations", ["created_at"], unique=False)
    op.create_index(op.f("ix_registrations_email_key"), "registrations", ["email_key"], unique=False)
    op.create_table(
        "seen_events",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("seen_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_seen_events_seen_at"), "seen_events", ["seen_at"], unique=False)
    op.create_table(
        "signing_keys",
        sa.Column("kid", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("public_paserk", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("sealed_secret", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("signs_from", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("retired_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("kid"),
    )
    op.create_table(
        "spent_proofs",
        sa.Column("key", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("expires_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_index(op.f("ix_spent_proofs_expires_at"), "spent_proofs", ["expires_at"], unique=False)
    op.create_table(
        "consents",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("account_id", sa.Uuid(), nullable=False),
        sa.Column("purpose", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("version", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("ip", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("given_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("withdrawn_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_consents_account_id"), "consents", ["account_id"], unique=False)
    op.create_table(
        "login_sessions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("account_id", sa.Uuid(), nullable=False),
        sa.Column("device", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("device_key", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("ip", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("second_factor", sa.Boolean(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("last_seen_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("expires_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("ended_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("end_reason", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_login_sessions_account_id"), "login_sessions", ["account_id"], unique=False)
    op.create_index(
        "login_sessions_ended",
        "login_sessions",
        ["ended_at"],
        unique=False,
        postgresql_where=sa.text("ended_at IS NOT NULL"),
    )
    op.create_index(
        "login_sessions_open",
        "login_sessions",
        ["account_id"],
        unique=False,
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.create_table(
        "mailed_codes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("challenge_id", sa.Uuid(), nullable=False),
        sa.Column("code_hash", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("expires_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["challenge_id"], ["code_challenges.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_mailed_codes_challenge_id"), "mailed_codes", ["challenge_id"], unique=False)
    op.create_table(
        "refresh_tokens",
        sa.Column("token_hash", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("rotated_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["session_id"], ["login_sessions.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token_hash"),
    )
    op.create_index(op.f("ix_refresh_tokens_session_id"), "refresh_tokens", ["session_id"], unique=False)
    # The audit log is append-only for all roles, the service's own included.
    op.execute(
        """
        CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'the audit log is append-only';
        END $$
        """
    )
    op.execute(
        "CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log "
        "FOR EACH ROW EXECUTE FUNCTION refuse_change()"
    )


def downgrade() -> None:
    op.execute("DROP FUNCTION refuse_change() CASCADE")
    op.drop_index(op.f("ix_refresh_tokens_session_id"), table_name="refresh_tokens")
    op.drop_table("refresh_tokens")
    op.drop_index(op.f("ix_mailed_codes_challenge_id"), table_name="mailed_codes")
    op.drop_table("mailed_codes")
    op.drop_index("login_sessions_open", table_name="login_sessions", postgresql_where=sa.text("ended_at IS NULL"))
    op.drop_index("login_sessions_ended", table_name="login_sessions", postgresql_where=sa.text("ended_at IS NOT NULL"))
    op.drop_index(op.f("ix_login_sessions_account_id"), table_name="login_sessions")
    op.drop_table("login_sessions")
    op.drop_index(op.f("ix_consents_account_id"), table_name="consents")
    op.drop_table("consents")
    op.drop_index(op.f("ix_spent_proofs_expires_at"), table_name="spent_proofs")
    op.drop_table("spent_proofs")
    op.drop_table("signing_keys")
    op.drop_index(op.f("ix_seen_events_seen_at"), table_name="seen_events")
    op.drop_table("seen_events")
    op.drop_index(op.f("ix_registrations_email_key"), table_name="registrations")
    op.drop_index(op.f("ix_registrations_created_at"), table_name="registrations")
    op.drop_table("registrations")
    op.drop_index(op.f("ix_rate_limits_ends_at"), table_name="rate_limits")
    op.drop_table("rate_limits")
    op.drop_index("outbox_waiting", table_name="outbox", postgresql_where=sa.text("published_at IS NULL"))
    op.drop_index(op.f("ix_outbox_type"), table_name="outbox")
    op.drop_table("outbox")
    op.drop_index(
        "mail_due", table_name="mail_outbox", postgresql_where=sa.text("sent_at IS NULL AND failed_at IS NULL")
    )
    op.drop_table("mail_outbox")
    op.drop_table("letterhead")
    op.drop_table("job_runs")
    op.drop_index(op.f("ix_code_challenges_email_key"), table_name="code_challenges")
    op.drop_index(op.f("ix_code_challenges_created_at"), table_name="code_challenges")
    op.drop_table("code_challenges")
    op.drop_index(op.f("ix_audit_log_subject_id"), table_name="audit_log")
    op.drop_index(op.f("ix_audit_log_at"), table_name="audit_log")
    op.drop_index(op.f("ix_audit_log_actor_id"), table_name="audit_log")
    op.drop_index(op.f("ix_audit_log_action"), table_name="audit_log")
    op.drop_table("audit_log")
    op.drop_index(op.f("ix_accounts_standing_changed_at"), table_name="accounts")
    op.drop_index(op.f("ix_accounts_role"), table_name="accounts")
    op.drop_index("accounts_not_active", table_name="accounts", postgresql_where=sa.text("account_status <> 'active'"))
    op.drop_table("accounts")
