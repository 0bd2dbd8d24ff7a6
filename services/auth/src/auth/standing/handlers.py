"""Auth hears its own facts and shows their effect to every service within moments."""

from chassis.events import EventContext, Handlers
from contracts.auth import SessionRevoked, UserBlocked, UserErased, UserUnblocked, UserUpdated
from sqlalchemy.ext.asyncio import AsyncSession

from auth.standing import service

on = Handlers()


@on(UserBlocked, UserUnblocked, UserUpdated, UserErased)
async def show_account(
    event: UserBlocked | UserUnblocked | UserUpdated | UserErased, db: AsyncSession, context: EventContext
) -> None:
    """The state shown is the database's own, so facts that arrive late or twice do no harm."""
    await service.show_account(db, context.runtime, event.user_id)


@on(SessionRevoked)
async def show_ended(event: SessionRevoked, db: AsyncSession, context: EventContext) -> None:
    """A revoked session's tokens die everywhere."""
    await service.show_ended(context.runtime, event.session_id)
