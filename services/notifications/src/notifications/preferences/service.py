"""Reads and changes of the preferences of one user."""

from datetime import datetime, time
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.inbox.kinds import KINDS
from notifications.preferences import policy
from notifications.preferences.schemas import PreferencesChange, PreferencesRead, QuietHours
from notifications.preferences.tables import Preference
from notifications.runtime import Session
from notifications.users.tables import UserCopy


async def read(db: Session, *, user_id: UUID) -> PreferencesRead:
    """Return the preferences of one user, with the defaults."""
    preference = await db.get(Preference, user_id)
    user = await db.get(UserCopy, user_id)
    choices = preference.choices if preference else {}
    marketing = bool(user and user.marketing)
    channels = [channel for channel in policy.CHANNELS if channel != "telegram" or db.runtime.settings.has_telegram]
    preferences = {}
    for kind in KINDS:
        preferences[kind] = {
            channel: policy.allows(choices, kind, channel, marketing=marketing) for channel in channels
        }
    return PreferencesRead.model_validate(preferences | {"quiet_hours": _get_quiet_hours(preference)})


def _get_quiet_hours(preference: Preference | None) -> QuietHours | None:
    if (
        preference is None
        or preference.quiet_from is None
        or preference.quiet_to is None
        or preference.quiet_timezone is None
    ):
        return None
    return QuietHours(start=preference.quiet_from, end=preference.quiet_to, timezone=preference.quiet_timezone)


async def change(db: Session, body: PreferencesChange, *, user_id: UUID) -> PreferencesRead:
    """Change the given preferences only."""
    preference = await _lock_or_create(db, user_id)
    choices = {kind: dict(channels) for kind, channels in preference.choices.items()}
    for kind in KINDS:
        channels_change = getattr(body, kind)
        if channels_change:
            choices.setdefault(kind, {}).update(channels_change.model_dump(exclude_none=True))
    preference.choices = choices
    preference.updated_at = db.now()
    if "quiet_hours" in body.model_fields_set:
        quiet_hours = body.quiet_hours
        preference.quiet_from = quiet_hours.start if quiet_hours else None
        preference.quiet_to = quiet_hours.end if quiet_hours else None
        preference.quiet_timezone = quiet_hours.timezone if quiet_hours else None
    db.add(preference)
    await db.flush()
    return await read(db, user_id=user_id)


async def _lock_or_create(db: Session, user_id: UUID) -> Preference:
    """Lock the preferences of a user and return them. Stores the defaults first, if the user has none."""
    row = insert(Preference).values(user_id=user_id, choices={}, updated_at=db.now())
    await db.execute(row.on_conflict_do_nothing(index_elements=[col(Preference.user_id)]))
    return await db.get_one(Preference, user_id, with_for_update=True)


async def refuse_email(db: Session, *, user_id: UUID, kind: str) -> None:
    """Switch off emails of one kind for a user."""
    preference = await _lock_or_create(db, user_id)
    channels = preference.choices.get(kind, {})
    preference.choices = preference.choices | {kind: channels | {"email": False}}
    preference.updated_at = db.now()
    db.add(preference)


def find_quiet_end(preference: Preference | None, now: datetime) -> datetime | None:
    """Return when the current quiet hours of the user end. Returns None outside quiet hours."""
    quiet_hours = _get_quiet_hours(preference)
    if quiet_hours is None:
        return None
    start = time.fromisoformat(quiet_hours.start)
    end = time.fromisoformat(quiet_hours.end)
    return policy.find_quiet_end(now, start=start, end=end, zone=ZoneInfo(quiet_hours.timezone))
