from datetime import datetime, timedelta
from typing import TypeVarTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, bindparam, delete, func, or_, select, true
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlmodel import col

from auth.accounts.schemas import UserRead
from auth.accounts.tables import Account
from auth.fields import get_email_key
from auth.runtime import Session
from auth.sessions.devices import Device
from auth.sessions.tables import ENDED_BY_BLOCK, REPORTED_UNRECOGNIZED, LoginSession, RefreshToken, SigningKey

# How long a key is kept after its last token has expired.
EXPIRY_MARGIN = timedelta(minutes=10)
Columns = TypeVarTuple("Columns")


def _join_open_session(query: Select[*Columns]) -> Select[*Columns]:
    """Join the session. A session that a block ended counts as open while the block lasts."""
    is_blocked = and_(col(Account.account_status) == "blocked", col(LoginSession.end_reason) == ENDED_BY_BLOCK)
    return query.join(LoginSession, col(LoginSession.account_id) == col(Account.id)).where(
        col(LoginSession.id) == bindparam("session_id"),
        or_(col(LoginSession.ended_at).is_(None), is_blocked),
        col(Account.id) == bindparam("account_id"),
    )


# Every request of a signed-in user to auth begins with one of these queries. They are built once, because building one
# takes a quarter of the processor time of `GET /api/auth/me`.
ACCESS_IN_SESSION = _join_open_session(select(col(Account.account_status), col(Account.role)))
OWN_ACCOUNT = _join_open_session(
    select(
        col(Account.id),
        col(Account.email),
        col(Account.first_name),
        col(Account.last_name),
        col(Account.phone),
        col(Account.avatar_url),
        col(Account.role),
        col(Account.account_status),
        col(Account.created_at),
        col(Account.factor_removal_at),
        col(Account.first_password_until),
        # The remaining columns are the properties of `Account`.
        true().label("email_verified"),
        (col(Account.role) == "admin").label("is_admin"),
        col(Account.password_hash).is_not(None).label("has_password"),
    )
).where(col(Account.account_status) != "erased")


async def find_access(db: Session, *, session_id: UUID, account_id: UUID) -> tuple[str, str] | None:
    """Return status and role of the account, or None if the session is not open (see `_join_open_session`)."""
    caller = {"session_id": session_id, "account_id": account_id}
    return (await db.execute(ACCESS_IN_SESSION, caller)).one_or_none()


async def find_own_account(connection: AsyncConnection, *, session_id: UUID, account_id: UUID) -> UserRead | None:
    """Return the account, or None if it was erased or the session is not open (see `_join_open_session`)."""
    result = await connection.execute(OWN_ACCOUNT, {"session_id": session_id, "account_id": account_id})
    row = result.one_or_none()
    return UserRead.model_validate(row, from_attributes=True) if row else None


async def get_first_password_end(db: Session, account_id: UUID) -> datetime | None:
    """Return the time after which the initial password needs a change. Returns None if another password was set."""
    return await db.scalar(select(col(Account.first_password_until)).where(col(Account.id) == account_id))


def _select_open(account_id: UUID, now: datetime) -> Select[LoginSession]:
    query = select(LoginSession).where(
        col(LoginSession.account_id) == account_id,
        col(LoginSession.ended_at).is_(None),
        col(LoginSession.expires_at) > now,
    )
    return query.order_by(col(LoginSession.last_seen_at).desc(), col(LoginSession.id).desc())


async def list_open_sessions(db: Session, account_id: UUID, *, now: datetime) -> list[LoginSession]:
    """Return the open sessions of an account, the most recently used first."""
    return list(await db.scalars(_select_open(account_id, now)))


async def lock_least_recently_used_sessions(
    db: Session, account_id: UUID, *, now: datetime, keep: int
) -> list[LoginSession]:
    """Return and lock the open sessions of an account except the `keep` most recently used."""
    return list(await db.scalars(_select_open(account_id, now).offset(keep).with_for_update()))


