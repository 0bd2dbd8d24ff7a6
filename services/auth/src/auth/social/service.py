"""Sign-in through a provider. A user is identified by provider and subject, never by e-mail; an e-mail that has an
account already must be verified by a code of ours before the provider is linked."""

import secrets
from dataclasses import asdict
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from chassis.auth import Principal
from chassis.errors import NotFound

from auth import encryption
from auth.accounts import emails
from auth.accounts import queries as accounts
from auth.accounts.service import own_account
from auth.accounts.tables import Account
from auth.runtime import Runtime, Session
from auth.second_factor.completion import NextStep, begin_session_or_step
from auth.sessions.devices import Device
from auth.sessions.service import Begun
from auth.sessions.sign_in_log import record_sign_in
from auth.social import accounts as social_accounts
from auth.social import queries
from auth.social.errors import LastLoginMethod, LinkedElsewhere
from auth.social.providers.profile import Profile
from auth.social.tables import PendingIdentity


class EmailRequired(NamedTuple):
    """The provider verified the user, but the e-mail is still to be verified."""

    token: str


class Outcome(NamedTuple):
    result: Begun | NextStep | EmailRequired
    is_new: bool


async def sign_in(runtime: Runtime, profile: Profile, device: Device) -> Outcome:
    """Sign in a user verified by a provider; without a verified e-mail a further step follows."""
    async with runtime.database.transaction() as db:
        await queries.lock_subject(db, profile.provider, profile.subject)
        known = await queries.identity(db, profile.provider, profile.subject)
        # None when the account is being erased, and its identities with it.
        account = await accounts.by_id(db, known.account_id, lock=True) if known else None
        if known and account:
            known.last_used_at = runtime.now()
            db.add(known)
            return _record(profile, device, Outcome(await begin_session_or_step(db, account, device), False))
        if profile.email:
            email = social_accounts.usable_email(profile.email)
            await accounts.lock_email(db, email or "")
            if email and await accounts.by_email(db, email) is None:
                account = await social_accounts.open_account(db, profile, email, ip=device.ip)
                return _record(profile, device, Outcome(await begin_session_or_step(db, account, device), True))
        return _record(profile, device, Outcome(await _wait_for_email(db, profile, device), True))


def _record(profile: Profile, device: Device, outcome: Outcome) -> Outcome:
    result = outcome.result
    status = "success" if isinstance(result, Begun) else "email_required"
    recorded = result.status if isinstance(result, NextStep) else status
    account_id = result.account.id if isinstance(result, Begun) else None
    record_sign_in(profile.provider, recorded, ip=device.ip, account_id=account_id)
    return outcome


async def _wait_for_email(db: Session, profile: Profile, device: Device) -> EmailRequired:
    runtime = db.runtime
    token = secrets.token_urlsafe(32)
    lifetime = timedelta(seconds=runtime.settings.temp_token_ttl_seconds)
    db.add(
        PendingIdentity(
            provider=profile.provider,
            subject=profile.subject,
            profile=asdict(profile),
            token_hash=encryption.keyed_hash(runtime.settings, "temp-token", token),
            ip=device.ip,
            expires_at=runtime.now() + lifetime,
        )
    )
    return EmailRequired(token)


async def link(runtime: Runtime, profile: Profile, *, caller: Principal) -> Account:
    """Link a provider to the caller's account. Raises LinkedElsewhere."""
    async with runtime.database.transaction() as db:
        await queries.lock_subject(db, profile.provider, profile.subject)
        account = await own_account(db, caller, lock=True)
        known = await queries.identity(db, profile.provider, profile.subject)
        if known and known.account_id != account.id:
            raise LinkedElsewhere
        if known is None:
            await social_accounts.link_and_notify(db, profile, account)
    return account


async def unlink(db: Session, identity_id: UUID, *, caller: Principal) -> None:
    """Unlink a provider. Raises NotFound, LastLoginMethod."""
    account = await own_account(db, caller, lock=True)
    linked = {identity.id: identity for identity in await queries.of_account(db, account.id)}
    removed = linked.get(identity_id)
    if removed is None:
        raise NotFound
    if len(linked) - 1 + await social_accounts.count_other_methods(db, account) == 0:
        raise LastLoginMethod
    await db.delete(removed)
    await emails.queue_sign_in_change(db, account, f"отвязан вход через {social_accounts.TITLES[removed.provider]}")
