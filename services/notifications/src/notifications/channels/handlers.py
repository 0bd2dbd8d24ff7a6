"""Keeps the copy of the site settings that emails show."""

from contracts.content import SettingsChanged
from messaging.events import EventContext, Handlers
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from notifications.channels.tables import SiteSettingsCopy

on = Handlers()


@on(SettingsChanged)
async def save_site_settings(event: SettingsChanged, db: AsyncSession, context: EventContext) -> None:
    values = {
        "site_name": event.site_name,
        "contact_phone": event.contact_phone,
        "working_hours": event.working_hours,
        "event_time": context.time,
    }
    row = insert(SiteSettingsCopy).values(id=1, **values)
    newer = col(SiteSettingsCopy.event_time) <= context.time
    await db.execute(row.on_conflict_do_update(index_elements=[col(SiteSettingsCopy.id)], set_=values, where=newer))
