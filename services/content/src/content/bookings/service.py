"""Rules of the bookings: one meeting in one slot, kept by the database; every change is told."""

from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from chassis import outbox
from chassis.app import Runtime
from chassis.auth import Principal
from chassis.database import runtime_of
from chassis.errors import Invalid, NotFound
from chassis.paging import ordering
from chassis.search import contains_text
from contracts.content import BookingChanged, BookingCreated
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.administration import editing
from content.bookings import slots
from content.bookings.errors import BookingOver, SlotTaken
from content.bookings.schemas import KINDS, BookingAdminCreate, BookingAdminQuery, BookingAdminUpdate, BookingCreate
from content.bookings.tables import BOOKING_WORDS, Booking
from content.orders.tables import Order
from content.people import service as people
from content.people.tables import Person
from content.replies import hours
from content.requests.service import calendar_of
from content.settings import settings_of
from content.site import service as site


def visible_to(caller: Principal) -> ColumnElement[bool]:
    """One's own bookings."""
    return col(Booking.user_id) == caller.id


async def own_page(db: AsyncSession, *, caller: Principal, limit: int, offset: int) -> tuple[list[Booking], int]:
    """One's own bookings, newest first; a cancelled one stays in the list."""
    chosen = select(Booking).where(visible_to(caller)).order_by(col(Booking.id).desc()).limit(limit).offset(offset)
    rows = (await db.scalars(chosen)).all()
    return list(rows), await db.scalar(select(func.count()).select_from(Booking).where(visible_to(caller))) or 0


async def own(db: AsyncSession, id: UUID, *, caller: Principal, lock: bool = False) -> Booking:
    """One's own booking. Raises NotFound."""
    chosen = select(Booking).where(visible_to(caller), col(Booking.id) == id)
    booking = await db.scalar(chosen.with_for_update() if lock else chosen)
    if booking is None:
        raise NotFound("Такой записи нет")
    return booking


async def free_slots(db: AsyncSession, *, kind: str, day: date, now: datetime, ahead: timedelta) -> list[datetime]:
    """Free times of a day for a meeting of that kind; none where we do not book yet."""
    schedule = hours.schedule_of((await site.current(db)).workingHours)
    begin = datetime.combine(day, datetime.min.time(), hours.MOSCOW)
    taken = await db.execute(
        select(col(Booking.starts_at), col(Booking.ends_at)).where(
            col(Booking.calendar) == calendar_of(kind),
            col(Booking.status) != "cancelled",
            col(Booking.starts_at) < begin + timedelta(days=1),
            col(Booking.ends_at) > begin,
        )
    )
    busy = [(since, until) for since, until in taken if since and until]
    free = slots.of_day(day, minutes=KINDS[kind][1], schedule=schedule, now=now, taken=busy)
    return [starts_at for starts_at in free if starts_at <= now + ahead]


async def book(db: AsyncSession, body: BookingCreate, *, caller: Principal) -> Booking:
    """Take a free slot. Raises Invalid, NotFound, SlotTaken."""
    title, minutes = KINDS[body.kind]
    if body.order_id and not await _is_order_of(db, body.order_id, user_id=caller.id):
        raise NotFound("Такого заказа нет")
    await _check_slot(db, body.kind, body.starts_at)
    now = runtime_of(db).clock()
    booking = Booking(
        user_id=caller.id,
        kind=body.kind,
        calendar=calendar_of(body.kind),
        title=title,
        starts_at=body.starts_at,
        ends_at=body.starts_at + timedelta(minutes=minutes),
        duration_minutes=minutes,
        note=body.note,
        order_id=body.order_id,
        created_at=now,
        updated_at=now,
    )
    await _save(db, booking)
    await _tell_created(db, booking)
    return booking


async def _is_order_of(db: AsyncSession, id: UUID, *, user_id: UUID) -> bool:
    chosen = select(col(Order.id)).where(col(Order.id) == id, col(Order.user_id) == user_id)
    return await db.scalar(chosen) is not None


def days_ahead(runtime: Runtime) -> timedelta:
    """How far from now a meeting may be booked."""
    return timedelta(days=settings_of(runtime).booking_days_ahead)


async def _check_slot(db: AsyncSession, kind: str, starts_at: datetime) -> None:
    """The slot must be one that we offer. Raises Invalid, SlotTaken."""
    now, day = runtime_of(db).clock(), starts_at.astimezone(hours.MOSCOW).date()
    if starts_at > now + days_ahead(runtime_of(db)):
        raise Invalid(starts_at="Так далеко вперёд мы ещё не записываем")
    schedule = hours.schedule_of((await site.current(db)).workingHours)
    offered = slots.of_day(day, minutes=KINDS[kind][1], schedule=schedule, now=now, taken=[])
    if starts_at not in offered:
        raise Invalid(starts_at="Выберите время из свободных")


async def reschedule(db: AsyncSession, id: UUID, starts_at: datetime, *, caller: Principal) -> Booking:
    """Move one's own booking to another slot. Raises NotFound, BookingOver, Invalid, SlotTaken."""
    booking = await own(db, id, caller=caller, lock=True)
    _check_open(booking, runtime_of(db).clock())
    if booking.kind not in KINDS:
        raise Invalid(starts_at="Время этой заявки назначит менеджер")
    await _check_slot(db, booking.kind, starts_at)
    booking.starts_at = starts_at
    booking.ends_at = starts_at + timedelta(minutes=booking.duration_minutes)
    booking.status, booking.reminded_at = "requested", None
    await _changed(db, booking)
    return booking


async def cancel(db: AsyncSession, id: UUID, *, caller: Principal) -> None:
    """Cancel one's own booking; it stays in the list. Raises NotFound, BookingOver."""
    booking = await own(db, id, caller=caller, lock=True)
    _check_open(booking, runtime_of(db).clock())
    booking.status = "cancelled"
    await _changed(db, booking)


