"""The settings of the site: one row; an event passes changes to the other services."""

from typing import Any

from chassis.events import outbox
from chassis.features.audit import add_entry
from chassis.web.auth import Principal
from chassis.web.caches import CachedBytes
from chassis.web.errors import check_version
from contracts.content import SettingsChanged
from pydantic.alias_generators import to_snake
from sqlalchemy.dialects.postgresql import insert

from content import opening_hours
from content.audit.tables import AuditEntry
from content.runtime import Session
from content.site.schemas import SiteSettingsRead, SiteSettingsUpdate
from content.site.tables import SiteSettings

cache = CachedBytes("site", seconds=2)


async def read_settings(db: Session) -> SiteSettingsRead:
    """The settings in force; an empty value falls back to the built-in one."""
    row = await db.get(SiteSettings, 1)
    if row is None:
        return SiteSettingsRead()
    given = {name: value for name, value in row.values.items() if value not in (None, "")}
    return SiteSettingsRead(**given, version=row.version)


async def change(db: Session, body: SiteSettingsUpdate, *, caller: Principal) -> SiteSettingsRead:
    """Change the fields that were sent. Raises StaleVersion."""
    now = db.now()
    await db.execute(insert(SiteSettings).values(id=1, values={}, version=0, updated_at=now).on_conflict_do_nothing())
    row = await db.get_one(SiteSettings, 1, with_for_update=True)
    # Version 0 is what a reader of the built-in values saw before there was a row.
    check_version(body.version, row.version)
    changes = body.model_dump(exclude_unset=True, exclude={"version"})
    hours = {"schedule": _structure_hours(changes["workingHours"])} if "workingHours" in changes else {}
    row.values = row.values | changes | hours
    row.version, row.updated_at = row.version + 1, now
    db.add(row)
    await db.flush()
    about: dict[str, Any] = {"entity": "settings", "entity_id": None, "changes": changes}
    add_entry(db, AuditEntry, caller=caller, action="update", **about)
    settings = await read_settings(db)
    await record_change(db, settings)
    return settings


def _structure_hours(text: str) -> dict[str, Any]:
    days = opening_hours.SCHEDULE.dump_python(opening_hours.parse_schedule(text), mode="json")
    return {"text": text, "days": {str(day): hours for day, hours in days.items()}}


async def read_schedule(db: Session) -> opening_hours.Schedule:
    """The opening hours by weekday, as they were saved with their text."""
    settings, row = await read_settings(db), await db.get(SiteSettings, 1)
    saved = row.values.get("schedule") if row else None
    if saved and saved["text"] == settings.workingHours:
        return opening_hours.SCHEDULE.validate_python(saved["days"])
    # The built-in text, one saved by an earlier release, or one that such a release has changed meanwhile.
    return opening_hours.parse_schedule(settings.workingHours)


async def record_change(db: Session, settings: SiteSettingsRead) -> None:
    """Publish the change and drop the cached answer."""
    await outbox.record(db, SettingsChanged.model_validate({to_snake(name): value for name, value in settings}))
    cache.drop_after_commit(db)
