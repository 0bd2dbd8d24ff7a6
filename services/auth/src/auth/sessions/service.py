"""Sessions: they begin at sign-in, are renewed by rotating refresh tokens, and end in all services at once."""

import secrets
from datetime import datetime, timedelta
from uuid import UUID

import structlog
from chassis import encryption
from chassis.database.batches import delete_in_batches
from chassis.events import outbox
from chassis.web import limits
from chassis.web.errors import AccountBlocked, NotFound, ServiceError, TokenInvalid, raises
from contracts.auth import SessionCreated, SessionRevoked, TokenReuseDetected
from prometheus_client import Counter
from sqlmodel import col

from auth.accounts import emails
from auth.accounts import queries as accounts
from auth.accounts.tables import Account
from auth.runtime import AuthRuntime, Session
from auth.sessions import keys, queries, report_links
from auth.sessions.devices import Device
from auth.sessions.sign_in import SessionTokens, SignInResult
from auth.sessions.tables import ENDED_BY_BLOCK, LoginSession, RefreshToken

log = structlog.get_logger()
LOGINS = Counter("auth_logins_total", "Sign-ins by way and result", ["way", "result"])
REFRESHES = Counter("auth_refreshes_total", "Renewals of sessions by result", ["result"])
REPLAYS = Counter("auth_refresh_replays_total", "Refresh tokens that were used again after the grace period")
RETENTION = timedelta(days=90)
PROBE_RETENTION = timedelta(hours=1)
# How long a rotated refresh token is kept. A replay within this time ends the session; a later one is only refused.
REPLAY_MEMORY = timedelta(days=2)
# No user has so many devices. The limit stops thieves, and scripts that never sign out.
MAX_SESSIONS = 100
REFRESH_TOKEN_BYTES = 32


async def begin(db: Session, account: Account, device: Device, *, second_factor: bool = False) -> SignInResult:
    """Begin a session on this device, and end the session that this browser had.

    Beyond MAX_SESSIONS the least recently used sessions of the account end. The owner gets an email when the device is
    new, except at the first sign-in ever. Raises RateLimited.
    """
    runtime = db.runtime
    now = db.now()
    is_probe = await queries.is_probe(db, account.id)
    if not is_probe and not account.is_admin:
        limit = runtime.settings.sign_ins_per_hour
        subject = str(account.id)
        await limits.hit(runtime, "sign-ins", subject, limit=limit, per=timedelta(hours=1), within=db)

    is_new_device = False
    if account.last_login_at is not None:
        is_new_device = not await queries.is_known_device(db, account_id=account.id, device=device)
    if device.refresh_token:
        await end_session_by_refresh_token(db, device.refresh_token, reason="replaced by a new sign-in")

    session = LoginSession(
        account_id=account.id,
        device=device.name,
        device_key=device.key,
        program_key=device.program_key,
        ip=device.ip,
        second_factor=second_factor,
        created_at=now,
        last_seen_at=now,
        expires_at=_compute_expiry(runtime, begun_at=now),
    )
    account.last_login_at = now
    db.add_all([session, account])
    await db.flush()
    token = secrets.token_urlsafe(REFRESH_TOKEN_BYTES)
    db.add(RefreshToken(token_hash=_hash_refresh_token(runtime, token), session_id=session.id, created_at=now))
    if not is_probe:
        event = SessionCreated(
            session_id=session.id,
            user_id=account.id,
            device=session.device,
            ip=session.ip,
            new_device=is_new_device,
            created_at=session.created_at,
        )
        await outbox.record(db, event)

    # The flush above has locked the account's row, so sign-ins at the same time are counted one after another.
    for surplus_session in await queries.lock_least_recently_used_sessions(db, account.id, now=now, keep=MAX_SESSIONS):
        await end(db, surplus_session, reason="too many sessions")
    if is_new_device:
        await report_links.queue_new_device_email(db, account, session)
    return SignInResult(account, SessionTokens(await keys.create_access_token(db, account, session), token))


def record_sign_in(way: str, result: str, *, ip: str, account_id: UUID | None = None) -> None:
    """Log and count a sign-in attempt, successful or not (ASVS 16.3.1).

    `way` is the factor or provider. The account is identified by its id, never by its email.
    """
    LOGINS.labels(way, result).inc()
    log.info("sign_in", way=way, result=result, ip=ip, account=str(account_id) if account_id else None)


