"""Rules of bookings. An exclusion constraint allows one booking for each slot. Events announce the changes."""

from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta
from uuid import UUID

from chassis.events import outbox
from chassis.formats import MOSCOW
from chassis.web import limits
from chassis.web.auth import Principal
from chassis.web.errors import Invalid, NotFound, RateLimited, StaleVersion, raises
from contracts.content import BookingChanged, BookingCreated, BookingNews, BookingReminder, RequestWithdrawn

from content import editing
from content.bookings import queries, slots
from content.bookings.errors import BookingIsOver, SlotTaken, TooManyBookings
from content.bookings.schemas import (
    BOOKING_KINDS,
    BookingAdmin,
    BookingAdminCreate,
    BookingAdminUpdate,
    BookingCreate,
    SlotQuery,
)
from content.bookings.serializers import serialize_for_admin
from content.bookings.tables import Booking, compute_calendar_number
from content.caps import check_cap
from content.orders.queries import is_order_of
from content.records import build_record
from content.runtime import ContentRuntime, Session
from content.site import service as site
from content.users import service as users
from content.users.tables import UserCopy

MAX_OPEN_BOOKINGS = 5
NO_OVERLAP = "bookings_no_overlap"
# Fields whose changes are announced to the client, besides time and status. The note is the client's own text.
DETAIL_FIELDS = {"title", "place", "duration_minutes"}


@raises(NotFound)
async def list_free_slots(db: Session, query: SlotQuery, *, caller: Principal) -> tuple[int, list[datetime]]:
    """Return the length of the meeting in minutes, and the free times of a day within the booking horizon.

    Raises NotFound if the booking to move is not the caller's.
    """
    minutes = BOOKING_KINDS[query.kind].minutes
    if query.moving:
        booking_to_move = await queries.get_own_booking(db, query.moving, caller=caller)
        minutes = booking_to_move.duration_minutes
    day_start = datetime.combine(query.day, datetime.min.time(), MOSCOW)
    day_end = day_start + timedelta(days=1)
    taken_intervals = await queries.list_taken_intervals(
        db, query.kind, since=day_start, until=day_end, excluded_id=query.moving
    )
    horizon = _compute_horizon(db)
    times = await _list_times(db, query.day, minutes=minutes, taken=taken_intervals)
    return minutes, [starts_at for starts_at in times if starts_at <= horizon]


async def _list_times(db: Session, day: date, *, minutes: int, taken: Iterable[slots.Interval]) -> list[datetime]:
    """Return the times of a day within the opening hours at which a meeting can begin."""
    hours = (await site.read_opening_hours(db)).get_hours(day)
    return slots.list_free_times(day, minutes=minutes, hours=hours, now=db.now(), taken=taken)


def _compute_horizon(db: Session) -> datetime:
    return db.now() + timedelta(days=db.runtime.settings.booking_days_ahead)


@raises(NotFound, SlotTaken, TooManyBookings, RateLimited, Invalid)
async def book(db: Session, body: BookingCreate, *, caller: Principal) -> Booking:
    """Take a free slot."""
    title, minutes = BOOKING_KINDS[body.kind]
    if body.order_id and not await is_order_of(db, body.order_id, user_id=caller.id):
        raise NotFound("Такого заказа нет")
    await _check_slot(db, body.starts_at, minutes=minutes)
    await _count_change(db, caller)
    # Without a maximum one account could take the whole calendar.
    await check_cap(
        db,
        queries.select_open_bookings(caller, db.now()),
        owner=caller.id,
        maximum=MAX_OPEN_BOOKINGS,
        error=TooManyBookings,
    )
    booking = build_record(
        db,
        Booking,
        **body.model_dump(),
        user_id=caller.id,
        calendar=compute_calendar_number(body.kind),
        title=title,
        ends_at=body.starts_at + timedelta(minutes=minutes),
        duration_minutes=minutes,
    )
    await _save(db, booking)
    await _record_creation(db, booking, client=caller.name)
    return booking


async def _count_change(db: Session, caller: Principal) -> None:
    """Count a change, because each one notifies the company. Raises RateLimited."""
    per_hour = db.runtime.settings.bookings_per_hour
    await limits.hit(db.runtime, "bookings", str(caller.id), limit=per_hour, per=timedelta(hours=1), within=db)


async def _check_slot(db: Session, starts_at: datetime, *, minutes: int) -> None:
    """Check that the slot is offered, whether or not it is taken. Raises Invalid."""
    if starts_at > _compute_horizon(db):
        raise Invalid(starts_at="Так далеко вперёд мы ещё не записываем")
    if starts_at not in await _list_times(db, starts_at.astimezone(MOSCOW).date(), minutes=minutes, taken=()):
        raise Invalid(starts_at="Выберите время из свободных")


