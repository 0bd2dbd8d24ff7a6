"""The consent ledger: what was agreed to, to which text, when and from where."""

from chassis.auth import Principal
from chassis.database import runtime_of
from chassis.errors import NotFound
from sqlalchemy.ext.asyncio import AsyncSession

from auth.accounts.service import own_account, tell_update
from auth.consents import queries
from auth.consents.tables import Consent
from auth.settings import settings_of


async def give(db: AsyncSession, purpose: str, *, caller: Principal, ip: str) -> None:
    """Agree; agreeing again to the same text changes nothing, to a newer text adds a line."""
    account = await own_account(db, caller, lock=True)
    runtime = runtime_of(db)
    now, version = runtime.clock(), settings_of(runtime).consent_version
    open_one = await queries.open_consent(db, account.id, purpose)
    if open_one and open_one.version == version:
        return
    if open_one:
        open_one.withdrawn_at = now
        db.add(open_one)
    db.add(Consent(account_id=account.id, purpose=purpose, version=version, ip=ip, given_at=now))
    await tell_update(db, account)


async def withdraw(db: AsyncSession, purpose: str, *, caller: Principal) -> None:
    """Take a consent back. Raises NotFound when there is none."""
    account = await own_account(db, caller, lock=True)
    open_one = await queries.open_consent(db, account.id, purpose)
    if open_one is None:
        raise NotFound
    open_one.withdrawn_at = runtime_of(db).clock()
    db.add(open_one)
    await db.flush()
    await tell_update(db, account)
