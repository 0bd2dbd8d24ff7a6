"""Changes that migrations make to rows of earlier releases."""

from alembic import command
from chassis.migrate import build_configuration, upgrade
from chassis.testing.servers import Postgres
from sqlalchemy import Connection, NullPool, create_engine, text

ADD_ORDER = text("""
INSERT INTO orders (id, created_at, updated_at, version, number, title, price_rub, status)
VALUES (gen_random_uuid(), now(), now(), 1, :number, 'BMW 320d', 1, :status) RETURNING id
""")
ADD_PAYMENT = text("""
INSERT INTO payments (id, created_at, updated_at, version, order_id, title, amount_rub, kind, status)
VALUES (gen_random_uuid(), now(), now(), 1, :order_id, :title, 1, :kind, :status)
""")


def add_order_with_payments(db: Connection, *, number: str, status: str) -> None:
    order_id = db.scalar(ADD_ORDER, {"number": number, "status": status})
    for kind, payment_status in (
        ("payment", "pending"),
        ("deposit", "waiting"),
        ("payment", "paid"),
        ("refund", "pending"),
    ):
        title = f"{number} {kind} {payment_status}"
        payment = {"order_id": order_id, "title": title, "kind": kind, "status": payment_status}
        db.execute(ADD_PAYMENT, payment)


def test_open_invoices_of_orders_that_were_cancelled_earlier_are_cancelled(postgres_server: Postgres) -> None:
    url = postgres_server.create("content_cancelled_orders")
    command.upgrade(build_configuration("content", url), "0039")
    engine = create_engine(url, poolclass=NullPool)
    with engine.begin() as db:
        add_order_with_payments(db, number="A", status="cancelled")
        add_order_with_payments(db, number="B", status="active")
    upgrade("content", url)
    with engine.connect() as db:
        changed_payments = db.execute(text("SELECT title, status FROM payments WHERE version = 2 ORDER BY title")).all()
    assert [tuple(row) for row in changed_payments] == [
        ("A deposit waiting", "cancelled"),
        ("A payment pending", "cancelled"),
    ]
