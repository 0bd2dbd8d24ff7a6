"""Events of other services: the site's settings changed."""

from chassis.events import EventContext, Handlers
from contracts.content import SettingsChanged
from sqlalchemy.ext.asyncio import AsyncSession

from calculator.calculations.tables import SiteSettingsCopy

on = Handlers()


@on(SettingsChanged)
async def save_site_settings(event: SettingsChanged, db: AsyncSession, context: EventContext) -> None:
    """Keep the company's name; an event that arrives late does not bring an older name back."""
    site = await db.get(SiteSettingsCopy, 1, with_for_update=True) or SiteSettingsCopy()
    if site.event_time and site.event_time > context.time:
        return
    site.company, site.event_time = event.site_name, context.time
    db.add(site)
