"""Keeps the copy of the site settings that emails show, and queues news of the status page for Telegram."""

from chassis.database.copies import save_newest
from chassis.events.registry import EventContext, Handlers
from contracts.content import SettingsChanged
from contracts.status import AnnouncementPublished

from notifications.channels import queries
from notifications.channels.tables import SiteSettingsCopy
from notifications.runtime import Session

on = Handlers()


@on(SettingsChanged)
async def save_site_settings(event: SettingsChanged, db: Session, context: EventContext) -> None:
    fields = event.model_dump(include={"site_name", "contact_phone", "working_hours"})
    await save_newest(db, SiteSettingsCopy(id=1, event_time=context.time, **fields))


@on(AnnouncementPublished)
async def queue_status_news(event: AnnouncementPublished, db: Session, context: EventContext) -> None:
    if db.runtime.settings.has_telegram:
        await queries.queue_news(db, event)
