from chassis.auth import Principal
from chassis.errors import Unauthorized
from contracts.auth import UserUpdated
from messaging import outbox

from auth.accounts import queries
from auth.accounts.queries import allows_marketing
from auth.accounts.schemas import ProfileUpdate
from auth.accounts.tables import Account, Consent
from auth.runtime import Session


async def own_account(db: Session, caller: Principal, *, lock: bool = False) -> Account:
    """The caller's own account. Raises Unauthorized when it does not exist any more."""
    account = await queries.by_id(db, caller.id, lock=lock)
    if account is None:
        raise Unauthorized
    return account


async def change_profile(db: Session, changes: ProfileUpdate, *, caller: Principal) -> Account:
    """Change name and phone."""
    account = await own_account(db, caller, lock=True)
    for name in changes.model_fields_set:
        setattr(account, name, getattr(changes, name))
    await record_user_updated(db, account)
    return account


async def record_user_updated(db: Session, account: Account) -> None:
    """Store a changed account and publish UserUpdated, from which the other services copy."""
    account.updated_at = db.now()
    db.add(account)
    await db.flush()
    marketing = await allows_marketing(db, account.id)
    await outbox.record(db, UserUpdated(user_id=account.id, **account.shown_fields(), marketing=marketing))


def add_consents(
    db: Session, account: Account, *, purposes: tuple[str, ...] = ("terms", "privacy"), version: str, ip: str
) -> None:
    """Write down the consents with which an account was opened."""
    given_at = account.created_at
    for purpose in purposes:
        db.add(Consent(account_id=account.id, purpose=purpose, version=version, ip=ip, given_at=given_at))
