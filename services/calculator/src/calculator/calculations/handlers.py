"""Events of the content service: the site's settings, and which orders exist."""

from uuid import UUID

from contracts.content import OrderChanged, OrderCopied, OrderCreated, SettingsChanged
from messaging.events import EventContext, Handlers
from persistence.copies import save_newest
from sqlalchemy import text
from sqlalchemy.dialects.postgresql import insert

from calculator.calculations.tables import OrderCopy, SiteSettingsCopy
from calculator.runtime import Session

on = Handlers()
# In place of the user of an order that is deleted.
NOBODY = UUID(int=0)
# As text: SQLAlchemy's own time for an insert of a model is a quarter of what an event costs.
SAVE_ORDER = text("INSERT INTO orders_copy (order_id, user_id) VALUES (:order_id, :user_id) ON CONFLICT DO NOTHING")


@on(SettingsChanged)
async def save_site_settings(event: SettingsChanged, db: Session, context: EventContext) -> None:
    """Keep the company's name; an event that arrives late does not bring an older name back."""
    await save_newest(db, SiteSettingsCopy(id=1, company=event.site_name, event_time=context.time))


@on(OrderCreated)
async def save_order(event: OrderCreated | OrderCopied, db: Session, context: EventContext) -> None:
    """Remember the order and its user."""
    await db.execute(SAVE_ORDER, {"order_id": event.order_id, "user_id": event.user_id})


@on(OrderCopied)
async def restore_order(event: OrderCopied, db: Session, context: EventContext) -> None:
    """Remember the order, if this service asked for all of them."""
    if event.audience == db.runtime.name:
        await save_order(event, db, context)


@on(OrderChanged)
async def mark_removed_order(event: OrderChanged, db: Session, context: EventContext) -> None:
    """A deleted order keeps no calculation. Its id stays, so that an event that arrives late does not restore it."""
    if event.removed:
        mark = insert(OrderCopy).values(order_id=event.order_id, user_id=NOBODY)
        await db.execute(mark.on_conflict_do_update(index_elements=["order_id"], set_={"user_id": NOBODY}))
