from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, Select, func, select
from sqlmodel import col

from auth.accounts.tables import Account
from auth.fields import email_key
from auth.runtime import Session
from auth.sessions.tables import UNRECOGNIZED, LoginSession, SigningKey

EXPIRY_MARGIN = timedelta(minutes=10)


async def access_in_session(db: Session, *, session_id: UUID, account_id: UUID) -> tuple[str, str] | None:
    """Status and role of this account, or None when this session of it does not exist or has ended."""
    query = (
        select(col(Account.account_status), col(Account.role))
        .join(LoginSession, col(LoginSession.account_id) == col(Account.id))
        .where(col(LoginSession.id) == session_id, col(Account.id) == account_id, col(LoginSession.ended_at).is_(None))
    )
    return (await db.execute(query)).one_or_none()


def _open(account_id: UUID, now: datetime) -> Select[LoginSession]:
    query = select(LoginSession).where(
        col(LoginSession.account_id) == account_id,
        col(LoginSession.ended_at).is_(None),
        col(LoginSession.expires_at) > now,
    )
    return query.order_by(col(LoginSession.last_seen_at).desc(), col(LoginSession.id).desc())


async def open_sessions(db: Session, account_id: UUID, *, now: datetime) -> list[LoginSession]:
    """The open sessions of an account, the most recently used first."""
    return list(await db.scalars(_open(account_id, now)))


async def least_recently_used(db: Session, account_id: UUID, *, now: datetime, keep: int) -> list[LoginSession]:
    """The open sessions of an account beyond the `keep` most recently used, locked until the transaction ends."""
    return list(await db.scalars(_open(account_id, now).offset(keep).with_for_update()))


async def of_device(db: Session, *, account_id: UUID, device_key: str) -> list[LoginSession]:
    """All sessions of an account on one device, ended ones too, locked until the transaction ends."""
    query = select(LoginSession).where(
        col(LoginSession.account_id) == account_id, col(LoginSession.device_key) == device_key
    )
    return list(await db.scalars(query.order_by(col(LoginSession.id)).with_for_update()))


async def is_known_device(db: Session, *, account_id: UUID, device_key: str) -> bool:
    query = select(func.count()).where(
        col(LoginSession.account_id) == account_id,
        col(LoginSession.device_key) == device_key,
        # A device whose session the owner reported as unrecognized counts as new.
        col(LoginSession.end_reason).is_distinct_from(UNRECOGNIZED),
    )
    return bool(await db.scalar(query))


async def ended_after(db: Session, moment: datetime) -> list[UUID]:
    return list(await db.scalars(select(col(LoginSession.id)).where(col(LoginSession.ended_at) > moment)))


async def is_probe(db: Session, account_id: UUID) -> bool:
    """Whether the status service's probe signs in to this account (docs/decisions/0128), and no person."""
    canary = db.runtime.settings.canary_email
    account = await db.get(Account, account_id) if canary else None
    return account is not None and account.email_key == email_key(canary)


def of_probe(canary_email: str) -> ColumnElement[bool]:
    """A session of the account with which the status service probes the sign-in."""
    canary = select(col(Account.id)).where(col(Account.email_key) == email_key(canary_email))
    return col(LoginSession.account_id).in_(canary)


async def list_keys(db: Session) -> list[SigningKey]:
    """All keys that may have signed a valid token, newest first."""
    return list(await db.scalars(select(SigningKey).order_by(col(SigningKey.created_at).desc())))


async def current_key(db: Session, now: datetime) -> SigningKey:
    query = select(SigningKey).where(col(SigningKey.signs_from) <= now)
    return (await db.scalars(query.order_by(col(SigningKey.signs_from).desc()).limit(1))).one()


async def ids_of_expired_keys(db: Session) -> list[str]:
    """The keys whose last token has expired."""
    old = db.now() - timedelta(seconds=db.runtime.settings.access_ttl_seconds) - EXPIRY_MARGIN
    return list(await db.scalars(select(col(SigningKey.kid)).where(col(SigningKey.retired_at) < old)))
