from chassis.database.copies import save_newest
from chassis.events.registry import EventContext, Handlers
from contracts.content import SettingsChanged

from auth.accounts.tables import SiteSettingsCopy
from auth.runtime import Session

on = Handlers()


@on(SettingsChanged)
async def copy_site_settings(event: SettingsChanged, db: Session, context: EventContext) -> None:
    """Copy the site's name and contacts for the emails. An event older than the newest applied one is ignored."""
    fields = event.model_dump(include={"site_name", "contact_phone", "contact_email", "working_hours"})
    await save_newest(db, SiteSettingsCopy(id=1, event_time=context.time, **fields))
