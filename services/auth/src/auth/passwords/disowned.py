"""What follows when the owner says of a session 'это не я'."""

from chassis.app import Runtime
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from auth.accounts import queries as accounts
from auth.passkeys.tables import Passkey
from auth.passwords.service import send_reset_code
from auth.second_factor.tables import RecoveryCode, TotpSecret
from auth.sessions import queries, service
from auth.sessions.disowning import session_of
from auth.sessions.tables import DISOWNED, LoginSession
from auth.social.tables import SocialIdentity


async def disown(runtime: Runtime, token: str) -> None:
    """End the session and mail a code for a new password; doing it twice does no more. Raises LinkInvalid."""
    session_id = session_of(runtime, token)
    async with runtime.database.transaction() as db:
        session = await db.get(LoginSession, session_id)
        account = await accounts.by_id(db, session.account_id, lock=True) if session else None
        if session is None or account is None:
            return
        await db.refresh(session)  # The button may have been pressed twice at once.
        if session.end_reason == DISOWNED:
            return
        await _end_device(db, session)
        await _forget_ways_added_since(db, session)
        await send_reset_code(db, account, email=account.email)


async def _end_device(db: AsyncSession, disowned: LoginSession) -> None:
    """Whoever signed in from there may have done so again, unnoticed, as from a device that is known."""
    for session in await queries.of_device(db, account_id=disowned.account_id, device_key=disowned.device_key):
        await service.end(db, session, reason=DISOWNED)
        session.end_reason = DISOWNED
        db.add(session)


async def _forget_ways_added_since(db: AsyncSession, session: LoginSession) -> None:
    """A stranger's own passkey, app or provider would outlive the new password."""
    mine, since = session.account_id, session.created_at
    app = delete(TotpSecret).where(col(TotpSecret.account_id) == mine, col(TotpSecret.created_at) >= since)
    if (await db.execute(app.returning(col(TotpSecret.account_id)))).first():
        await db.execute(delete(RecoveryCode).where(col(RecoveryCode.account_id) == mine))
    await db.execute(delete(Passkey).where(col(Passkey.account_id) == mine, col(Passkey.created_at) >= since))
    linked = col(SocialIdentity.account_id) == mine, col(SocialIdentity.linked_at) >= since
    await db.execute(delete(SocialIdentity).where(*linked))
