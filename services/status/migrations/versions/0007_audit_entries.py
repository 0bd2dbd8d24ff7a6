"""Audit entries of administrators, append-only"""

import chassis.database.tables
import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


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
        sa.Column("entity_id", sa.Uuid(), nullable=False),
        sa.Column("changes", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("audit_of_entity", "audit_entries", ["entity", "entity_id"])
    op.create_index(op.f("ix_audit_entries_actor_id"), "audit_entries", ["actor_id"])
    # The triggers refuse every change of an entry except an erasure, which removes the name and the IP address.
    op.execute(
        """
        CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
        "FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()"
    )
    # TRUNCATE fires no row trigger, so a statement trigger refuses it.
    op.execute(
        "CREATE TRIGGER audit_entries_never_emptied BEFORE TRUNCATE ON audit_entries "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()"
    )


def downgrade() -> None:
    op.drop_table("audit_entries")
    op.execute("DROP FUNCTION refuse_audit_change()")
