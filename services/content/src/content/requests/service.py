"""Rules of the service requests: saved once, answered in time, shown to a signed-in caller as a booking."""

import hashlib
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from chassis import limits, outbox
from chassis.app import Runtime
from chassis.auth import Principal
from chassis.database import advisory_lock, runtime_of
from chassis.errors import Invalid
from chassis.retention import delete_in_batches
from chassis.search import contains_text
from chassis.tables import new_id
from contracts.content import ReplyOverdue, RequestCreated
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content import opening_hours
from content.administration import editing
from content.bookings.calendars import calendar_number
from content.bookings.tables import Booking
from content.cars.tables import Car
from content.contacts.schemas import SETTLED_STATUSES, HandlingUpdate
from content.contacts.service import OVERDUE
from content.reference_numbers import new_reference
from content.requests.schemas import TITLES, RequestAdminCreate, RequestAdminQuery, RequestCreate
from content.requests.tables import REQUEST_SEARCH, ServiceRequest
from content.settings import settings_of
from content.site import service as site
from content.users import service as users


async def receive(
    db: AsyncSession, body: RequestCreate, *, caller: Principal | None, address: str, runtime: Runtime
) -> ServiceRequest:
    """Save a request; an identical one returns the same row. Raises Invalid, RateLimited."""
    settings = settings_of(runtime)
    if body.website:
        return await _build(db, body, caller=caller, car=None)
    fingerprint = _fingerprint(body, caller)
    await advisory_lock(db, fingerprint)
    since = runtime.now() - timedelta(minutes=settings.repeat_minutes)
    same = select(ServiceRequest).where(
        col(ServiceRequest.fingerprint) == fingerprint, col(ServiceRequest.created_at) > since
    )
    if (existing := await db.scalar(same.limit(1))) is not None:
        return existing
    car = await _get_car(db, body.car_id)
    per_hour = settings.requests_per_hour
    await limits.hit(runtime, "requests", address, limit=per_hour, per=timedelta(hours=1), within=db)
    request = await _build(db, body, caller=caller, car=car)
    db.add(request)
    if body.filled_in_ms is not None and body.filled_in_ms < settings.min_fill_ms:
        request.status = "spam"
        return request
    await db.flush()
    if caller:
        db.add(_build_booking(request, caller))
    await _record_created(db, request)
    return request


async def _get_car(db: AsyncSession, id: UUID | None) -> Car | None:
    if id is None:
        return None
    car = await db.scalar(select(Car).where(col(Car.id) == id, col(Car.status) != "hidden"))
    if car is None:
        raise Invalid(car_id="Такого автомобиля нет")
    return car


async def _build(
    db: AsyncSession, body: RequestCreate | RequestAdminCreate, *, caller: Principal | None, car: Car | None
) -> ServiceRequest:
    now, settings = runtime_of(db).now(), settings_of(runtime_of(db))
    schedule = opening_hours.parse_schedule((await site.read_settings(db)).workingHours)
    sent = body.model_dump(include={"kind", "name", "phone", "email", "car_id", "message", "calculation_id"})
    return ServiceRequest(
        id=new_id(),
        reference=new_reference(),
        **sent,
        car_title=f"{car.brand} {car.model}, {car.year}" if car else None,
        user_id=caller.id if caller else None,
        fingerprint=_fingerprint(body, caller),
        consent_at=now,
        due_at=opening_hours.due_at(now, minutes=settings.reply_minutes, schedule=schedule),
        created_at=now,
        updated_at=now,
    )


def _fingerprint(body: RequestCreate | RequestAdminCreate, caller: Principal | None) -> str:
    parts = (
        caller.id if caller else "",
        body.kind,
        body.name,
        body.phone,
        (body.email or "").lower(),
        body.car_id,
        body.message,
        body.calculation_id,
    )
    return hashlib.blake2b("\0".join(map(str, parts)).encode(), digest_size=16).hexdigest()


