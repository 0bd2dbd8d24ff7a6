"""Events of the content service: the site's settings, and which orders exist."""

from contracts.content import OrderChanged, OrderCopied, OrderCreated, SettingsChanged
from messaging.events import EventContext, Handlers
from persistence.copies import save_newest
from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from calculator.calculations.tables import OrderCopy, SiteSettingsCopy
from calculator.runtime import Session

on = Handlers()
SAVE_ORDER = insert(OrderCopy).on_conflict_do_nothing()


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
async def delete_removed_order(event: OrderChanged, db: Session, context: EventContext) -> None:
    """A deleted order keeps no calculation."""
    if event.removed:
        await db.execute(delete(OrderCopy).where(col(OrderCopy.order_id) == event.order_id))
