"""Accounts opened through a provider, and providers linked to an account."""

from contracts.auth import UserRegistered
from contracts.email_address import parse_email_address
from messaging import outbox

from auth.accounts import emails
from auth.accounts.service import add_consents
from auth.accounts.tables import Account
from auth.fields import email_key
from auth.registration import codes
from auth.registration import queries as registrations
from auth.registration.service import record_user_verified
from auth.runtime import Session
from auth.second_factor.queries import passkey_count
from auth.social.providers.profile import Profile
from auth.social.tables import SocialIdentity

TITLES = {"vk": "VK", "google": "Google", "telegram": "Telegram"}


def usable_email(email: str) -> str | None:
    """The provider's e-mail in its normal form, or None when it is invalid."""
    try:
        return parse_email_address(email)
    except ValueError:
        return None


async def open_account(db: Session, profile: Profile, email: str, *, ip: str) -> Account:
    """Open an account with a verified e-mail. A waiting registration of the address is deleted: its password and data
    were typed by someone who did not verify the address."""
    now = db.now()
    account = Account(
        email=email,
        email_key=email_key(email),
        first_name=profile.first_name,
        last_name=profile.last_name,
        avatar_url=profile.avatar_url,
        verified_at=now,
        created_at=now,
        updated_at=now,
    )
    db.add(account)
    await db.flush()
    add_consents(db, account, version=db.runtime.settings.consent_version, ip=ip)
    await codes.close_all(db, "registration", email)
    await registrations.delete_all(db, email)
    await link_identity(db, profile, account)
    event = UserRegistered(user_id=account.id, email=email, first_name=account.first_name, last_name=account.last_name)
    await outbox.record(db, event)
    await record_user_verified(db, account, marketing=False)
    return account


async def link_identity(db: Session, profile: Profile, account: Account) -> None:
    """Link the provider's user to the account."""
    now = db.now()
    db.add(
        SocialIdentity(
            account_id=account.id,
            provider=profile.provider,
            subject=profile.subject,
            name=f"{profile.first_name} {profile.last_name}".strip(),
            linked_at=now,
            last_used_at=now,
        )
    )
    await db.flush()


async def link_and_notify(db: Session, profile: Profile, account: Account) -> None:
    """The same to an account that has an owner, who gets an email about it."""
    await link_identity(db, profile, account)
    await emails.queue_for_account(db, "identity_linked", account, provider=TITLES[profile.provider])


async def count_other_methods(db: Session, account: Account) -> int:
    """The number of sign-in methods besides providers."""
    return (account.password_hash is not None) + await passkey_count(db, account.id)
