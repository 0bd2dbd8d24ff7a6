"""The settings of the site. They are one row of the database. An event passes changes to the other services."""

from datetime import date, datetime, timedelta
from typing import Any

from chassis.events import outbox
from chassis.features.audit import add_entry
from chassis.formats import MOSCOW
from chassis.web.auth import Principal
from chassis.web.caches import CachedBytes, TtlCache
from chassis.web.errors import Invalid, StaleVersion, check_version, raises
from contracts.content import SettingsChanged
from pydantic.alias_generators import to_snake
from sqlalchemy.dialects.postgresql import insert

from content.audit.tables import AuditEntry
from content.hours_text import HoursTextError, format_clock, format_hours, read_hours
from content.opening_hours import DEFAULT_WEEKLY_HOURS, WEEKLY_HOURS_ADAPTER, OpeningHours, WeeklyHours, list_holidays
from content.opening_hours import Hours as HoursOfDay
from content.runtime import Session
from content.site.schemas import (
    DayException,
    Holiday,
    Hours,
    OpenDay,
    SiteSettingsRead,
    SiteSettingsUpdate,
    WeekHours,
)
from content.site.tables import SiteSettings
from content.site.widget_parts import find_widget_problems

cache = CachedBytes("site", seconds=2)
_settings_of_pages: TtlCache[SiteSettingsRead] = TtlCache(seconds=5)
_hours_of_forms: TtlCache[OpeningHours] = TtlCache(seconds=5)
# Fields that are computed from the stored `workingHours` and `exceptions`.
FIELDS_FROM_HOURS = {"schedule", "exceptions", "openDays"}
# Fields that the row stores as the response has them.
STORED_FIELDS = SiteSettingsRead.model_fields.keys() - FIELDS_FROM_HOURS - {"success", "version"}
OPEN_DAYS_AHEAD = 21


async def read_settings(db: Session) -> SiteSettingsRead:
    """Return the current settings. An empty value falls back to the built-in value."""
    row = await db.get(SiteSettings, 1)
    values = row.values if row else {}
    stored_values = {name: values[name] for name in STORED_FIELDS if values.get(name) not in (None, "")}
    settings = SiteSettingsRead(**stored_values, version=row.version if row else 0)
    hours = _build_opening_hours(settings.workingHours, values)
    settings.schedule = _serialize_weekly(hours.weekly)
    settings.exceptions = [DayException(**exception) for exception in values.get("exceptions", [])]
    settings.openDays = _list_open_days(hours, db.now())
    return settings


async def read_settings_of_pages(db: Session) -> SiteSettingsRead:
    """Return the settings for public pages, without a statement for each page.

    A change empties `cache` in all replicas, which changes the key. Without NATS another replica sees it after 5 s.
    """
    return await _settings_of_pages.get(str(cache.drop_count), lambda: read_settings(db))


async def read_opening_hours(db: Session) -> OpeningHours:
    """Return the current opening hours."""
    row = await db.get(SiteSettings, 1)
    values = row.values if row else {}
    return _build_opening_hours(values.get("workingHours") or SiteSettingsRead().workingHours, values)


async def read_opening_hours_of_forms(db: Session) -> OpeningHours:
    """Return the opening hours for the promised reply to a form, without a statement for each form.

    They are cached like `read_settings_of_pages`.
    """
    return await _hours_of_forms.get(str(cache.drop_count), lambda: read_opening_hours(db))


def _build_opening_hours(text: str, values: dict[str, Any]) -> OpeningHours:
    """Build the opening hours from the saved text and the saved exceptions."""
    exceptions = [DayException(**exception) for exception in values.get("exceptions", [])]
    by_date = {exception.date: _parse_hours(exception) for exception in exceptions}
    try:
        return OpeningHours(read_hours(text), by_date)
    except HoursTextError:
        # An earlier release saved this text although it could not parse it, with the hours that it used instead.
        schedule = values.get("schedule") or {}
        weekly = DEFAULT_WEEKLY_HOURS
        if schedule.get("text") == text:
            weekly = WEEKLY_HOURS_ADAPTER.validate_python(schedule["days"])
        return OpeningHours(weekly, by_date)


def _parse_hours(hours: Hours | DayException) -> HoursOfDay | None:
    if not hours.opens or not hours.closes:
        return None
    return _parse_clock(hours.opens), _parse_clock(hours.closes)


