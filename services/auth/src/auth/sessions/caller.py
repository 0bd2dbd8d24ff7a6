"""The caller of auth's own routes. The session is checked in the database, so an ended session is refused at once."""

from typing import Annotated

from chassis.features.audit import requires_administrator
from chassis.runtime import ReadConnection
from chassis.web.auth import Principal, get_caller, read_credentials, verify
from chassis.web.errors import AccountBlocked, Forbidden, TokenInvalid, Unauthorized
from chassis.web.openapi import REQUIRED_SIGN_IN, SECURITY
from fastapi import Depends, Request

from auth.accounts.schemas import UserRead
from auth.runtime import CurrentRuntime, ReadDb, Session
from auth.sessions import queries


async def get_active_caller(caller: Annotated[Principal, Depends(get_caller)], runtime: CurrentRuntime) -> Principal:
    """Check account and session in the database, and return the caller. No connection is held while the route runs."""
    async with runtime.database.reading() as db:
        await require_active_session(db, caller)
    return caller


async def require_active_session(db: Session, caller: Principal) -> None:
    """Raise TokenInvalid or AccountBlocked unless the session is open and the account matches the token."""
    access = await queries.find_access(db, session_id=caller.sid, account_id=caller.id)
    if access is None:
        raise TokenInvalid
    status, role = access
    if status == "erased":
        raise TokenInvalid
    if status != "active":
        raise AccountBlocked
    if role != caller.role:
        raise TokenInvalid


async def _get_own_account(request: Request, runtime: CurrentRuntime, connection: ReadConnection) -> UserRead:
    """Return the caller's account, blocked or not, for routes that only read it.

    Each page calls `GET /api/auth/me`, so session and account are read by one statement, without an ORM session.
    """
    token, _ = read_credentials(request, runtime)
    if not token:
        raise Unauthorized
    caller = verify(runtime, token)
    account = await queries.find_own_account(connection, session_id=caller.sid, account_id=caller.id)
    if account is None or account.role != caller.role:
        raise TokenInvalid
    return account


class PasswordChangeRequired(Forbidden):
    code = "password_change_required"
    message = "Смените пароль, с которым вы вошли впервые: его срок вышел"


Member = Annotated[Principal, Depends(get_active_caller)]


async def _get_administrator(
    caller: Member, db: ReadDb, _: Annotated[Principal, requires_administrator("users:administer")]
) -> Principal:
    """Return an administrator whose session is open and whose first password is still valid."""
    first_password_until = await queries.get_first_password_end(db, caller.id)
    if first_password_until and first_password_until <= db.now():
        raise PasswordChangeRequired
    return caller


SECURITY[_get_own_account] = REQUIRED_SIGN_IN
OwnAccount = Annotated[UserRead, Depends(_get_own_account)]
Administrator = Annotated[Principal, Depends(_get_administrator)]
