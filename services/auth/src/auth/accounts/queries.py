from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from chassis.database.session import take_advisory_locks
from sqlalchemy import or_, select
from sqlmodel import col

from auth.accounts.tables import Account, Consent, SiteSettingsCopy
from auth.fields import get_email_key
from auth.runtime import Session


async def find_by_email(db: Session, email: str) -> Account | None:
    """Return the account with this email address, ignoring case."""
    return await db.scalar(select(Account).where(col(Account.email_key) == get_email_key(email)))


async def find_by_id(db: Session, id: UUID, *, lock: bool = False) -> Account | None:
    """Return the account, or None if it is missing or erased. `lock` locks its row until the transaction ends."""
    query = select(Account).where(col(Account.id) == id, col(Account.account_status) != "erased")
    return await db.scalar(query.with_for_update() if lock else query)


async def lock_email(db: Session, email: str) -> None:
    """Lock an email address until the transaction ends, so that requests about it run one after another."""
    await take_advisory_locks(db, f"email:{get_email_key(email)}")


async def find_open_consent(db: Session, account_id: UUID, purpose: str) -> Consent | None:
    """Return the newest consent of this purpose that was given and not withdrawn."""
    query = select(Consent).where(
        col(Consent.account_id) == account_id, col(Consent.purpose) == purpose, col(Consent.withdrawn_at).is_(None)
    )
    return await db.scalar(query.order_by(col(Consent.given_at).desc()).limit(1))


async def find_ids_with_marketing_consent(db: Session, account_ids: Sequence[UUID]) -> set[UUID]:
    """Return the ids of the given accounts that consented to marketing."""
    is_given = (col(Consent.purpose) == "marketing") & col(Consent.withdrawn_at).is_(None)
    return set(
        await db.scalars(select(col(Consent.account_id)).where(col(Consent.account_id).in_(account_ids), is_given))
    )


async def list_blocked_or_changed_accounts(db: Session, *, since: datetime) -> Sequence[Account]:
    """Return blocked accounts, and accounts whose role or status has changed since `since`."""
    is_blocked = col(Account.account_status) == "blocked"
    return (await db.scalars(select(Account).where(or_(is_blocked, col(Account.access_changed_at) > since)))).all()


async def get_site_settings(db: Session) -> SiteSettingsCopy:
    """Return the site's name and contacts: the built-in ones until the first event arrives."""
    return await db.scalar(select(SiteSettingsCopy)) or SiteSettingsCopy()
