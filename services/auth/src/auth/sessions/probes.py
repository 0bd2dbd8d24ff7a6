"""The account of the status service's probe, which signs in and out every few seconds (docs/decisions/0128)."""

from uuid import UUID

from auth.accounts.tables import Account
from auth.fields import email_key
from auth.runtime import Session
from auth.settings import Settings


def is_probe(account: Account, settings: Settings) -> bool:
    """Whether no person signs in to this account."""
    return bool(settings.canary_email) and account.email_key == email_key(settings.canary_email)


async def is_probe_id(db: Session, account_id: UUID, settings: Settings) -> bool:
    """The same by the account's id; no query where there is no such account."""
    if not settings.canary_email:
        return False
    account = await db.get(Account, account_id)
    return account is not None and is_probe(account, settings)