def _build_booking(request: ServiceRequest, caller: Principal) -> Booking:
    """The booking that the caller sees in the dashboard; it has no time until a manager sets one."""
    title = TITLES[request.kind]
    return Booking(
        user_id=caller.id,
        kind=request.kind,
        calendar=calendar_number(request.kind),
        title=f"{title}: {request.car_title}" if request.car_title else title,
        note=request.message,
        request_id=request.id,
        created_at=request.created_at,
        updated_at=request.created_at,
    )


async def _record_created(db: AsyncSession, request: ServiceRequest) -> None:
    await outbox.record(
        db,
        RequestCreated(
            request_id=request.id,
            reference=request.reference,
            kind=request.kind,
            name=request.name,
            user_id=request.user_id,
            car_title=request.car_title,
        ),
    )


async def mark_overdue(db: AsyncSession, _: object) -> None:
    """Publish once for each request that its promised reply time has passed."""
    now = runtime_of(db).now()
    late = select(ServiceRequest).where(
        col(ServiceRequest.status) == "new",
        col(ServiceRequest.overdue_at).is_(None),
        col(ServiceRequest.due_at) <= now,
    )
    for request in await db.scalars(late.limit(100).with_for_update(skip_locked=True)):
        request.overdue_at = now
        db.add(request)
        OVERDUE.labels("request").inc()
        await outbox.record(
            db,
            ReplyOverdue(contact_id=request.id, reference=request.reference, name=request.name, kind="request"),
        )


async def list_for_admin(db: AsyncSession, query: RequestAdminQuery) -> tuple[Sequence[ServiceRequest], int]:
    """A page of the requests."""
    table = ServiceRequest
    filters: list[ColumnElement[bool]] = [
        getattr(table, name) == value
        for name in ("status", "kind", "assignee_id")
        if (value := getattr(query, name)) is not None
    ]
    if query.overdue is not None:
        filters.append(col(table.overdue_at).is_not(None) if query.overdue else col(table.overdue_at).is_(None))
    if query.search:
        filters.append(contains_text(REQUEST_SEARCH, query.search))
    orders: dict[str, tuple[ColumnElement[Any], ...]] = {
        "-created_at": (col(table.id).desc(),),
        "created_at": (col(table.id).asc(),),
        "due_at": (col(table.due_at).asc(), col(table.id).asc()),
    }
    chosen = select(table).where(*filters).order_by(*orders[query.sort])
    rows = (await db.scalars(chosen.limit(query.limit).offset(query.offset))).all()
    return rows, await db.scalar(select(func.count()).select_from(table).where(*filters)) or 0


async def create(db: AsyncSession, body: RequestAdminCreate, *, caller: Principal) -> ServiceRequest:
    """Record a request that came by another channel. Raises Invalid."""
    await users.check_employee(db, editing.sent_fields(body), field="assignee_id")
    request = await _build(db, body, caller=None, car=await _get_car(db, body.car_id))
    request.status, request.assignee_id, request.note = body.status, body.assignee_id, body.note
    editing.add_record(db, request, caller=caller, entity="request", changes={"reference": request.reference})
    return request


async def change(db: AsyncSession, id: UUID, body: HandlingUpdate, *, caller: Principal) -> ServiceRequest:
    """Change status, assignee or note of a request. Raises NotFound, StaleVersion, Invalid."""
    request = await editing.lock_version(db, ServiceRequest, id, version=body.version)
    changes = editing.sent_fields(body)
    await users.check_employee(db, changes, field="assignee_id", before=request.assignee_id)
    if changes.get("status") == "answered" and request.answered_at is None:
        changes["answered_at"] = runtime_of(db).now()
    editing.apply_changes(db, request, changes, caller=caller, entity="request")
    return request


async def delete(db: AsyncSession, id: UUID, *, caller: Principal) -> None:
    """Delete a request."""
    await editing.delete_record(db, await editing.lock_record(db, ServiceRequest, id), caller=caller, entity="request")


async def purge_settled(db: AsyncSession, runtime: Runtime) -> None:
    """Delete requests that were settled long ago and not touched since, as the privacy page promises."""
    before = runtime.now() - timedelta(days=settings_of(runtime).settled_keep_days)
    settled = col(ServiceRequest.status).in_(SETTLED_STATUSES)
    await delete_in_batches(db, ServiceRequest, settled, col(ServiceRequest.updated_at) < before)
