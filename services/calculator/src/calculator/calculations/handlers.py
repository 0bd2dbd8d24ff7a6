"""Events of the content service: the site's settings, and which orders exist."""

from collections.abc import Sequence
from uuid import UUID

from chassis.database.copies import save_newest
from chassis.events.registry import EventContext, Handlers
from contracts.content import OrderChanged, OrderCopied, OrderCreated, SettingsChanged
from sqlalchemy import text
from sqlalchemy.dialects.postgresql import insert

from calculator.calculations.tables import OrderCopy, SiteSettingsCopy
from calculator.runtime import Session

on = Handlers()
# The user of a deleted order.
NOBODY = UUID(int=0)
SAVE_ORDERS = text("""
INSERT INTO orders_copy (order_id, user_id) SELECT * FROM unnest(CAST(:orders AS uuid[]), CAST(:users AS uuid[]))
ORDER BY 1 ON CONFLICT DO NOTHING
""")


@on(SettingsChanged)
async def save_site_settings(event: SettingsChanged, db: Session, context: EventContext) -> None:
    """Save the company's name, unless a newer event has been applied already."""
    await save_newest(db, SiteSettingsCopy(id=1, company=event.site_name, event_time=context.time))


@on(OrderCreated, OrderCopied)
async def save_order(event: OrderCreated | OrderCopied, db: Session, context: EventContext) -> None:
    db.before_commit(save_orders, event)


async def save_orders(db: Session, events: Sequence[OrderCreated | OrderCopied]) -> None:
    """Store orders that are not known yet. A deleted order counts as known."""
    orders = [event.order_id for event in events]
    users = [event.user_id for event in events]
    await db.execute(SAVE_ORDERS, {"orders": orders, "users": users})


@on(OrderChanged)
async def mark_removed_order(event: OrderChanged, db: Session, context: EventContext) -> None:
    """Forget the user of a deleted order. The id stays, so that a late event does not restore the order."""
    if event.removed:
        insertion = insert(OrderCopy).values(order_id=event.order_id, user_id=NOBODY)
        await db.execute(insertion.on_conflict_do_update(index_elements=["order_id"], set_={"user_id": NOBODY}))
