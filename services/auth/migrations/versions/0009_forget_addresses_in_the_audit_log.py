"""Forget the IP addresses of erased users in the audit log"""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The trigger allows one change: the IP address of an actor whose account is erased may become empty.
    op.execute(
        """
        CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' AND NEW.ip = '' AND to_jsonb(NEW) - 'ip' = to_jsonb(OLD) - 'ip'
                AND EXISTS (SELECT FROM accounts WHERE id = OLD.actor_id AND erased_at IS NOT NULL)
            THEN
                RETURN NEW;
            END IF;
            RAISE EXCEPTION 'the audit log is append-only';
        END $$
        """
    )
    op.execute("DROP TRIGGER audit_log_append_only ON audit_log")
    op.execute(
        "CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log "
        "FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()"
    )
    op.execute("GRANT UPDATE (ip) ON audit_log TO CURRENT_USER")
    # Users who were erased before this release.
    op.execute(
        "UPDATE audit_log SET ip = '' FROM accounts "
        "WHERE accounts.id = audit_log.actor_id AND accounts.erased_at IS NOT NULL AND ip <> ''"
    )


def downgrade() -> None:
    op.execute("REVOKE UPDATE (ip) ON audit_log FROM CURRENT_USER")
    op.execute("DROP TRIGGER audit_log_append_only ON audit_log")
    op.execute(
        "CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log "
        "FOR EACH ROW EXECUTE FUNCTION refuse_change()"
    )
    op.execute("DROP FUNCTION refuse_audit_change()")
