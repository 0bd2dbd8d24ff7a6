from contracts.content import SettingsChanged
from messaging.events import EventContext, Handlers
from sqlalchemy.ext.asyncio import AsyncSession

from auth.emails.tables import SiteSettingsCopy

on = Handlers()


@on(SettingsChanged)
async def copy_site_settings(event: SettingsChanged, db: AsyncSession, context: EventContext) -> None:
    """Copy the site's name and contacts for the emails. An event older than the newest applied one is ignored."""
    site = await db.get(SiteSettingsCopy, 1, with_for_update=True) or SiteSettingsCopy()
    if site.event_time and site.event_time > context.time:
        return
    site.event_time = context.time
    site.site_name, site.contact_phone = event.site_name, event.contact_phone
    site.contact_email, site.working_hours = event.contact_email, event.working_hours
    db.add(site)
