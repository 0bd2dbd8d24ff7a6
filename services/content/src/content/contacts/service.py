"""Rules of the contact form: a repeated message is saved once, and a spam program gets the usual answer."""

import hashlib
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from chassis import limits, outbox
from chassis.app import Runtime
from chassis.auth import Principal
from chassis.database import advisory_lock, runtime_of
from chassis.retention import delete_in_batches
from chassis.search import contains_text
from chassis.tables import new_id
from contracts.content import ContactReceived, ReplyOverdue
from prometheus_client import Counter, Gauge
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content import opening_hours
from content.administration import editing
from content.contacts import emails
from content.contacts.schemas import (
    SETTLED_STATUSES,
    ContactAdminCreate,
    ContactAdminQuery,
    ContactCreate,
    HandlingUpdate,
)
from content.contacts.tables import CONTACT_SEARCH, Contact
from content.reference_numbers import new_reference
from content.settings import settings_of
from content.site import service as site
from content.users import service as users

OVERDUE = Counter("contact_overdue_total", "Messages and requests not answered in the promised time", ["kind"])
WAITING = Gauge("contact_waiting", "Messages nobody has answered yet")


async def receive(
    db: AsyncSession, body: ContactCreate, *, caller: Principal | None, address: str, runtime: Runtime
) -> Contact:
    """Save a message; an identical one returns the same row. Raises RateLimited."""
    settings = settings_of(runtime)
    if body.website:
        return await _build(db, body, caller=caller)
    fingerprint = _fingerprint(body)
    # Two simultaneous clicks wait for each other here, so the second finds the row of the first.
    await advisory_lock(db, fingerprint)
    since = runtime.now() - timedelta(minutes=settings.repeat_minutes)
    same = select(Contact).where(col(Contact.fingerprint) == fingerprint, col(Contact.created_at) > since)
    if (existing := await db.scalar(same.limit(1))) is not None:
        return existing
    per_hour = settings.contact_per_hour
    await limits.hit(runtime, "contact", address, limit=per_hour, per=timedelta(hours=1), within=db)
    contact = await _build(db, body, caller=caller)
    db.add(contact)
    if body.filled_in_ms is not None and body.filled_in_ms < settings.min_fill_ms:
        contact.status = "spam"
        return contact
    await _record_received(db, contact)
    await emails.send_acknowledgement(db, contact)
    return contact


async def _build(db: AsyncSession, body: ContactCreate | ContactAdminCreate, *, caller: Principal | None) -> Contact:
    now, settings = runtime_of(db).now(), settings_of(runtime_of(db))
    schedule = opening_hours.parse_schedule((await site.read_settings(db)).workingHours)
    return Contact(
        id=new_id(),
        reference=new_reference(),
        **body.model_dump(include={"name", "phone", "email", "subject", "message"}),
        user_id=caller.id if caller else None,
        fingerprint=_fingerprint(body),
        consent_at=now,
        due_at=opening_hours.due_at(now, minutes=settings.reply_minutes, schedule=schedule),
        created_at=now,
        updated_at=now,
    )


def _fingerprint(body: ContactCreate | ContactAdminCreate) -> str:
    parts = (body.name, body.phone, body.email.lower(), body.subject or "", body.message)
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


async def _record_received(db: AsyncSession, contact: Contact) -> None:
    await outbox.record(
        db,
        ContactReceived(
            contact_id=contact.id,
            reference=contact.reference,
            name=contact.name,
            subject=contact.subject,
            user_id=contact.user_id,
        ),
    )


async def mark_overdue(db: AsyncSession, _: object) -> None:
    """Publish once for each message that its promised reply time has passed."""
    now = runtime_of(db).now()
    late = select(Contact).where(
        col(Contact.status) == "new", col(Contact.overdue_at).is_(None), col(Contact.due_at) <= now
    )
    for contact in await db.scalars(late.limit(100).with_for_update(skip_locked=True)):
        contact.overdue_at = now
        db.add(contact)
        OVERDUE.labels("contact").inc()
        await outbox.record(
            db,
            ReplyOverdue(contact_id=contact.id, reference=contact.reference, name=contact.name, kind="contact"),
        )
    waiting = select(func.count()).select_from(Contact).where(col(Contact.status) == "new")
    WAITING.set(await db.scalar(waiting) or 0)


async def list_for_admin(db: AsyncSession, query: ContactAdminQuery) -> tuple[Sequence[Contact], int]:
    """A page of the messages."""
    filters: list[ColumnElement[bool]] = []
    if query.status:
        filters.append(col(Contact.status) == query.status)
    if query.assignee_id:
        filters.append(col(Contact.assignee_id) == query.assignee_id)
    if query.overdue is not None:
        filters.append(col(Contact.overdue_at).is_not(None) if query.overdue else col(Contact.overdue_at).is_(None))
    if query.search:
        filters.append(contains_text(CONTACT_SEARCH, query.search))
    orders: dict[str, tuple[ColumnElement[Any], ...]] = {
        "-created_at": (col(Contact.id).desc(),),
        "created_at": (col(Contact.id).asc(),),
        "due_at": (col(Contact.due_at).asc(), col(Contact.id).asc()),
    }
    chosen = select(Contact).where(*filters).order_by(*orders[query.sort])
    rows = (await db.scalars(chosen.limit(query.limit).offset(query.offset))).all()
    return rows, await db.scalar(select(func.count()).select_from(Contact).where(*filters)) or 0


async def create(db: AsyncSession, body: ContactAdminCreate, *, caller: Principal) -> Contact:
    """Record a message that came by another channel. Raises Invalid."""
    await users.check_employee(db, editing.sent_fields(body), field="assignee_id")
    contact = await _build(db, body, caller=None)
    contact.status, contact.assignee_id, contact.note = body.status, body.assignee_id, body.note
    editing.add_record(db, contact, caller=caller, entity="contact", changes={"reference": contact.reference})
    return contact


async def change(db: AsyncSession, id: UUID, body: HandlingUpdate, *, caller: Principal) -> Contact:
    """Change status, assignee or note of a message. Raises NotFound, StaleVersion, Invalid."""
    contact = await editing.lock_version(db, Contact, id, version=body.version)
    changes = editing.sent_fields(body)
    await users.check_employee(db, changes, field="assignee_id", before=contact.assignee_id)
    if changes.get("status") == "answered" and contact.answered_at is None:
        changes["answered_at"] = runtime_of(db).now()
    editing.apply_changes(db, contact, changes, caller=caller, entity="contact")
    return contact


async def delete(db: AsyncSession, id: UUID, *, caller: Principal) -> None:
    """Delete a message."""
    await editing.delete_record(db, await editing.lock_record(db, Contact, id), caller=caller, entity="contact")


async def purge_settled(db: AsyncSession, runtime: Runtime) -> None:
    """Delete messages that were settled long ago and not touched since, as the privacy page promises."""
    before = runtime.now() - timedelta(days=settings_of(runtime).settled_keep_days)
    settled = col(Contact.status).in_(SETTLED_STATUSES)
    await delete_in_batches(db, Contact, settled, col(Contact.updated_at) < before)
