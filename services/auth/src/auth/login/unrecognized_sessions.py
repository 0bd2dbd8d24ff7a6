"""What happens after the owner reports a session as unrecognized ('Это не я')."""

from sqlalchemy import delete
from sqlmodel import col

from auth.accounts import queries as accounts
from auth.login.passwords import send_reset_code
from auth.runtime import Runtime, Session
from auth.second_factor.tables import Passkey, RecoveryCode, TotpSecret
from auth.sessions import queries, service
from auth.sessions.report_links import session_from_token
from auth.sessions.tables import UNRECOGNIZED, LoginSession
from auth.social.tables import SocialIdentity


async def report_unrecognized(runtime: Runtime, token: str) -> None:
    """End the device's sessions, delete sign-in methods added since, and e-mail a code for a new password.

    Idempotent. Raises LinkInvalid.
    """
    session_id = session_from_token(runtime, token)
    async with runtime.database.transaction() as db:
        session = await db.get(LoginSession, session_id)
        account = await accounts.by_id(db, session.account_id, lock=True) if session else None
        if session is None or account is None:
            return
        await db.refresh(session)  # The button may be pressed twice at once.
        if session.end_reason == UNRECOGNIZED:
            return
        await _end_device(db, session)
        await _delete_methods_added_since(db, session)
        await send_reset_code(db, account, email=account.email)


async def _end_device(db: Session, reported: LoginSession) -> None:
    """End all sessions of the device: a later sign-in from it caused no email, because the device was known."""
    for session in await queries.of_device(db, account_id=reported.account_id, device_key=reported.device_key):
        await service.end(db, session, reason=UNRECOGNIZED)
        session.end_reason = UNRECOGNIZED
        db.add(session)


async def _delete_methods_added_since(db: Session, session: LoginSession) -> None:
    """Delete sign-in methods added during the session: an attacker's passkey would work after the new password."""
    mine, since = session.account_id, session.created_at
    app = delete(TotpSecret).where(col(TotpSecret.account_id) == mine, col(TotpSecret.created_at) >= since)
    if (await db.execute(app.returning(col(TotpSecret.account_id)))).first():
        await db.execute(delete(RecoveryCode).where(col(RecoveryCode.account_id) == mine))
    await db.execute(delete(Passkey).where(col(Passkey.account_id) == mine, col(Passkey.created_at) >= since))
    linked = col(SocialIdentity.account_id) == mine, col(SocialIdentity.linked_at) >= since
    await db.execute(delete(SocialIdentity).where(*linked))
