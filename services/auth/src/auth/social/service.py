"""Sign-in through a provider.

A user is identified by provider and subject, never by email. If the email already has an account, a code sent by
the site must verify it before the provider is linked.
"""

import secrets
from dataclasses import asdict
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from chassis import encryption
from chassis.web.auth import Principal
from chassis.web.errors import NotFound, RateLimited, TokenInvalid, raises

from auth.accounts import emails
from auth.accounts import queries as accounts
from auth.accounts.errors import ConfirmationRequired
from auth.accounts.service import get_own_account
from auth.accounts.tables import Account
from auth.registration import codes
from auth.registration.code_requests import CodeClient
from auth.registration.errors import CodeExpired, InvalidCode
from auth.registration.service import SentCode
from auth.runtime import AuthRuntime, Session
from auth.second_factor import confirmation
from auth.second_factor.queries import has_totp
from auth.second_factor.steps import begin_session_or_step
from auth.sessions.devices import Device
from auth.sessions.service import record_sign_in
from auth.sessions.sign_in import SignInResult
from auth.social import queries
from auth.social.accounts import link_and_notify, normalize_email, open_linked_account, require_remaining_method
from auth.social.errors import LastLoginMethod, LinkedElsewhere
from auth.social.providers.profile import Profile
from auth.social.providers.registry import PROVIDERS
from auth.social.schemas import VerifySession
from auth.social.tables import PendingIdentity, SocialIdentity

TEMP_TOKEN_BYTES = 32


class EmailRequired(NamedTuple):
    """The provider has verified the user. The email address is still unverified."""

    token: str
    status: str = "email_required"


class ProviderSignIn(NamedTuple):
    """A sign-in through a provider. `is_new_user` is true unless the provider was linked to an account before."""

    result: SignInResult | EmailRequired
    is_new_user: bool


async def sign_in(runtime: AuthRuntime, profile: Profile, device: Device) -> ProviderSignIn:
    """Sign in a user verified by a provider. Without a verified email another step follows."""
    async with runtime.database.transaction() as db:
        result, is_new_user = await _sign_in(db, profile, device)
    account_id = None
    if isinstance(result, SignInResult) and result.is_complete:
        account_id = result.account.id
    record_sign_in(profile.provider, result.status, ip=device.ip, account_id=account_id)
    return ProviderSignIn(result, is_new_user)


async def _sign_in(db: Session, profile: Profile, device: Device) -> ProviderSignIn:
    identity = await queries.lock_identity(db, profile.provider, profile.subject)
    # There is no account while it and its identities are being erased.
    account = await accounts.find_by_id(db, identity.account_id, lock=True) if identity else None
    if identity and account:
        identity.last_used_at = db.now()
        db.add(identity)
        return ProviderSignIn(await begin_session_or_step(db, account, device), is_new_user=False)
    if profile.email:
        email = normalize_email(profile.email)
        await accounts.lock_email(db, email or "")
        if email and await accounts.find_by_email(db, email) is None:
            account = await open_linked_account(db, profile, email, ip=device.ip)
            return ProviderSignIn(await begin_session_or_step(db, account, device), is_new_user=True)
    return ProviderSignIn(await _store_pending_identity(db, profile, device), is_new_user=True)


async def _store_pending_identity(db: Session, profile: Profile, device: Device) -> EmailRequired:
    runtime = db.runtime
    token = secrets.token_urlsafe(TEMP_TOKEN_BYTES)
    lifetime = timedelta(seconds=runtime.settings.temp_token_ttl_seconds)
    db.add(
        PendingIdentity(
            provider=profile.provider,
            subject=profile.subject,
            profile=asdict(profile),
            token_hash=_hash_token(runtime, token),
            ip=device.ip,
            expires_at=runtime.now() + lifetime,
        )
    )
    return EmailRequired(token)


def _hash_token(runtime: AuthRuntime, token: str) -> str:
    return encryption.compute_keyed_hash(runtime.settings, "temp-token", token)


async def _require_pending_identity(db: Session, token: str, *, lock: bool = False) -> PendingIdentity:
    pending_identity = await queries.find_pending_identity(db, _hash_token(db.runtime, token), lock=lock)
    if pending_identity is None or pending_identity.expires_at <= db.now():
        raise TokenInvalid
    return pending_identity


