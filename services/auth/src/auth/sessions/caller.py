"""Who calls auth itself: here the database is at hand, so a session that ended a moment ago is already dead."""

from typing import Annotated

from chassis.app import Rt, Runtime
from chassis.auth import Principal, current, requires, session_cookie
from chassis.database import ReadDb
from chassis.errors import AccountBlocked, Forbidden, TokenInvalid, Unauthorized
from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession

from auth.sessions import queries


async def in_good_standing(caller: Annotated[Principal, Depends(current)], runtime: Rt) -> Principal:
    """The caller, asked of the database. The connection is given back before the endpoint takes its own."""
    async with runtime.database.reading() as db:
        await require_good_standing(db, caller)
    return caller


async def require_good_standing(db: AsyncSession, caller: Principal) -> None:
    """Raise TokenInvalid or AccountBlocked unless the session is open, and the account as the token says."""
    standing = await queries.standing(db, session_id=caller.sid, account_id=caller.id)
    if standing is None or not standing.is_open or standing.account_status == "erased":
        raise TokenInvalid
    if standing.account_status != "active":
        raise AccountBlocked
    if standing.role != caller.role:
        raise TokenInvalid


async def _known(request: Request, db: ReadDb) -> Principal:
    """The caller even when he is blocked: only for reading oneself."""
    runtime: Runtime = request.app.state.runtime
    token = sent_token(request)
    if not token:
        raise Unauthorized
    caller = runtime.identity.verify(token)
    standing = await queries.standing(db, session_id=caller.sid, account_id=caller.id)
    if standing is None or not standing.is_open or standing.account_status == "erased":
        raise TokenInvalid
    if standing.role != caller.role:
        raise TokenInvalid
    return caller


def sent_token(request: Request) -> str | None:
    """The access token of a request: a bearer goes before the cookie."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()
    secure = request.app.state.runtime.settings.secure_cookies
    return request.cookies.get(session_cookie(secure=secure))


async def _administrator(
    caller: Annotated[Principal, Depends(in_good_standing)],
    _: Annotated[Principal, requires("users:administer")],
) -> Principal:
    if not caller.is_admin:
        raise Forbidden
    return caller


Member = Annotated[Principal, Depends(in_good_standing)]
EvenBlocked = Annotated[Principal, Depends(_known)]
Administrator = Annotated[Principal, Depends(_administrator)]
