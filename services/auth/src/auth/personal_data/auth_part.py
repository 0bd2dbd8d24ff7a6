"""Auth's part of a user's personal data: its export and its erasure."""

from typing import Any

from emails.mail import QueuedEmail
from fastapi.encoders import jsonable_encoder
from sqlalchemy import delete, update
from sqlmodel import col

from auth.accounts.schemas import UserRead
from auth.accounts.tables import Account, Consent
from auth.login.queries import passkeys_of_account
from auth.profile.queries import consent_ledger
from auth.registration.tables import Challenge, Registration
from auth.runtime import Session
from auth.second_factor.tables import Passkey, RecoveryCode, TotpSecret
from auth.sessions import queries as session_queries
from auth.sessions.tables import LoginSession
from auth.social import queries as social
from auth.social.tables import SocialIdentity

ERASED_NAME = ("Удалённый", "пользователь")


async def collect(db: Session, account: Account) -> dict[str, Any]:
    """The account, its consents, sessions and sign-in methods, without secrets."""
    sessions = await session_queries.of_account(db, account.id)
    identities = await social.of_account(db, account.id)
    passkeys = await passkeys_of_account(db, account.id)
    parts: dict[str, Any] = jsonable_encoder(
        {
            "account": UserRead.of(account),
            "consents": [row.model_dump(exclude={"id", "account_id"}) for row in await consent_ledger(db, account.id)],
            "sessions": [row.model_dump(exclude={"account_id", "device_key"}) for row in sessions],
            "identities": [row.model_dump(exclude={"account_id"}) for row in identities],
            "passkeys": [row.model_dump(include={"name", "created_at", "last_used_at"}) for row in passkeys],
        }
    )
    return parts


async def erase(db: Session, account: Account) -> None:
    """Delete everything that identifies the user.

    The empty account row stays, because the audit log refers to it, and the consents stay as proof, without addresses.
    """
    now = db.now()
    for table in (TotpSecret, RecoveryCode, Passkey, SocialIdentity, LoginSession):
        await db.execute(delete(table).where(col(table.account_id) == account.id))
    await db.execute(delete(Challenge).where(col(Challenge.email_key) == account.email_key))
    await db.execute(delete(Registration).where(col(Registration.email_key) == account.email_key))
    await db.execute(delete(QueuedEmail).where(col(QueuedEmail.recipient) == account.email))
    await db.execute(update(Consent).where(col(Consent.account_id) == account.id).values(ip=""))
    account.first_name, account.last_name = ERASED_NAME
    account.email, account.email_key, account.phone = "", None, None
    account.avatar_url = account.password_hash = account.blocked_reason = None
    account.role, account.account_status = "user", "erased"
    account.mark_access_changed(now)
    account.erased_at = account.updated_at = now
    db.add(account)
