"""Rules of the visitors' forms: contact messages and requests.

A repeated form is saved once. Spam programs get the usual response. A missed reply deadline is published once.
"""

import hashlib
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import UUID

from chassis.database.batches import delete_in_batches
from chassis.database.session import take_advisory_locks
from chassis.events import outbox
from chassis.web import limits
from chassis.web.auth import Principal
from chassis.web.errors import Invalid, NotFound, RateLimited, StaleVersion, raises
from contracts.content import (
    REQUEST_KINDS,
    ContactOverdue,
    ContactReceived,
    RequestCreated,
    RequestOverdue,
    RequestsClaimed,
)
from prometheus_client import Counter, Gauge
from sqlmodel import col

from content import editing, opening_hours
from content.bookings.tables import Booking, compute_calendar_number
from content.cars.queries import find_public_car_by_id
from content.inquiries import emails, queries
from content.inquiries.schemas import (
    SETTLED_STATUSES,
    ContactCreate,
    FormerHandling,
    HandlingCreate,
    HandlingUpdate,
    PublicForm,
    RequestCreate,
    Sender,
)
from content.inquiries.tables import Contact, Inquiry, ServiceRequest
from content.records import build_record
from content.restoring import RecordsChanged, lock_unchanged_records
from content.runtime import ContentRuntime, Session
from content.site import service as site
from content.users import service as users

OVERDUE_INQUIRIES = Counter(
    "contact_overdue_total", "Messages and requests not answered in the promised time", ["kind"]
)
WAITING_CONTACTS = Gauge("contact_waiting", "Messages nobody has answered yet")

# A stranger may type somebody else's address into the forms again and again. An account takes over at most this many
# messages and this many requests.
MAX_CLAIMED_INQUIRIES = 50

R = TypeVar("R", bound=Inquiry)


@raises(RateLimited)
async def receive_contact(db: Session, form: ContactCreate, *, caller: Principal | None, address: str) -> Contact:
    """Save a message. An identical message within `repeat_minutes` is not saved: the earlier row is returned."""
    contact, should_notify = await _receive(db, Contact, form, caller=caller, address=address)
    if should_notify:
        event = ContactReceived(
            contact_id=contact.id,
            reference=contact.reference,
            name=contact.name,
            subject=contact.subject,
            user_id=contact.user_id,
            due_at=contact.due_at,
        )
        await outbox.record(db, event)
        await emails.send_contact_acknowledgement(db, contact)
    return contact


@raises(RateLimited, Invalid)
async def receive_request(
    db: Session, form: RequestCreate, *, caller: Principal | None, address: str
) -> ServiceRequest:
    """Save a request. An identical request within `repeat_minutes` is not saved: the earlier row is returned."""
    request, should_notify = await _receive(db, ServiceRequest, form, caller=caller, address=address)
    if should_notify:
        if caller:
            await db.flush()
            db.add(_build_booking(db, request, caller.id))
        event = RequestCreated(
            request_id=request.id,
            reference=request.reference,
            kind=request.kind,
            name=request.name,
            user_id=request.user_id,
            car_title=request.car_title,
            due_at=request.due_at,
        )
        await outbox.record(db, event)
        await emails.send_request_acknowledgement(db, request)
    return request


async def _build_inquiry(db: Session, table: type[R], body: Sender, *, caller: Principal | None) -> R:
    now = db.now()
    minutes = db.runtime.settings.reply_minutes
    fields = body.model_dump(include=set(table.model_fields) & set(type(body).model_fields)) | {
        "user_id": caller.id if caller else None,
        "consent_at": now,
        "due_at": opening_hours.compute_deadline(
            now, minutes=minutes, hours=await site.read_opening_hours_of_forms(db)
        ),
    }
    content = "\0".join(str(fields[name] or "") for name in table.identity).lower()
    fingerprint = hashlib.blake2b(content.encode(), digest_size=16).hexdigest()
    return build_record(db, table, **fields, fingerprint=fingerprint)


async def _receive(
    db: Session, table: type[R], form: PublicForm, *, caller: Principal | None, address: str
) -> tuple[R, bool]:
    """Save a form unless it is a repeat or spam. Returns the inquiry, and whether to notify anyone.

    A form with a filled honeypot field, or with the same content shortly after the first, is not saved. A form that was
    filled in too fast is saved as spam. Nobody is notified of spam. Raises Invalid, RateLimited.
    """
    inquiry = await _build_inquiry(db, table, form, caller=caller)
    runtime = db.runtime
    settings = runtime.settings
    if form.website:
        return inquiry, False

    # Serializes two simultaneous clicks, so that the second finds the row of the first.
    await take_advisory_locks(db, inquiry.fingerprint)
    repeated_since = inquiry.created_at - timedelta(minutes=settings.repeat_minutes)
    earlier_inquiry = await queries.find_duplicate(db, inquiry, since=repeated_since)
    if earlier_inquiry is not None:
        return earlier_inquiry, False

    await _add_car_title(db, inquiry)
    if isinstance(inquiry, ServiceRequest):
        limit_name = "requests"
        limit = settings.requests_per_hour
    else:
        limit_name = "contact"
        limit = settings.contact_per_hour
    await limits.hit(runtime, limit_name, address, limit=limit, per=timedelta(hours=1), within=db)

    db.add(inquiry)
    if form.filled_in_ms is not None and form.filled_in_ms < settings.min_fill_ms:
        inquiry.status = "spam"
    return inquiry, inquiry.status != "spam"


