from chassis.events import EventContext, Handlers
from contracts.content import SettingsChanged
from sqlalchemy.ext.asyncio import AsyncSession

from auth.letters.tables import Letterhead

on = Handlers()


@on(SettingsChanged)
async def remember_letterhead(event: SettingsChanged, db: AsyncSession, context: EventContext) -> None:
    """Letters carry the site's own name and contacts; a fact that was retried does not bring the older ones back."""
    head = await db.get(Letterhead, 1, with_for_update=True) or Letterhead()
    if head.told_at and head.told_at > context.time:
        return
    head.told_at = context.time
    head.site_name, head.contact_phone = event.site_name, event.contact_phone
    head.contact_email, head.working_hours = event.contact_email, event.working_hours
    db.add(head)
