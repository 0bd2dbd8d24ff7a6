"""Handling of a session that the owner reports as unrecognized ('Это не я')."""

from collections.abc import Collection
from uuid import UUID

from sqlalchemy import delete
from sqlmodel import col

from auth.accounts import queries as accounts
from auth.accounts.tables import Account
from auth.login.passwords import send_reset_code
from auth.registration import codes
from auth.registration.code_requests import CodeClient
from auth.runtime import AuthRuntime, Session
from auth.second_factor import removals
from auth.sessions import queries, service
from auth.sessions.report_links import read_session_token
from auth.sessions.tables import REPORTED_UNRECOGNIZED, LoginSession
from auth.social.tables import SocialIdentity


async def report_unrecognized(runtime: AuthRuntime, token: str, *, client: CodeClient) -> UUID | None:
    """End the device's sessions, remove the sign-in methods that they added, and email a code for a new password.

    Linked providers are removed at once, second factors after a delay (`removals`).

    Returns the challenge of the code. The second report of a session changes nothing and returns None. Raises
    ReportLinkInvalid, RateLimited.
    """
    session_id = read_session_token(runtime, token)
    async with runtime.database.reading() as db:
        session = await db.get(LoginSession, session_id)
        owner = await accounts.find_by_id(db, session.account_id) if session else None
    if owner is None:
        return None
    async with codes.open_sending_transaction(runtime, owner.email, client=client) as db:
        session = await db.get_one(LoginSession, session_id)
        account = await accounts.find_by_id(db, session.account_id, lock=True)
        if account is None:
            return None
        await db.refresh(session)  # The button may be pressed twice at once.
        if session.end_reason == REPORTED_UNRECOGNIZED:
            return None
        session_ids = await _end_sessions_of_device(db, session)
        await _delete_identities(db, account, session_ids)
        await removals.plan(db, account, session_ids)
        return await send_reset_code(db, account, email=account.email, client=client)


async def _end_sessions_of_device(db: Session, reported_session: LoginSession) -> list[UUID]:
    """End all sessions of the device, because the owner got no email about its later sign-ins.

    Returns the ids of all sessions of the device, including sessions that had ended before.
    """
    sessions = await queries.lock_sessions_of_device(db, reported_session)
    for session in sessions:
        await service.end(db, session, reason=REPORTED_UNRECOGNIZED)
        session.end_reason = REPORTED_UNRECOGNIZED
        db.add(session)
    return [session.id for session in sessions]


async def _delete_identities(db: Session, account: Account, session_ids: Collection[UUID]) -> None:
    """Delete the providers that these sessions linked: a thief could sign in through them after the password change."""
    deletion = delete(SocialIdentity).where(
        col(SocialIdentity.account_id) == account.id,
        col(SocialIdentity.added_in_session).in_(session_ids),
        col(SocialIdentity.is_confirmed_by_factor).is_(False),
    )
    await db.execute(deletion)