async def _add_car_title(db: Session, inquiry: Inquiry) -> None:
    """Store the title of the requested car. Raises Invalid if there is no such car."""
    if isinstance(inquiry, ServiceRequest) and inquiry.car_id is not None:
        car = await find_public_car_by_id(db, inquiry.car_id)
        if car is None:
            raise Invalid(car_id="Такого автомобиля нет")
        inquiry.car_title = car.title


def _build_booking(db: Session, request: ServiceRequest, user_id: UUID) -> Booking:
    """Build the booking that the user sees in the dashboard. It has no time until a manager sets one."""
    title = REQUEST_KINDS[request.kind]
    return build_record(
        db,
        Booking,
        user_id=user_id,
        kind=request.kind,
        calendar=compute_calendar_number(request.kind),
        title=f"{title}: {request.car_title}" if request.car_title else title,
        note=request.message,
        request_id=request.id,
    )


async def claim(db: Session, user_id: UUID, *, email: str, until: datetime) -> None:
    """Attach the inquiries that a guest sent from this address up to `until` to the account that has verified it.

    A request that nobody has settled becomes a booking, like a request of a signed-in user. The user is notified of
    these requests. A repeated call changes nothing. The version of an inquiry stays, so that an administrator can still
    save an open form.
    """
    for contact in await queries.lock_guest_inquiries(db, Contact, email, until=until, limit=MAX_CLAIMED_INQUIRIES):
        contact.user_id = user_id
    open_requests = []
    for request in await queries.lock_guest_inquiries(
        db, ServiceRequest, email, until=until, limit=MAX_CLAIMED_INQUIRIES
    ):
        request.user_id = user_id
        if request.status not in SETTLED_STATUSES:
            open_requests.append(request)
    # The newest booking is listed first, so the oldest request becomes a booking first.
    for request in reversed(open_requests):
        db.add(_build_booking(db, request, user_id))
    if open_requests:
        references = [request.reference for request in reversed(open_requests)]
        await outbox.record(db, RequestsClaimed(user_id=user_id, references=references))


async def mark_overdue(db: Session, runtime: ContentRuntime) -> None:
    """Publish each message and request whose promised reply time has passed, once."""
    now = runtime.now()
    for contact in await queries.lock_newly_overdue(db, Contact, now):
        contact.overdue_at = now
        OVERDUE_INQUIRIES.labels("contact").inc()
        contact_event = ContactOverdue(
            contact_id=contact.id,
            reference=contact.reference,
            name=contact.name,
            kind="contact",
            due_at=contact.due_at,
        )
        await outbox.record(db, contact_event)
    for request in await queries.lock_newly_overdue(db, ServiceRequest, now):
        request.overdue_at = now
        OVERDUE_INQUIRIES.labels("request").inc()
        request_event = RequestOverdue(
            request_id=request.id, reference=request.reference, name=request.name, due_at=request.due_at
        )
        await outbox.record(db, request_event)
    WAITING_CONTACTS.set(await queries.count_new_inquiries(db, Contact))


async def create(db: Session, table: type[R], body: HandlingCreate, *, caller: Principal) -> R:
    """Record an inquiry that came by another channel. Raises Invalid."""
    await users.wait_for_user(db.runtime, body.assignee_id)
    await users.check_employee(db, editing.get_sent_fields(body), field="assignee_id")
    inquiry = await _build_inquiry(db, table, body, caller=None)
    await _add_car_title(db, inquiry)
    editing.add_record(db, inquiry, caller=caller, changes={"reference": inquiry.reference})
    return inquiry


@raises(NotFound, StaleVersion, Invalid)
async def change(db: Session, table: type[R], id: UUID, body: HandlingUpdate, *, caller: Principal) -> R:
    """Change status, assignee or note."""
    await users.wait_for_user(db.runtime, body.assignee_id)
    inquiry, changes = await editing.lock_to_change(db, table, id, body)
    await users.check_employee(db, changes, field="assignee_id", before=inquiry.assignee_id)
    if changes.get("status") == "answered" and inquiry.answered_at is None:
        changes["answered_at"] = db.now()
    editing.apply_changes(db, inquiry, changes, caller=caller)
    return inquiry


@raises(RecordsChanged, Invalid)
async def restore(db: Session, table: type[R], items: list[FormerHandling], *, caller: Principal) -> None:
    """Give messages or requests the status and the assignee that they had before a bulk change, all or none."""
    await lock_unchanged_records(db, table, items)
    for item in items:
        handling_change = HandlingUpdate.model_validate(item.model_dump(exclude_unset=True, exclude={"id"}))
        await change(db, table, item.id, handling_change, caller=caller)


async def purge_settled_inquiries(db: Session, runtime: ContentRuntime) -> None:
    """Delete inquiries that were settled long ago and have not changed since, as the privacy page promises."""
    before = runtime.now() - timedelta(days=runtime.settings.settled_keep_days)
    for table in (Contact, ServiceRequest):
        is_settled = col(table.status).in_(SETTLED_STATUSES)
        await delete_in_batches(db, table, is_settled, col(table.updated_at) < before)
