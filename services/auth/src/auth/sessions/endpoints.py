from typing import Literal
from uuid import UUID

from chassis.web.auth import read_credentials, require_same_origin, verify
from chassis.web.errors import AccountBlocked, CrossSite, TokenInvalid, Unauthorized, document_errors
from contracts.envelopes import Done
from fastapi import APIRouter, Request, Response

from auth.runtime import AuthRuntime, CurrentRuntime, Db, ReadDb
from auth.sessions import cookies, queries, service
from auth.sessions.caller import Member
from auth.sessions.devices import CurrentDevice
from auth.sessions.schemas import PublicKey, PublicKeys, RefreshAnswer, RefreshBody, Sessions
from auth.sessions.tables import LoginSession

router = APIRouter(prefix="/api/auth", tags=["sessions"])
key_router = APIRouter(prefix="/api/auth", tags=["keys"])


@router.post("/refresh", responses=document_errors(Unauthorized, TokenInvalid, AccountBlocked, CrossSite))
async def refresh(
    request: Request,
    response: Response,
    runtime: CurrentRuntime,
    device: CurrentDevice,
    body: RefreshBody | None = None,
) -> RefreshAnswer:
    """Issue a new access token and a new refresh token for a session.

    The new refresh token is returned in the body if the old one came in the body, otherwise in a cookie: scripts of
    a page must not read it.
    """
    body_token = body.sessionToken if body else None
    token = body_token or cookies.read_refresh_token(request)
    if not token:
        raise Unauthorized
    if not body_token:
        require_same_origin(request)
    tokens = await service.refresh(runtime, token, device)
    if body_token:
        return RefreshAnswer(accessToken=tokens.access, sessionToken=tokens.refresh)
    cookies.set_session(response, runtime, access=tokens.access, refresh=tokens.refresh)
    return RefreshAnswer(accessToken=tokens.access)


@router.post("/logout", responses=document_errors(CrossSite))
async def logout(
    request: Request, response: Response, runtime: CurrentRuntime, db: Db, body: RefreshBody | None = None
) -> Done:
    """End this session in all services. It may be repeated."""
    body_token = body.sessionToken if body else None
    cookie_token = cookies.read_refresh_token(request)
    access, is_cookie = read_credentials(request, runtime)
    has_bearer = access is not None and not is_cookie
    if not has_bearer and not body_token and (cookie_token or access):
        require_same_origin(request)
    is_ended = access is not None and await _end_by_access_token(db, runtime, access)
    if body_token:
        await service.end_session_by_refresh_token(db, body_token, reason="logout")
    elif cookie_token and not (has_bearer and is_ended):
        # An expired bearer token ends nothing. Then the session of the cookie ends.
        require_same_origin(request)
        await service.end_session_by_refresh_token(db, cookie_token, reason="logout")
    cookies.clear_session(response, runtime)
    # Cached responses may hold personal data. "storage" is not cleared: it holds drafts, the theme and the service
    # worker.
    response.headers["Clear-Site-Data"] = '"cache"'
    return Done()


async def _end_by_access_token(db: Db, runtime: AuthRuntime, token: str) -> bool:
    """End the session of an access token. Returns False for an invalid or expired token."""
    try:
        caller = verify(runtime, token)
    except Unauthorized:
        return False
    session = await db.get(LoginSession, caller.sid, with_for_update=True)
    if session is not None:
        await service.end(db, session, reason="logout")
    return True


@router.get("/sessions")
async def list_sessions(caller: Member, runtime: CurrentRuntime, db: ReadDb) -> Sessions:
    """List the caller's own sessions."""
    return Sessions.of(await queries.list_open_sessions(db, caller.id, now=runtime.now()), current_id=caller.sid)


@router.delete("/sessions/{session_id}", responses=document_errors(service.end_own_session))
async def end_session(session_id: UUID, caller: Member, db: Db) -> Done:
    """End one of the caller's own sessions."""
    await service.end_own_session(db, account_id=caller.id, session_id=session_id)
    return Done()


@router.delete("/sessions")
async def end_other_sessions(caller: Member, db: Db) -> Done:
    """End all of the caller's sessions except this one."""
    await service.end_all_sessions(db, caller.id, reason="ended by owner", kept_id=caller.sid)
    return Done()


@key_router.get("/keys")
async def public_keys(runtime: CurrentRuntime, db: ReadDb) -> PublicKeys:
    """List the public keys that verify access tokens. A new key is listed once it signs."""
    now = runtime.now()
    current_key = await queries.get_current_key(db, now)
    keys = []
    for key in await queries.list_keys(db):
        if key.signs_from > now:
            continue
        status: Literal["current", "previous"] = "current" if key.kid == current_key.kid else "previous"
        keys.append(PublicKey(kid=key.kid, paserk=key.public_paserk, status=status))
    return PublicKeys(keys=keys)
