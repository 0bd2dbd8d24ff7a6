"""The settings of the site: one row; an event passes changes to the other services."""

from chassis.auth import Principal
from chassis.database import runtime_of
from chassis.errors import StaleVersion
from chassis.http import CachedBytes
from contracts.content import SettingsChanged
from messaging import outbox
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from content.audit import service as audit
from content.site.schemas import SiteSettingsRead, SiteSettingsUpdate
from content.site.tables import SiteSettings

cache = CachedBytes("site", seconds=2)


async def read_settings(db: AsyncSession) -> SiteSettingsRead:
    """The settings in force; an empty value falls back to the built-in one."""
    row = await db.get(SiteSettings, 1)
    if row is None:
        return SiteSettingsRead()
    given = {name: value for name, value in row.values.items() if value not in (None, "")}
    return SiteSettingsRead(**given, version=row.version)


async def change(db: AsyncSession, body: SiteSettingsUpdate, *, caller: Principal) -> SiteSettingsRead:
    """Change the fields that were sent. Raises StaleVersion."""
    now = runtime_of(db).now()
    await db.execute(insert(SiteSettings).values(id=1, values={}, version=0, updated_at=now).on_conflict_do_nothing())
    row = await db.get_one(SiteSettings, 1, with_for_update=True)
    # Version 0 is what a reader of the built-in values saw before there was a row.
    if body.version is not None and body.version != row.version:
        raise StaleVersion
    changes = body.model_dump(exclude_unset=True, exclude={"version"})
    row.values = row.values | changes
    row.version, row.updated_at = row.version + 1, now
    db.add(row)
    await db.flush()
    audit.record_audit(db, caller=caller, action="update", entity="settings", entity_id=None, changes=changes)
    settings = await read_settings(db)
    await record_change(db, settings)
    return settings


async def record_change(db: AsyncSession, settings: SiteSettingsRead) -> None:
    """Publish the change and drop the cached answer."""
    await outbox.record(
        db,
        SettingsChanged(
            site_name=settings.siteName,
            site_description=settings.siteDescription,
            contact_phone=settings.contactPhone,
            contact_email=settings.contactEmail,
            contact_address=settings.contactAddress,
            showroom_address=settings.showroomAddress,
            working_hours=settings.workingHours,
            russian_only=settings.russianOnly,
        ),
    )
    cache.drop_after_commit(db)