@raises(NotFound, SlotTaken, BookingIsOver, RateLimited, Invalid)
async def reschedule(db: Session, id: UUID, starts_at: datetime, *, caller: Principal) -> Booking:
    """Move a booking of the caller to another slot."""
    booking = await queries.get_own_booking(db, id, caller=caller, lock=True)
    _check_open(booking, db.now())
    if booking.kind not in BOOKING_KINDS:
        raise Invalid(starts_at="Время этой заявки назначит менеджер")
    await _check_slot(db, starts_at, minutes=booking.duration_minutes)
    await _count_change(db, caller)
    starts_at_before = booking.starts_at
    booking.starts_at = starts_at
    booking.ends_at = starts_at + timedelta(minutes=booking.duration_minutes)
    booking.status = "requested"
    booking.reminded_at = None
    editing.mark_changed(db, booking)
    await _save(db, booking)
    if starts_at_before != starts_at:
        news: BookingNews = "moved" if starts_at_before else "scheduled"
        await _record_change(db, booking, news, starts_at_before=starts_at_before, client=caller.name)
    return booking


@raises(NotFound, BookingIsOver)
async def cancel(db: Session, id: UUID, *, caller: Principal) -> None:
    """Cancel a booking of the caller. It stays in the list."""
    booking = await queries.get_own_booking(db, id, caller=caller, lock=True)
    _check_open(booking, db.now())
    booking.status = "cancelled"
    editing.mark_changed(db, booking)
    await _save(db, booking)
    await _record_change(db, booking, "cancelled", client=caller.name)
    if booking.starts_at is None and booking.request_id is not None:
        event = RequestWithdrawn(request_id=booking.request_id, title=booking.title, name=caller.name)
        await outbox.record(db, event)


def _check_open(booking: Booking, now: datetime) -> None:
    if booking.status == "cancelled":
        raise NotFound
    if booking.ends_at is not None and booking.ends_at <= now:
        raise BookingIsOver


async def _save(db: Session, booking: Booking) -> None:
    """Save a booking. An exclusion constraint refuses two bookings in one slot. Raises SlotTaken."""
    async with editing.translate_refusal(db, NO_OVERLAP, SlotTaken):
        db.add(booking)


async def _record_creation(db: Session, booking: Booking, *, client: str | None = None) -> None:
    """Publish a new booking. `client` is the name of the buyer, or None if an administrator made the booking."""
    event = BookingCreated(
        booking_id=booking.id,
        user_id=booking.user_id,
        kind=booking.kind,
        title=booking.title,
        starts_at=booking.starts_at,
        status=booking.status,
        duration_minutes=booking.duration_minutes,
        place=booking.place,
        client=client,
    )
    await outbox.record(db, event)


async def _record_change(
    db: Session,
    booking: Booking,
    news: BookingNews,
    *,
    starts_at_before: datetime | None = None,
    client: str | None = None,
) -> None:
    """Publish a change of a booking. A request that has no time yet has events of its own."""
    if booking.starts_at is not None:
        await _record_event(db, booking, news, starts_at=booking.starts_at, was=starts_at_before, client=client)


async def _record_removed_time(db: Session, booking: Booking, starts_at_before: datetime) -> None:
    """Publish that a meeting has no time any more, or that it is cancelled. A meeting that is over is not announced."""
    if starts_at_before <= db.now():
        return
    if booking.status == "cancelled":
        await _record_event(db, booking, "cancelled", starts_at=starts_at_before)
    else:
        await _record_event(db, booking, "details", starts_at=starts_at_before, is_unscheduled=True)


async def _record_event(
    db: Session,
    booking: Booking,
    news: BookingNews,
    *,
    starts_at: datetime,
    was: datetime | None = None,
    client: str | None = None,
    is_unscheduled: bool = False,
) -> None:
    """Record the event of a change in the outbox. `was` is the time from which the meeting was moved."""
    event = BookingChanged(
        booking_id=booking.id,
        user_id=booking.user_id,
        kind=booking.kind,
        title=booking.title,
        starts_at=starts_at,
        status=booking.status,
        duration_minutes=booking.duration_minutes,
        place=booking.place,
        news=news,
        was=was,
        client=client,
        is_unscheduled=is_unscheduled,
    )
    await outbox.record(db, event)


@raises(NotFound)
async def read_for_admin(db: Session, id: UUID) -> BookingAdmin:
    """Return one booking."""
    booking = await editing.get_record(db, Booking, id)
    return serialize_for_admin(booking, await db.get(UserCopy, booking.user_id))


@raises(SlotTaken, Invalid)
async def create(db: Session, body: BookingAdminCreate, *, caller: Principal) -> BookingAdmin:
    """Book for a client, at any time in the future."""
    _check_in_future(db, body.starts_at)
    await users.wait_for_user(db.runtime, body.user_id)
    await users.get_user(db, body.user_id)
    if body.order_id and not await is_order_of(db, body.order_id, user_id=body.user_id):
        raise Invalid(order_id="У этого клиента нет такого заказа")
    booking = build_record(
        db,
        Booking,
        **body.model_dump(exclude={"title"}),
        title=body.title or _get_default_title(body.kind),
        calendar=compute_calendar_number(body.kind),
        ends_at=body.starts_at + timedelta(minutes=body.duration_minutes),
    )
    _skip_late_reminder(db, booking)
    await _save(db, booking)
    editing.add_record(db, booking, caller=caller, changes=body.model_dump(mode="json"))
    await _record_creation(db, booking)
    return await read_for_admin(db, booking.id)


