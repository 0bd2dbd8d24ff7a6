"""The consent ledger: purpose, version of the text, time and network address."""

from chassis.web.auth import Principal
from chassis.web.errors import require_found

from auth.accounts.queries import find_open_consent
from auth.accounts.service import count_profile_change, get_own_account, record_user_updated
from auth.accounts.tables import Consent
from auth.runtime import Session


async def give(db: Session, purpose: str, *, caller: Principal, ip: str) -> None:
    """Record a consent to the current version of the text. Raises RateLimited.

    Nothing changes if a consent to this version is open (not withdrawn). An open consent to another version is
    withdrawn.
    """
    account = await get_own_account(db, caller, lock=True)
    now = db.now()
    version = db.runtime.settings.consent_version
    open_consent = await find_open_consent(db, account.id, purpose)
    if open_consent and open_consent.version == version:
        return
    await count_profile_change(db, account)
    if open_consent:
        open_consent.withdrawn_at = now
        db.add(open_consent)
    db.add(Consent(account_id=account.id, purpose=purpose, version=version, ip=ip, given_at=now))
    await record_user_updated(db, account)


async def withdraw(db: Session, purpose: str, *, caller: Principal) -> None:
    """Withdraw a consent. Raises NotFound if there is none, and RateLimited."""
    account = await get_own_account(db, caller, lock=True)
    open_consent = require_found(await find_open_consent(db, account.id, purpose))
    await count_profile_change(db, account)
    open_consent.withdrawn_at = db.now()
    db.add(open_consent)
    await record_user_updated(db, account)
