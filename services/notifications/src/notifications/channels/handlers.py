"""Keeps what letters say about the site."""

from chassis.events import EventContext, Handlers
from contracts.content import SettingsChanged
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from notifications.channels.tables import Letterhead

on = Handlers()


@on(SettingsChanged)
async def note_letterhead(event: SettingsChanged, db: AsyncSession, context: EventContext) -> None:
    told = {
        "site_name": event.site_name,
        "contact_phone": event.contact_phone,
        "working_hours": event.working_hours,
        "told_at": context.time,
    }
    row = insert(Letterhead).values(id=1, **told)
    newer = col(Letterhead.told_at) <= context.time
    await db.execute(row.on_conflict_do_update(index_elements=[col(Letterhead.id)], set_=told, where=newer))
