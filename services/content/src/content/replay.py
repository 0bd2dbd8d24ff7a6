"""Publish the site settings and the owner of each order again: `python -m content.replay notifications`."""

import asyncio
from uuid import UUID

from chassis.events import outbox
from chassis.events.replay import PAGE_SIZE, read_requested_service, replay
from contracts.content import OrderCopied
from sqlalchemy import select
from sqlmodel import col

from content.orders.tables import Order
from content.runtime import ContentRuntime, Session
from content.runtime_factory import make_runtime
from content.settings import Settings
from content.site import service as site
from content.site.tables import SiteSettings


async def replay_copied_data(runtime: ContentRuntime, audience: str) -> None:
    """Publish the data of which other services keep copies. The settings go to all services, as after a change."""

    async def publish_settings(db: Session, _: UUID | None) -> None:
        # The lock makes a concurrent change publish its event after this one.
        await db.get(SiteSettings, 1, with_for_update=True)
        await site.record_change(db, await site.read_settings(db))

    async def publish_orders(db: Session, after: UUID | None) -> UUID | None:
        statement = select(col(Order.id), col(Order.user_id)).where(col(Order.user_id).is_not(None))
        statement = statement.order_by(col(Order.id)).limit(PAGE_SIZE).with_for_update(read=True, key_share=True)
        if after is not None:
            statement = statement.where(col(Order.id) > after)
        rows = (await db.execute(statement)).all()
        for id, user_id in rows:
            await outbox.record(db, OrderCopied(order_id=id, user_id=user_id, audience=audience))
        return rows[-1].id if rows else None

    await replay(runtime, publish_settings, publish_orders)


if __name__ == "__main__":
    asyncio.run(replay_copied_data(make_runtime(Settings()), read_requested_service("content")))
