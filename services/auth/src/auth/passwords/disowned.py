"""What follows when the owner says of a session 'это не я'."""

from chassis.app import Runtime

from auth.accounts import queries as accounts
from auth.passwords.service import send_reset_code
from auth.sessions import queries, service
from auth.sessions.disowning import session_of


async def disown(runtime: Runtime, token: str) -> None:
    """End the session and mail a code for a new password; doing it twice does no more. Raises LinkInvalid."""
    session_id = session_of(runtime, token)
    async with runtime.database.transaction() as db:
        session = await queries.session(db, session_id)
        account = await accounts.by_id(db, session.account_id) if session else None
        if session is None or account is None or session.end_reason == "disowned":
            return
        await service.end(db, session, reason="disowned")
        session.end_reason = "disowned"
        await send_reset_code(db, account, email=account.email)