async def lock_sessions_of_device(db: Session, session: LoginSession) -> list[LoginSession]:
    """Return and lock all sessions of the account on the same device, including ended ones."""
    query = select(LoginSession).where(
        col(LoginSession.account_id) == session.account_id,
        _match_device(session.device_key, session.program_key),
    )
    return list(await db.scalars(query.order_by(col(LoginSession.id)).with_for_update()))


def _match_device(device_key: str, program_key: str | None) -> ColumnElement[bool]:
    has_key = col(LoginSession.device_key) == device_key
    if program_key is None:
        return has_key
    return or_(has_key, col(LoginSession.program_key) == program_key)


async def is_known_browser(db: Session, *, email: str, device: Device) -> bool:
    """Return True if the account with this email has signed in from this browser, according to its cookie.

    Always false for a native client: it has no cookie, and its user agent is easily copied.
    """
    key = device.key if device.browser_cookie else ""
    query = (
        select(func.count())
        .select_from(LoginSession)
        .join(Account, col(Account.id) == col(LoginSession.account_id))
        .where(
            col(Account.email_key) == get_email_key(email),
            col(LoginSession.device_key) == key,
            col(LoginSession.end_reason).is_distinct_from(REPORTED_UNRECOGNIZED),
        )
    )
    return bool(await db.scalar(query))


async def is_known_device(db: Session, *, account_id: UUID, device: Device) -> bool:
    """Return True if the account has signed in from this device.

    For programs this is a guess, which only avoids emails.
    """
    query = select(func.count()).where(
        col(LoginSession.account_id) == account_id,
        _match_device(device.key, device.program_key),
        # A device whose session the owner reported as unrecognized counts as new.
        col(LoginSession.end_reason).is_distinct_from(REPORTED_UNRECOGNIZED),
    )
    return bool(await db.scalar(query))


async def list_ended_by_block(db: Session, account_id: UUID) -> list[LoginSession]:
    """Return the sessions that a block of the account ended."""
    query = select(LoginSession).where(
        col(LoginSession.account_id) == account_id, col(LoginSession.end_reason) == ENDED_BY_BLOCK
    )
    return list(await db.scalars(query))


async def delete_rotated_tokens(db: Session, session_id: UUID, *, before: datetime) -> None:
    """Delete the refresh tokens of a session that were exchanged before this time."""
    await db.execute(
        delete(RefreshToken).where(
            col(RefreshToken.session_id) == session_id,
            col(RefreshToken.rotated_at) < before,
        )
    )


async def list_ended_after(db: Session, moment: datetime) -> list[UUID]:
    return list(await db.scalars(select(col(LoginSession.id)).where(col(LoginSession.ended_at) > moment)))


async def is_probe(db: Session, account_id: UUID) -> bool:
    """Return True if this is the account of the status service's login probe (docs/decisions/0128)."""
    canary_email = db.runtime.settings.canary_email
    account = await db.get(Account, account_id) if canary_email else None
    return account is not None and account.email_key == get_email_key(canary_email)


def match_probe_sessions(canary_email: str) -> ColumnElement[bool]:
    """Return the condition for sessions of the login probe's account."""
    probe_ids = select(col(Account.id)).where(col(Account.email_key) == get_email_key(canary_email))
    return col(LoginSession.account_id).in_(probe_ids)


async def list_keys(db: Session) -> list[SigningKey]:
    """Return all keys, newest first: the current key, the next one, and old ones that may have signed a valid token."""
    return list(await db.scalars(select(SigningKey).order_by(col(SigningKey.created_at).desc())))


async def get_current_key(db: Session, now: datetime) -> SigningKey:
    query = select(SigningKey).where(col(SigningKey.signs_from) <= now)
    return (await db.scalars(query.order_by(col(SigningKey.signs_from).desc()).limit(1))).one()


async def list_expired_key_ids(db: Session) -> list[str]:
    """Return the ids of the keys whose last token has expired."""
    token_lifetime = timedelta(seconds=db.runtime.settings.access_ttl_seconds)
    expired_before = db.now() - token_lifetime - EXPIRY_MARGIN
    return list(await db.scalars(select(col(SigningKey.kid)).where(col(SigningKey.retired_at) < expired_before)))