def _parse_clock(clock: str) -> timedelta:
    hour, minute = map(int, clock.split(":"))
    return timedelta(hours=hour, minutes=minute)


def _serialize_clock(time_of_day: timedelta) -> str:
    """Format an offset from midnight with two digits of hours, such as 09:00."""
    return format_clock(time_of_day).rjust(5, "0")


def _serialize_weekly(weekly: WeeklyHours) -> list[WeekHours]:
    groups: dict[HoursOfDay, list[int]] = {}
    for day in sorted(weekly):
        groups.setdefault(weekly[day], []).append(day + 1)
    return [
        WeekHours(days=days, opens=_serialize_clock(opens), closes=_serialize_clock(closes))
        for (opens, closes), days in groups.items()
    ]


def _list_open_days(hours: OpeningHours, now: datetime) -> list[OpenDay]:
    today = now.astimezone(MOSCOW).date()
    open_days = []
    for days_ahead in range(OPEN_DAYS_AHEAD):
        day = today + timedelta(days=days_ahead)
        hours_of_day = hours.get_hours(day)
        if hours_of_day:
            opens, closes = map(_serialize_clock, hours_of_day)
            open_days.append(OpenDay(date=day, opens=opens, closes=closes))
    return open_days


async def list_coming_holidays(db: Session) -> list[Holiday]:
    """Return the public holidays from now until the end of the next year."""
    today = db.now().astimezone(MOSCOW).date()
    until = date(today.year + 1, 12, 31)
    return [Holiday(date=day, name=name) for day, name in list_holidays(today, until)]


@raises(StaleVersion, Invalid)
async def change(db: Session, body: SiteSettingsUpdate, *, caller: Principal) -> SiteSettingsRead:
    """Change the fields that were sent."""
    now = db.now()
    await db.execute(insert(SiteSettings).values(id=1, values={}, version=0, updated_at=now).on_conflict_do_nothing())
    row = await db.get_one(SiteSettings, 1, with_for_update=True)
    # Before there was a row, readers got the built-in values with version 0.
    check_version(body.version, row.version)
    changes = body.model_dump(mode="json", exclude_unset=True, exclude={"version", "schedule"})
    settings_before = await read_settings(db)
    if "widgets" in changes:
        problems = find_widget_problems(body.widgets, settings_before.widgets)
        if problems:
            raise Invalid.from_problems(problems)

    if "exceptions" in changes:
        changes["exceptions"].sort(key=lambda exception: exception["date"])
    if body.schedule is not None and body.schedule != settings_before.schedule:
        weekly = {day - 1: _parse_hours(hours) for hours in body.schedule for day in hours.days}
        changes["workingHours"] = format_hours({day: hours for day, hours in weekly.items() if hours})
    elif changes.get("workingHours"):
        _check_hours_text(changes["workingHours"])

    row.values = row.values | changes
    if "workingHours" in changes:
        row.values |= {"schedule": _structure_hours(changes["workingHours"] or SiteSettingsRead().workingHours)}
    row.version = row.version + 1
    row.updated_at = now
    db.add(row)
    await db.flush()

    add_entry(db, AuditEntry, caller=caller, action="update", entity="settings", entity_id=None, changes=changes)
    settings = await read_settings(db)
    await record_change(db, settings)
    return settings


def _check_hours_text(text: str) -> None:
    """Check that a text can be parsed as opening hours. Raises Invalid, which names the part that was understood."""
    try:
        read_hours(text)
    except HoursTextError as error:
        parsed_part = f"Понятно: «{error.parsed_text}». " if error.parsed_text else ""
        message = (
            f"{parsed_part}Непонятно: «{error.unparsed_text}». Напишите, например, «Пн–Пт 9:00–18:00, сб 10:00–16:00»"
        )
        raise Invalid(workingHours=message) from None


def _structure_hours(text: str) -> dict[str, Any]:
    """Return the hours by weekday together with their text. Releases before `exceptions` read this form."""
    days = WEEKLY_HOURS_ADAPTER.dump_python(read_hours(text), mode="json")
    return {"text": text, "days": {str(day): hours for day, hours in days.items()}}


async def record_change(db: Session, settings: SiteSettingsRead) -> None:
    """Publish the settings and drop their cached responses."""
    await outbox.record(db, SettingsChanged.model_validate({to_snake(name): value for name, value in settings}))
    cache.drop_after_commit(db)
