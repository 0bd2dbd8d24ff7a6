"""Handlers of auth's own events: they put account and session states into the NATS key-value buckets."""

from chassis.events.registry import EventContext, Handlers
from contracts.auth import SessionRevoked, UserBlocked, UserErased, UserUnblocked, UserUpdated

from auth.revocation import service
from auth.runtime import Session

on = Handlers()


@on(UserBlocked, UserUnblocked, UserUpdated, UserErased)
async def publish_account(
    event: UserBlocked | UserUnblocked | UserUpdated | UserErased, db: Session, context: EventContext
) -> None:
    """Publish the account's current state, read from the database: late or repeated events do no harm."""
    db.after_commit(service.publish_soon, db.runtime, service.publish_account, event.user_id)


@on(SessionRevoked)
async def publish_ended_session(event: SessionRevoked, db: Session, context: EventContext) -> None:
    """Publish an ended session: all services refuse its tokens."""
    db.after_commit(service.publish_soon, db.runtime, service.publish_ended_session, event.session_id)
