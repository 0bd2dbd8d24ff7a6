"""Make the audit log append-only, and store the network address of each action"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("audit_entries", sa.Column("address", sa.String(), nullable=True))
    # One change is permitted, because the law requires it: an erasure removes name and address of an administrator.
    op.execute(
        """
        CREATE FUNCTION refuse_changing_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' THEN
                IF NEW.actor_name = 'Удалённый пользователь' AND NEW.address IS NULL
                    AND to_jsonb(NEW) - 'actor_name' - 'address' = to_jsonb(OLD) - 'actor_name' - 'address' THEN
                    RETURN NEW;
                END IF;
            END IF;
            RAISE EXCEPTION 'the audit log is append-only';
        END $$
        """
    )
    op.execute(
        "CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries "
        "FOR EACH ROW EXECUTE FUNCTION refuse_changing_audit_entries()"
    )
    # TRUNCATE fires no row trigger, so it has a trigger of its own. Triggers also bind the owner of the table. A dump
    # keeps triggers and drops privileges.
    op.execute(
        "CREATE TRIGGER audit_entries_never_emptied BEFORE TRUNCATE ON audit_entries "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_audit_entries()"
    )
    op.execute("REVOKE UPDATE, DELETE, TRUNCATE ON audit_entries FROM PUBLIC, CURRENT_USER")
    op.execute("GRANT UPDATE (actor_name, address) ON audit_entries TO CURRENT_USER")


def downgrade() -> None:
    op.execute("REVOKE UPDATE (actor_name, address) ON audit_entries FROM CURRENT_USER")
    op.execute("GRANT UPDATE, DELETE, TRUNCATE ON audit_entries TO CURRENT_USER")
    op.execute("DROP FUNCTION refuse_changing_audit_entries() CASCADE")
    op.drop_column("audit_entries", "address")
