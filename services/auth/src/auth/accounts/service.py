from datetime import datetime, timedelta
from typing import Any

from chassis.events import outbox
from chassis.web import limits
from chassis.web.auth import Principal
from chassis.web.errors import Unauthorized, raises, require_found
from contracts.auth import UserUpdated

from auth.accounts import hashing, queries
from auth.accounts.errors import InvalidPassword, NoPassword
from auth.accounts.schemas import ProfileUpdate
from auth.accounts.tables import Account
from auth.fields import get_email_key
from auth.runtime import AuthRuntime, Session


def build_account(now: datetime, email: str, first_name: str, last_name: str, **fields: Any) -> Account:
    """Build an account with a verified email address."""
    return Account(
        email=email,
        email_key=get_email_key(email),
        first_name=first_name,
        last_name=last_name,
        verified_at=now,
        created_at=now,
        updated_at=now,
        **fields,
    )


@raises(Unauthorized)
async def get_own_account(db: Session, caller: Principal, *, lock: bool = False) -> Account:
    """Return the caller's account. Raises Unauthorized if it no longer exists."""
    return require_found(await queries.find_by_id(db, caller.id, lock=lock), error=Unauthorized)


async def require_password(runtime: AuthRuntime, password: str, *, caller: Principal) -> Account:
    """Return the caller's account if the password is right. Wrong passwords are counted separately from sign-ins.

    Raises InvalidPassword, NoPassword, RateLimited.
    """
    async with runtime.database.reading() as db:
        account = await get_own_account(db, caller)
    if account.password_hash is None:
        raise NoPassword
    # Failures are counted for each session, so that a thief of one session cannot lock the owner's other sessions.
    settings = runtime.settings
    subject = f"{account.id}:{caller.sid}"
    async with runtime.database.reading() as db:
        await limits.require_below(runtime, db, "password-proof", subject, limit=settings.login_failures_per_account)
    is_right, _ = await hashing.verify_password(runtime, password, account.password_hash)
    if not is_right:
        per = timedelta(seconds=settings.login_window_seconds)
        await limits.hit(runtime, "password-proof", subject, limit=settings.login_failures_per_account, per=per)
        raise InvalidPassword
    async with runtime.database.autocommit() as db:
        # Parallel guesses all pass the first check, so the limit is checked again after a right password.
        await limits.require_below(runtime, db, "password-proof", subject, limit=settings.login_failures_per_account)
        await limits.clear(db, [limits.build_window_key("password-proof", subject)])
    return account


async def change_profile(db: Session, changes: ProfileUpdate, *, caller: Principal) -> Account:
    """Change the caller's name or phone. An update without changes is neither recorded nor counted.

    Raises RateLimited.
    """
    account = await get_own_account(db, caller, lock=True)
    new_values = {
        name: getattr(changes, name)
        for name in changes.model_fields_set
        if getattr(changes, name) != getattr(account, name)
    }
    if not new_values:
        return account
    await count_profile_change(db, account)
    for name, value in new_values.items():
        setattr(account, name, value)
    await record_user_updated(db, account)
    return account


async def count_profile_change(db: Session, account: Account) -> None:
    """Count a profile change, which is an event for all services. Raises RateLimited."""
    limit = db.runtime.settings.profile_changes_per_hour
    hour = timedelta(hours=1)
    await limits.hit(db.runtime, "profile-changes", str(account.id), limit=limit, per=hour, within=db)


async def record_user_updated(db: Session, account: Account) -> None:
    """Store a changed account and publish UserUpdated, which the other services copy."""
    account.updated_at = db.now()
    db.add(account)
    await db.flush()
    has_marketing_consent = account.id in await queries.find_ids_with_marketing_consent(db, [account.id])
    event = UserUpdated(
        user_id=account.id,
        email=account.email,
        first_name=account.first_name,
        last_name=account.last_name,
        phone=account.phone,
        role=account.role,
        avatar_url=account.avatar_url,
        marketing=has_marketing_consent,
    )
    await outbox.record(db, event)
