"""Create the audit table that every service has, and copy the policy changes into it"""

import chassis.database.tables
import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

COPY_POLICY_CHANGES = """
INSERT INTO audit_entries (id, at, actor_id, actor_name, action, entity, changes)
SELECT entry.id, entry.changed_at, entry.changed_by, entry.changed_by_name, 'policy.changed', 'policy',
    jsonb_build_object('before', entry.before, 'after', entry.after)
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
    op.create_index(op.f("ix_audit_entries_actor_id"), "audit_entries", ["actor_id"])
    # The previous release writes to its table until its last replica ends, and after a rollback.
    op.execute(
        f"""
        CREATE FUNCTION copy_policy_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'INSERT' THEN
                {COPY_POLICY_CHANGES} FROM (SELECT NEW.*) AS entry ON CONFLICT DO NOTHING;
            ELSE
                UPDATE audit_entries SET actor_name = 'Удалённый пользователь', address = NULL
                WHERE actor_id = NEW.changed_by;
            END IF;
            RETURN NULL;
        END $$
        """  # noqa: S608  # The text is this module's own.
    )
    op.execute(
        "CREATE TRIGGER policy_changes_are_copied AFTER INSERT OR UPDATE ON policy_changes "
        "FOR EACH ROW EXECUTE FUNCTION copy_policy_change()"
    )
    op.execute(f"{COPY_POLICY_CHANGES} FROM policy_changes AS entry ON CONFLICT DO NOTHING")
    # The triggers refuse every change of an entry but an erasure, which removes name and address.
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
    # TRUNCATE fires no row trigger, so it has a trigger of its own.
    op.execute(
        "CREATE TRIGGER audit_entries_never_emptied BEFORE TRUNCATE ON audit_entries "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_audit_entries()"
    )


def downgrade() -> None:
    op.execute("DROP FUNCTION copy_policy_change() CASCADE")
    op.drop_table("audit_entries")
    op.execute("DROP FUNCTION refuse_changing_audit_entries()")