def _compute_expiry(runtime: AuthRuntime, *, begun_at: datetime) -> datetime:
    """Return when a session that is used now ends: after a time without use, at the latest at its maximum age."""
    settings = runtime.settings
    end_without_use: datetime = runtime.now() + timedelta(seconds=settings.refresh_ttl_seconds)
    return min(end_without_use, begun_at + timedelta(seconds=settings.session_max_age_seconds))


async def refresh(runtime: AuthRuntime, token: str, device: Device) -> SessionTokens:
    """Exchange a refresh token for its successor. Raises TokenInvalid, AccountBlocked, RateLimited."""
    async with runtime.database.transaction() as db:
        outcome = await _rotate(db, token, device)
    if isinstance(outcome, ServiceError):
        # This is raised after the commit, so that a detected replay stays recorded.
        REFRESHES.labels(outcome.code).inc()
        log.info("refresh_refused", result=outcome.code, ip=device.ip)
        raise outcome
    REFRESHES.labels("renewed").inc()
    return outcome


async def _rotate(db: Session, token: str, device: Device) -> SessionTokens | ServiceError:
    runtime = db.runtime
    refresh_token, session = await _lock_family(db, token)
    if refresh_token is None or session is None or session.expires_at <= runtime.now():
        return TokenInvalid()
    if session.ended_at:
        return await _choose_refusal(db, session)
    if _compute_expiry(runtime, begun_at=session.created_at) <= runtime.now():
        return TokenInvalid()
    await db.refresh(refresh_token)  # Another tab may have rotated the token meanwhile.

    account = await accounts.find_by_id(db, session.account_id)
    if account is None:
        return TokenInvalid()
    if account.account_status != "active":
        return AccountBlocked()
    if account.is_admin and runtime.settings.admin_2fa == "required" and not session.second_factor:
        return TokenInvalid()

    limit = runtime.settings.refreshes_per_hour
    subject = str(session.id)
    await limits.hit(runtime, "refreshes", subject, limit=limit, per=timedelta(hours=1), within=db)
    newest_token = await _rotate_or_find_newest(db, token, refresh_token)
    if newest_token is None:
        return await _end_replayed_session(db, account, session, device)
    session.last_seen_at = runtime.now()
    session.ip = device.ip
    session.expires_at = _compute_expiry(runtime, begun_at=session.created_at)
    db.add(session)
    return SessionTokens(await keys.create_access_token(db, account, session), newest_token)


async def _choose_refusal(db: Session, session: LoginSession) -> ServiceError:
    """Choose the error of an ended session. If a block ended it, the user reads about the block while it lasts."""
    account = await accounts.find_by_id(db, session.account_id)
    is_blocked = account is not None and account.account_status != "active"
    if is_blocked and session.end_reason == ENDED_BY_BLOCK:
        return AccountBlocked()
    return TokenInvalid()


async def _rotate_or_find_newest(db: Session, token: str, row: RefreshToken) -> str | None:
    """Return the newest token of the family: a new successor, or the token that another tab has just received.

    Returns None for a token that is used after its grace period: such a token must have been copied.
    """
    runtime = db.runtime
    now = runtime.now()
    grace = timedelta(seconds=runtime.settings.refresh_grace_seconds)
    if row.rotated_at is None:
        row.rotated_at = now
        successor = _derive_successor(runtime, token)
        new_token = RefreshToken(
            token_hash=_hash_refresh_token(runtime, successor), session_id=row.session_id, created_at=now
        )
        db.add_all([row, new_token])
        await queries.delete_rotated_tokens(db, row.session_id, before=now - REPLAY_MEMORY)
        return successor
    while row.rotated_at is not None:
        if row.rotated_at + grace < now:
            return None
        token = _derive_successor(runtime, token)
        next_row = await db.get(RefreshToken, _hash_refresh_token(runtime, token))
        if next_row is None:
            return None
        row = next_row
    return token


def _derive_successor(runtime: AuthRuntime, token: str) -> str:
    """Derive the next token of the family. It is the same for every request with this token."""
    return encryption.compute_keyed_hash(runtime.settings, "refresh-successor", token)


