"""The part of status in a data export and an erasure."""

from contracts.auth import (
    ExportPart,
    ExportRequested,
    UserCopied,
    UserErased,
    UserErasedDone,
    UserUpdated,
    UserVerified,
)
from contracts.export_payload import fit_lists
from messaging import outbox
from messaging.events import EventContext, Handlers

from status.personal_data import service
from status.runtime import Session

on = Handlers()


@on(UserVerified, UserUpdated)
async def save_email_digest(event: UserVerified | UserUpdated, db: Session, context: EventContext) -> None:
    """Keep the digest of the account's proven address."""
    await service.save_email_digest(db, event.user_id, event.email, context.time)


@on(UserCopied)
async def restore_email_digest(event: UserCopied, db: Session, context: EventContext) -> None:
    """Keep the digest as of the account's last change, if this service asked for all accounts."""
    if event.audience == db.runtime.name:
        await service.save_email_digest(db, event.user_id, event.email, event.changed_at)


@on(UserErased)
async def erase_user(event: UserErased, db: Session, context: EventContext) -> None:
    """Erase the user's data and report it."""
    await service.erase_user(db, event.user_id, at=context.time)
    await outbox.record(db, UserErasedDone(user_id=event.user_id, erasure_id=event.erasure_id, service="status"))


@on(ExportRequested)
async def export_user(event: ExportRequested, db: Session, context: EventContext) -> None:
    """Publish the user's data as a part of the export."""
    data = fit_lists(await service.export_user(db, event.user_id))
    await outbox.record(db, ExportPart(user_id=event.user_id, export_id=event.export_id, service="status", data=data))
