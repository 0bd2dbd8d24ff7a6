"""Order history is only added to"""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # A line stays as it was written, with two ways out that the law asks for: an erased person's id is taken off his
    # lines, and a deal that nobody has to keep any longer goes with all its lines (its order is gone when they follow).
    op.execute(
        """
        CREATE FUNCTION refuse_rewriting_order_history() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' THEN
                IF NEW.actor_id IS NULL AND to_jsonb(NEW) - 'actor_id' = to_jsonb(OLD) - 'actor_id' THEN
                    RETURN NEW;
                END IF;
            ELSIF TG_OP = 'DELETE' THEN
                IF NOT EXISTS (SELECT FROM orders WHERE id = OLD.order_id) THEN
                    RETURN OLD;
                END IF;
            END IF;
            RAISE EXCEPTION 'the order history is append-only';
        END $$
        """
    )
    op.execute(
        "CREATE TRIGGER order_history_append_only BEFORE UPDATE OR DELETE ON order_history "
        "FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_order_history()"
    )
    # TRUNCATE fires no row trigger.
    op.execute(
        "CREATE TRIGGER order_history_never_emptied BEFORE TRUNCATE ON order_history "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting_order_history()"
    )


def downgrade() -> None:
    op.execute("DROP FUNCTION refuse_rewriting_order_history() CASCADE")
