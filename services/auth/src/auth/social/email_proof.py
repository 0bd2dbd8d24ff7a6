"""The e-mail step of a social sign-in: the code verifies the address, then the account is opened or linked."""

from chassis.auth import bearer_token
from chassis.errors import TokenInvalid, Unauthorized
from fastapi import Request

from auth import encryption
from auth.accounts import emails
from auth.accounts import queries as accounts
from auth.registration import codes
from auth.registration.tables import Challenge
from auth.runtime import Runtime, Session
from auth.second_factor.completion import NextStep, begin_session_or_step
from auth.sessions.devices import Device
from auth.sessions.service import Begun
from auth.social import accounts as social_accounts
from auth.social import queries
from auth.social.providers.profile import Profile
from auth.social.schemas import VerifySession
from auth.social.tables import PendingIdentity


async def sent_temp_token(request: Request) -> str:
    """The bearer tempToken of a request. Raises Unauthorized."""
    token = bearer_token(request.headers.get("authorization", ""))
    if token is None:
        raise Unauthorized
    return token


async def _pending(db: Session, runtime: Runtime, token: str, *, lock: bool = False) -> PendingIdentity:
    token_hash = encryption.keyed_hash(runtime.settings, "temp-token", token)
    found = await queries.pending(db, token_hash, lock=lock)
    if found is None or found.expires_at <= runtime.now():
        raise TokenInvalid
    return found


async def send_code(runtime: Runtime, token: str, email: str, *, address: str) -> int:
    """E-mail a code to the address. Returns the seconds until the next one. Raises TokenInvalid, RateLimited."""
    async with runtime.database.reading() as db:
        pending = await _pending(db, runtime, token)
    await codes.limit_sending(runtime, address=address)
    async with runtime.database.transaction() as db:
        await accounts.lock_email(db, email)
        await codes.require_pause(db, "social", email)
        code = await codes.issue(db, "social", email, subject_id=pending.id, address=address)
        await emails.queue_email(
            db, "social_code", to=email, code=code, provider=social_accounts.TITLES[pending.provider]
        )
    return runtime.settings.resend_seconds


async def finish(runtime: Runtime, token: str, proof: VerifySession, device: Device) -> Begun | NextStep:
    """Sign in with the verified e-mail. Raises TokenInvalid, InvalidCode, CodeExpired."""
    async with runtime.database.reading() as db:
        pending = await _pending(db, runtime, token)
    await codes.limit_guessing(runtime, proof.email, address=device.ip)
    async with runtime.database.transaction() as db:
        await accounts.lock_email(db, proof.email)
        pending = await _pending(db, runtime, token, lock=True)
        outcome = await codes.redeem(db, "social", proof.email, proof.code, address=device.ip, subjects=[pending.id])
        if isinstance(outcome, Challenge):
            return await _sign_in(db, pending, proof.email, device)
    raise outcome


async def _sign_in(db: Session, pending: PendingIdentity, email: str, device: Device) -> Begun | NextStep:
    """The user who verifies an account's e-mail owns the account: the provider is linked to it."""
    profile = Profile(**pending.profile)
    await queries.lock_subject(db, profile.provider, profile.subject)
    known = await queries.identity(db, profile.provider, profile.subject)
    # None when the account is being erased, and its identities with it.
    account = await accounts.by_id(db, known.account_id, lock=True) if known else None
    if account is None and (owner := await accounts.by_email(db, email)):
        account = await accounts.by_id(db, owner.id, lock=True)
        if account:
            await social_accounts.link_and_notify(db, profile, account)
    if account is None:
        account = await social_accounts.open_account(db, profile, email, ip=device.ip)
    await db.delete(pending)
    return await begin_session_or_step(db, account, device)