def _check_open(booking: Booking, now: datetime) -> None:
    if booking.status == "cancelled":
        raise NotFound("Такой записи нет")
    if booking.ends_at is not None and booking.ends_at <= now:
        raise BookingOver


async def _changed(db: AsyncSession, booking: Booking) -> None:
    booking.version, booking.updated_at = booking.version + 1, runtime_of(db).clock()
    await _save(db, booking)
    await _tell_changed(db, booking)


async def _save(db: AsyncSession, booking: Booking) -> None:
    """The database keeps two meetings out of one slot, however close the two requests are. Raises SlotTaken."""
    try:
        async with db.begin_nested():
            db.add(booking)
    except IntegrityError as error:
        if "bookings_no_overlap" in str(error.orig):
            raise SlotTaken from None
        raise


async def _tell_created(db: AsyncSession, booking: Booking) -> None:
    if booking.starts_at is not None:
        await outbox.record(db, BookingCreated(**_told(booking)))


async def _tell_changed(db: AsyncSession, booking: Booking) -> None:
    # A request without a time is told of by the request itself; its cancellation is the client's own deed.
    if booking.starts_at is not None:
        await outbox.record(db, BookingChanged(**_told(booking)))


def _told(booking: Booking) -> dict[str, Any]:
    return {
        "booking_id": booking.id,
        "user_id": booking.user_id,
        "kind": booking.kind,
        "title": booking.title,
        "starts_at": booking.starts_at,
        "status": booking.status,
    }


async def admin_page(db: AsyncSession, query: BookingAdminQuery) -> tuple[list[dict[str, Any]], int]:
    """A page of all bookings."""
    asked: list[ColumnElement[bool]] = [
        getattr(Booking, name) == value
        for name in ("status", "kind", "user_id")
        if (value := getattr(query, name)) is not None
    ]
    if query.starts_from:
        asked.append(col(Booking.starts_at) >= query.starts_from)
    if query.starts_to:
        asked.append(col(Booking.starts_at) < query.starts_to)
    if query.search:
        asked.append(contains_text(BOOKING_WORDS, query.search))
    ordered = ordering(Booking, query.sort)
    if "starts_at" in query.sort:
        ordered = ordered.nulls_last()
    joined = select(Booking, Person).join(Person, col(Person.id) == Booking.user_id, isouter=True).where(*asked)
    rows = await db.execute(joined.order_by(ordered, col(Booking.id)).limit(query.limit).offset(query.offset))
    total = await db.scalar(select(func.count()).select_from(Booking).where(*asked))
    return [shown(booking, person) for booking, person in rows], total or 0


def shown(booking: Booking, person: Person | None) -> dict[str, Any]:
    """A booking with the name of its client."""
    name = f"{person.first_name} {person.last_name}".strip() if person else None
    return booking.model_dump() | {"user_name": name}


async def admin_read(db: AsyncSession, id: UUID) -> dict[str, Any]:
    """One booking. Raises NotFound."""
    booking = await editing.found(db, Booking, id)
    return shown(booking, await db.get(Person, booking.user_id))


async def create(db: AsyncSession, body: BookingAdminCreate, *, caller: Principal) -> Booking:
    """Book for a client, at any time. Raises Invalid, SlotTaken."""
    await people.known(db, body.user_id)
    if body.order_id and not await _is_order_of(db, body.order_id, user_id=body.user_id):
        raise Invalid(order_id="У этого клиента нет такого заказа")
    now = runtime_of(db).clock()
    booking = Booking(
        **body.model_dump(exclude={"title"}),
        title=body.title or KINDS.get(body.kind, (body.kind,))[0],
        calendar=calendar_of(body.kind),
        ends_at=body.starts_at + timedelta(minutes=body.duration_minutes),
        created_at=now,
        updated_at=now,
    )
    await _save(db, booking)
    editing.created(db, booking, caller=caller, entity="booking", changes=body.model_dump(mode="json"))
    await _tell_created(db, booking)
    return booking


async def change(db: AsyncSession, id: UUID, body: BookingAdminUpdate, *, caller: Principal) -> Booking:
    """Change a booking. Raises NotFound, StaleVersion, SlotTaken."""
    booking = await editing.to_edit(db, Booking, id, version=body.version)
    changes = editing.given(body)
    kind = changes.get("kind", booking.kind)
    if "kind" in changes or "title" in changes:
        changes["title"] = changes.get("title") or KINDS.get(kind, (kind,))[0]
        changes["calendar"] = calendar_of(kind)
    starts_at = changes.get("starts_at", booking.starts_at)
    minutes = changes.get("duration_minutes", booking.duration_minutes)
    changes["ends_at"] = starts_at + timedelta(minutes=minutes) if starts_at else None
    if starts_at != booking.starts_at:
        changes["reminded_at"] = None
    try:
        async with db.begin_nested():
            changed = editing.apply(db, booking, changes, caller=caller, entity="booking")
    except IntegrityError as error:
        if "bookings_no_overlap" in str(error.orig):
            raise SlotTaken from None
        raise
    if changed:
        await _tell_changed(db, booking)
    return booking


async def delete(db: AsyncSession, id: UUID, *, caller: Principal) -> None:
    """Delete a booking; who was to come is told not to. Raises NotFound."""
    booking = await editing.locked(db, Booking, id)
    is_ahead = booking.starts_at is not None and booking.starts_at > runtime_of(db).clock()
    if is_ahead and booking.status != "cancelled":
        booking.status = "cancelled"
        await _tell_changed(db, booking)
    await editing.delete(db, booking, caller=caller, entity="booking")
