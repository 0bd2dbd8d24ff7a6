"""Accounts opened through a provider, and providers linked to an account."""

from uuid import UUID

from chassis.events import outbox
from chassis.mail.addresses import parse_email_address
from contracts.auth import UserRegistered

from auth.accounts import emails
from auth.accounts.service import build_account
from auth.accounts.tables import Account
from auth.registration.service import open_account
from auth.runtime import Session
from auth.second_factor.queries import count_passkeys
from auth.social import queries
from auth.social.errors import LastLoginMethod
from auth.social.providers.profile import Profile
from auth.social.providers.registry import PROVIDERS
from auth.social.tables import SocialIdentity


def normalize_email(email: str) -> str | None:
    """Normalize the provider's email address. Returns None if it is invalid."""
    try:
        return parse_email_address(email)
    except ValueError:
        return None


async def open_linked_account(db: Session, profile: Profile, email: str, *, ip: str) -> Account:
    """Open an account with a verified email address and link the provider.

    An unverified registration of the address is deleted: someone who did not verify the address has entered its data.
    """
    account = build_account(db.now(), email, profile.first_name, profile.last_name, avatar_url=profile.avatar_url)
    event = UserRegistered(
        user_id=account.id,
        email=account.email,
        first_name=account.first_name,
        last_name=account.last_name,
        phone=account.phone,
        role=account.role,
    )
    await outbox.record(db, event)
    await open_account(db, account, version=db.runtime.settings.consent_version, ip=ip)
    await _link_identity(db, profile, account)
    return account


async def _link_identity(
    db: Session, profile: Profile, account: Account, *, session_id: UUID | None = None, by_factor: bool = False
) -> None:
    now = db.now()
    db.add(
        SocialIdentity(
            account_id=account.id,
            provider=profile.provider,
            subject=profile.subject,
            name=f"{profile.first_name} {profile.last_name}".strip(),
            linked_at=now,
            last_used_at=now,
            added_in_session=session_id,
            is_confirmed_by_factor=by_factor,
        )
    )
    await db.flush()


async def link_and_notify(
    db: Session, profile: Profile, account: Account, *, session_id: UUID | None = None, by_factor: bool = False
) -> None:
    """Link the provider's user to an existing account. The account's owner gets an email."""
    await _link_identity(db, profile, account, session_id=session_id, by_factor=by_factor)
    await emails.queue_for_account(db, "identity_linked", account, provider=PROVIDERS[profile.provider].name)


async def require_remaining_method(db: Session, account: Account) -> None:
    """Raise LastLoginMethod when no way to sign in is left: no password, no passkey and no linked provider."""
    if account.has_password or await count_passkeys(db, account.id) or await queries.list_identities(db, account.id):
        return
    raise LastLoginMethod