def _check_in_future(db: Session, starts_at: datetime) -> None:
    """Refuse a meeting in the past: its client would be invited to it. Raises Invalid."""
    if starts_at <= db.now():
        raise Invalid(starts_at="Это время уже прошло, выберите будущее")


def _get_default_title(kind: str) -> str:
    """Return the title of a kind that clients may book. The title of another kind is its name."""
    if kind not in BOOKING_KINDS:
        return kind
    return BOOKING_KINDS[kind].title


@raises(NotFound, StaleVersion, SlotTaken, Invalid)
async def change(db: Session, id: UUID, body: BookingAdminUpdate, *, caller: Principal) -> BookingAdmin:
    """Change a booking."""
    booking, changes = await editing.lock_to_change(db, Booking, id, body)
    starts_at_before = booking.starts_at

    kind = changes.get("kind", booking.kind)
    if "kind" in changes or "title" in changes:
        changes["title"] = changes.get("title") or _get_default_title(kind)
        changes["calendar"] = compute_calendar_number(kind)

    starts_at = changes.get("starts_at", booking.starts_at)
    minutes = changes.get("duration_minutes", booking.duration_minutes)
    changes["ends_at"] = starts_at + timedelta(minutes=minutes) if starts_at else None
    if starts_at is None and booking.starts_at is not None and booking.status == "confirmed":
        # A meeting without a time cannot be confirmed.
        changes.setdefault("status", "requested")
    if starts_at != booking.starts_at:
        if starts_at is not None:
            _check_in_future(db, starts_at)
        changes["reminded_at"] = None

    async with editing.translate_refusal(db, NO_OVERLAP, SlotTaken):
        changed_fields = editing.apply_changes(db, booking, changes, caller=caller)
    if {"starts_at", "status"} & set(changed_fields):
        _skip_late_reminder(db, booking)

    news = find_news(booking, changed_fields, starts_at_before=starts_at_before)
    if news and starts_at is None and starts_at_before is not None:
        await _record_removed_time(db, booking, starts_at_before)
    elif news:
        await _record_change(db, booking, news, starts_at_before=starts_at_before if news == "moved" else None)
    return await read_for_admin(db, id)


def _skip_late_reminder(db: Session, booking: Booking) -> None:
    """Mark a meeting that is confirmed shortly before it begins as reminded: the confirmation is the reminder."""
    now = db.now()
    notice_time = timedelta(hours=db.runtime.settings.booking_reminder_hours)
    if booking.status == "confirmed" and booking.starts_at is not None and booking.starts_at <= now + notice_time:
        booking.reminded_at = now


def find_news(booking: Booking, changed: Collection[str], *, starts_at_before: datetime | None) -> BookingNews | None:
    """Return the news for the client about changed fields, or None.

    Changes of the note, and all changes of a cancelled meeting, are not announced.
    """
    if booking.status == "cancelled":
        return "cancelled" if "status" in changed else None
    if "starts_at" in changed and starts_at_before is not None:
        return "moved"
    if "status" in changed:
        return "confirmed" if booking.status == "confirmed" else "requested"
    if "starts_at" in changed:
        return "scheduled"
    return "details" if DETAIL_FIELDS & set(changed) else None


@raises(NotFound)
async def delete(db: Session, id: UUID, *, caller: Principal) -> None:
    """Delete a booking. If it is in the future and not cancelled, the client is notified of its cancellation."""
    booking = await editing.lock_record(db, Booking, id)
    is_ahead = booking.starts_at is not None and booking.starts_at > db.now()
    if is_ahead and booking.status != "cancelled":
        booking.status = "cancelled"
        await _record_change(db, booking, "cancelled")
    await editing.delete_record(db, booking, caller=caller)


async def send_reminders(db: Session, runtime: ContentRuntime) -> None:
    """Publish one reminder of each confirmed meeting that begins soon."""
    now = runtime.now()
    notice_time = timedelta(hours=runtime.settings.booking_reminder_hours)
    for booking in await queries.lock_bookings_due_for_reminder(db, now=now, until=now + notice_time):
        booking.reminded_at = now
        db.add(booking)
        event = BookingReminder(
            booking_id=booking.id,
            user_id=booking.user_id,
            kind=booking.kind,
            title=booking.title,
            starts_at=booking.starts_at,
            status=booking.status,
            duration_minutes=booking.duration_minutes,
            place=booking.place,
        )
        await outbox.record(db, event)