@raises(TokenInvalid, RateLimited)
async def send_code(runtime: AuthRuntime, token: str, email: str, *, client: CodeClient) -> SentCode:
    """Email a code to the address."""
    async with runtime.database.reading() as db:
        pending_identity = await _require_pending_identity(db, token)
    await codes.limit_requests(runtime, "social", email, client=client)
    async with codes.open_sending_transaction(runtime, email, client=client) as db:
        await codes.require_budget(db, "social", email, client=client)
        challenge = await codes.open_request(db, "social", email, client=client, subject_id=pending_identity.id)
        code = await codes.add_code(db, challenge)
        await emails.queue_email(
            db, "social_code", to=email, code=code, provider=PROVIDERS[pending_identity.provider].name
        )
    return SentCode(runtime.settings.resend_seconds, challenge.id)


@raises(TokenInvalid, InvalidCode, CodeExpired)
async def verify_email(runtime: AuthRuntime, token: str, proof: VerifySession, client: CodeClient) -> SignInResult:
    """Verify the email and sign in. Opens an account, or links the provider to the existing one."""
    async with runtime.database.reading() as db:
        await _require_pending_identity(db, token)
    device = client.device
    async with codes.open_redeeming_transaction(runtime, proof.email, client=client) as db:
        pending_identity = await _require_pending_identity(db, token, lock=True)
        await codes.redeem(db, "social", proof.email, proof.code, client=client, subject_id=pending_identity.id)
        profile = Profile(**pending_identity.profile)
        owner = await _find_owner_with_app(db, profile, proof.email)
        if owner:
            # The mailbox alone cannot add a sign-in method to an account with a second factor: the factor's code
            # links the provider.
            return await begin_session_or_step(db, owner, device, pending_identity=pending_identity.id)
        account = await _find_or_open_account(db, profile, proof.email, device)
        await db.delete(pending_identity)
        return await begin_session_or_step(db, account, device)


async def _find_owner_with_app(db: Session, profile: Profile, email: str) -> Account | None:
    """Return the account with this email if it has an authenticator app and the provider is not linked yet."""
    identity = await queries.lock_identity(db, profile.provider, profile.subject)
    owner = await accounts.find_by_email(db, email)
    if identity or owner is None or not await has_totp(db, owner.id):
        return None
    return await accounts.find_by_id(db, owner.id, lock=True)


async def link_after_second_step(db: Session, account: Account, pending_id: UUID) -> None:
    """Link the provider of a social sign-in after the second factor of the account."""
    pending_identity = await db.get(PendingIdentity, pending_id, with_for_update=True)
    if pending_identity is None or pending_identity.expires_at <= db.now():
        return
    profile = Profile(**pending_identity.profile)
    if await queries.lock_identity(db, profile.provider, profile.subject) is None:
        await link_and_notify(db, profile, account, by_factor=True)
    await db.delete(pending_identity)


async def _find_or_open_account(db: Session, profile: Profile, email: str, device: Device) -> Account:
    """Return the user's account, linked to the provider. If the verified email has no account, one is opened."""
    identity = await queries.lock_identity(db, profile.provider, profile.subject)
    # There is no account while it and its identities are being erased.
    account = await accounts.find_by_id(db, identity.account_id, lock=True) if identity else None
    if account is None and (owner := await accounts.find_by_email(db, email)):
        account = await accounts.find_by_id(db, owner.id, lock=True)
        if account:
            await link_and_notify(db, profile, account)
    return account or await open_linked_account(db, profile, email, ip=device.ip)


async def link_provider(runtime: AuthRuntime, profile: Profile, *, caller: Principal, by_factor: bool) -> Account:
    """Link a provider to the caller's account, after a confirmation. Raises LinkedElsewhere."""
    async with runtime.database.transaction() as db:
        identity = await queries.lock_identity(db, profile.provider, profile.subject)
        account = await get_own_account(db, caller, lock=True)
        if identity and identity.account_id != account.id:
            raise LinkedElsewhere
        if identity is None:
            await link_and_notify(db, profile, account, session_id=caller.sid, by_factor=by_factor)
    return account


@raises(NotFound, LastLoginMethod, ConfirmationRequired)
async def unlink(db: Session, identity_id: UUID, *, caller: Principal, proof: str | None) -> None:
    """Unlink a provider."""
    account = await get_own_account(db, caller, lock=True)
    identity = await db.get(SocialIdentity, identity_id)
    if identity is None or identity.account_id != account.id:
        raise NotFound
    # A refusal rolls the deletion back. The last sign-in method is refused before a confirmation is required.
    await db.delete(identity)
    await require_remaining_method(db, account)
    await confirmation.require_for_change(db, proof, caller=caller)
    await emails.queue_sign_in_change(db, account, f"отвязан вход через {PROVIDERS[identity.provider].name}")
