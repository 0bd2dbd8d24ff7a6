"""The caller of auth's own routes. The session is checked in the database, so an ended one is refused at once."""

from typing import Annotated, NamedTuple
from uuid import UUID

from chassis.web.auth import Principal, credentials, current, requires, verify
from chassis.web.errors import AccountBlocked, Forbidden, TokenInvalid, Unauthorized
from chassis.web.http import ClientAddress
from chassis.web.openapi import SECURITY, SIGNED_IN
from fastapi import Depends, Request

from auth.runtime import ReadDb, Rt, Session
from auth.sessions import queries


async def active_caller(caller: Annotated[Principal, Depends(current)], runtime: Rt) -> Principal:
    """Check account and session in the database, and return the caller. No connection is held while the route runs."""
    async with runtime.database.reading() as db:
        await require_active_session(db, caller)
    return caller


async def require_active_session(db: Session, caller: Principal, *, even_blocked: bool = False) -> None:
    """Raise TokenInvalid or AccountBlocked unless the session is open and the account matches the token."""
    status, role = await queries.access_in_session(db, session_id=caller.sid, account_id=caller.id) or ("erased", "")
    if status == "erased":
        raise TokenInvalid
    if status != "active" and not even_blocked:
        raise AccountBlocked
    if role != caller.role:
        raise TokenInvalid


async def _caller_including_blocked(request: Request, runtime: Rt, db: ReadDb) -> Principal:
    """Return the caller, blocked or not, for routes that only read one's own account."""
    token, _ = credentials(request, runtime)
    if not token:
        raise Unauthorized
    caller = verify(runtime, token)
    await require_active_session(db, caller, even_blocked=True)
    return caller


class PasswordChangeRequired(Forbidden):
    code = "password_change_required"
    message = "Смените пароль, с которым вы вошли впервые: его срок вышел"


class Actor(NamedTuple):
    """Who acts on an account, from where, and in which session."""

    id: UUID
    ip: str
    sid: UUID | None = None


Member = Annotated[Principal, Depends(active_caller)]


async def _administrator(
    caller: Member, address: ClientAddress, db: ReadDb, _: Annotated[Principal, requires("users:administer")]
) -> Actor:
    first_password_until = await queries.first_password_until(db, caller.id)
    if first_password_until and first_password_until <= db.now():
        raise PasswordChangeRequired
    return Actor(caller.id, address, caller.sid)


SECURITY[_caller_including_blocked] = SIGNED_IN
CallerIncludingBlocked = Annotated[Principal, Depends(_caller_including_blocked)]
Administrator = Annotated[Actor, Depends(_administrator)]