def _hash_refresh_token(runtime: AuthRuntime, token: str) -> str:
    """Return the keyed hash of a refresh token. Only the hash is stored."""
    return encryption.compute_keyed_hash(runtime.settings, "refresh", token)


async def _end_replayed_session(db: Session, account: Account, session: LoginSession, device: Device) -> TokenInvalid:
    """End a session whose refresh token was used twice, warn the owner by email, and return the refusal."""
    REPLAYS.inc()
    await end(db, session, reason="replay")
    await outbox.record(db, TokenReuseDetected(user_id=session.account_id, session_id=session.id, ip=device.ip))
    time_text = emails.format_moscow_time(db.now())
    await emails.queue_for_account(db, "token_reuse_detected", account, device=session.device, when=time_text)
    return TokenInvalid("Вход завершён: ключ сеанса был использован повторно")


async def end(db: Session, session: LoginSession, *, reason: str) -> None:
    """End a session and its family of tokens. A session that a block has ended may still be signed out."""
    if session.ended_at is not None and session.end_reason != ENDED_BY_BLOCK:
        return
    session.ended_at = db.now()
    session.end_reason = reason
    db.add(session)
    if await queries.is_probe(db, session.account_id):
        # No event is needed: the worker that compares database and bucket publishes the ended session.
        db.after_commit(db.runtime.notify, "revocation")
        return
    await outbox.record(db, SessionRevoked(session_id=session.id, user_id=session.account_id))


@raises(NotFound)
async def end_own_session(db: Session, *, account_id: UUID, session_id: UUID) -> None:
    """End one of the account's own sessions. Raises NotFound for sessions of others."""
    session = await db.get(LoginSession, session_id, with_for_update=True)
    if session is None or session.account_id != account_id or session.ended_at is not None:
        raise NotFound
    await end(db, session, reason="ended by owner")


async def end_all_sessions(db: Session, account_id: UUID, *, reason: str, kept_id: UUID | None = None) -> None:
    """End all open sessions of an account, except the one whose id is `kept_id`."""
    for session in await queries.list_open_sessions(db, account_id, now=db.now()):
        if session.id != kept_id:
            await end(db, session, reason=reason)


async def end_sessions_at_block(db: Session, account_id: UUID) -> None:
    """End all sessions of an account at its block.

    No event is published yet: the account state refuses their tokens, with an error code that names the block.
    """
    for session in await queries.list_open_sessions(db, account_id, now=db.now()):
        session.ended_at = db.now()
        session.end_reason = ENDED_BY_BLOCK
        db.add(session)


async def revoke_sessions_at_unblock(db: Session, account_id: UUID) -> None:
    """Publish the end of the sessions that a block ended, and end the sessions that began during the block."""
    await end_all_sessions(db, account_id, reason=ENDED_BY_BLOCK)
    for session in await queries.list_ended_by_block(db, account_id):
        await outbox.record(db, SessionRevoked(session_id=session.id, user_id=account_id))


async def end_session_by_refresh_token(db: Session, token: str, *, reason: str) -> None:
    """End the session of a refresh token, if there is one."""
    _, session = await _lock_family(db, token)
    if session is not None:
        await end(db, session, reason=reason)


async def _lock_family(db: Session, token: str) -> tuple[RefreshToken | None, LoginSession | None]:
    """Return a stored refresh token and its session. Locks the session."""
    refresh_token = await db.get(RefreshToken, _hash_refresh_token(db.runtime, token))
    if refresh_token is None:
        return None, None
    return refresh_token, await db.get(LoginSession, refresh_token.session_id, with_for_update=True)


async def purge_old_sessions(db: Session, runtime: AuthRuntime) -> None:
    """Delete sessions that ended or expired three months ago. Until then they identify known devices."""
    kept_since = runtime.now() - RETENTION
    await delete_in_batches(db, LoginSession, col(LoginSession.ended_at) < kept_since)
    await delete_in_batches(
        db, LoginSession, col(LoginSession.ended_at).is_(None), col(LoginSession.expires_at) < kept_since
    )
    # The status service's login probe signs in thousands of times a day.
    is_of_probe = queries.match_probe_sessions(runtime.settings.canary_email)
    await delete_in_batches(db, LoginSession, is_of_probe, col(LoginSession.ended_at) < runtime.now() - PROBE_RETENTION)
