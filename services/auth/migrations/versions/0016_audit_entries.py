"""Create the audit table that every service has, and copy the former audit log into it"""

import chassis.database.tables
import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

COPY = """
INSERT INTO audit_entries (id, at, actor_id, actor_name, address, action, entity, entity_id, changes)
SELECT entry.id, entry.at, COALESCE(entry.actor_id, '00000000-0000-0000-0000-000000000000'),
    COALESCE((SELECT trim(first_name || ' ' || last_name) FROM accounts WHERE accounts.id = entry.actor_id), ''),
    NULLIF(entry.ip, ''), entry.action, split_part(entry.action, '.', 1), entry.subject_id, entry.details
"""


def upgrade() -> None:
    text = sqlmodel.sql.sqltypes.AutoString
    op.create_table(
        "audit_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("actor_id", sa.Uuid(), nullable=False),
        sa.Column("actor_name", text(), nullable=False),
        sa.Column("address", text(), nullable=True),
        sa.Column("action", text(), nullable=False),
        sa.Column("entity", text(), nullable=False),
        sa.Column("entity_id", sa.Uuid(), nullable=True),
        sa.Column("changes", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("audit_of_entity", "audit_entries", ["entity_id"])
    op.create_index("audit_of_action", "audit_entries", ["action"])
    op.create_index(op.f("ix_audit_entries_actor_id"), "audit_entries", ["actor_id"])
    # The previous release writes to its table until its last replica ends, and after a rollback.
    op.execute(
        f"""
        CREATE FUNCTION copy_former_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            {COPY} FROM (SELECT NEW.*) AS entry ON CONFLICT DO NOTHING;
            IF NEW.action = 'user.erased' THEN
                UPDATE audit_entries SET actor_name = 'Удалённый пользователь', address = NULL
                WHERE actor_id = NEW.actor_id;
            END IF;
            RETURN NULL;
        END $$
        """  # noqa: S608  # The text is this module's own.
    )
    op.execute(
        "CREATE TRIGGER audit_log_is_copied AFTER INSERT ON audit_log "
        "FOR EACH ROW EXECUTE FUNCTION copy_former_audit_entry()"
    )
    op.execute(f"{COPY} FROM audit_log AS entry ON CONFLICT DO NOTHING")
    # The triggers refuse every change of an entry except an erasure, which removes the name and the IP address.
    op.execute(
        """
        CREATE FUNCTION refuse_changing_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' AND NEW.actor_name = 'Удалённый пользователь' AND NEW.address IS NULL
                AND to_jsonb(NEW) - 'actor_name' - 'address' = to_jsonb(OLD) - 'actor_name' - 'address' THEN
                RETURN NEW;
            END IF;
            RAISE EXCEPTION 'the audit log is append-only';
        END $$
        """
    )
    op.execute(
        "CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries "
        "FOR EACH ROW EXECUTE FUNCTION refuse_changing_audit_entries()"
    )
    # TRUNCATE fires no row trigger, so a statement trigger refuses it, even for a superuser. The service's role also
    # loses the privileges.
    op.execute(
        "CREATE TRIGGER audit_entries_never_emptied BEFORE TRUNCATE ON audit_entries "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_audit_entries()"
    )
    op.execute("REVOKE UPDATE, DELETE, TRUNCATE ON audit_entries FROM PUBLIC, CURRENT_USER")
    op.execute("GRANT UPDATE (actor_name, address) ON audit_entries TO CURRENT_USER")


def downgrade() -> None:
    op.execute("DROP FUNCTION copy_former_audit_entry() CASCADE")
    op.drop_table("audit_entries")
    op.execute("DROP FUNCTION refuse_changing_audit_entries()")
