"""Signing in through a provider. An account's key there is provider and subject, never an e-mail; an e-mail that has
an account already must be proven by its own code before the two are linked."""

import secrets
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from chassis.app import Runtime
from chassis.auth import Principal
from chassis.database import runtime_of
from chassis.errors import NotFound
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from auth import sealing
from auth.accounts import queries as accounts
from auth.accounts.service import own_account
from auth.accounts.tables import Account
from auth.letters import service as letters
from auth.login.admission import OneMoreStep, admit
from auth.login.noting import note
from auth.sessions.devices import Device
from auth.sessions.service import Begun
from auth.settings import settings_of
from auth.social import opening, queries
from auth.social.errors import LastLoginMethod, LinkedElsewhere
from auth.social.providers.profile import Profile
from auth.social.tables import PendingIdentity


class EmailRequired(NamedTuple):
    """The provider vouches for somebody, but his e-mail is still to be proven."""

    token: str


class Outcome(NamedTuple):
    result: Begun | OneMoreStep | EmailRequired
    is_new: bool


async def sign_in(runtime: Runtime, profile: Profile, device: Device) -> Outcome:
    """Let in whom the provider vouches for; who brings no proven e-mail of his own has one more step."""
    async with runtime.database.transaction() as db:
        await queries.lock_subject(db, profile.provider, profile.subject)
        known = await queries.identity(db, profile.provider, profile.subject)
        if known:
            known.last_used_at = runtime.clock()
            db.add(known)
            account = await accounts.by_id(db, known.account_id, lock=True)
            assert account is not None
            return _noted(profile, device, Outcome(await admit(db, account, device), False))
        if profile.email:
            email = opening.usable_email(profile.email)
            await accounts.lock_email(db, email or "")
            if email and await accounts.by_email(db, email) is None:
                account = await opening.open_account(db, profile, email, ip=device.ip)
                return _noted(profile, device, Outcome(await admit(db, account, device), True))
        return _noted(profile, device, Outcome(await _wait_for_email(db, profile, device), True))


def _noted(profile: Profile, device: Device, outcome: Outcome) -> Outcome:
    result = outcome.result
    words = "success" if isinstance(result, Begun) else "email_required"
    said = result.status if isinstance(result, OneMoreStep) else words
    account_id = result.account.id if isinstance(result, Begun) else None
    note(profile.provider, said, ip=device.ip, account_id=account_id)
    return outcome


async def _wait_for_email(db: AsyncSession, profile: Profile, device: Device) -> EmailRequired:
    runtime = runtime_of(db)
    token = secrets.token_urlsafe(32)
    lifetime = timedelta(seconds=settings_of(runtime).temp_token_ttl_seconds)
    db.add(
        PendingIdentity(
            provider=profile.provider,
            subject=profile.subject,
            profile=profile.as_dict(),
            token_hash=sealing.fingerprint(runtime.settings, "temp-token", token),
            ip=device.ip,
            expires_at=runtime.clock() + lifetime,
        )
    )
    return EmailRequired(token)


async def link(runtime: Runtime, profile: Profile, *, caller: Principal) -> Account:
    """Add a provider to the account one is signed in to. Raises LinkedElsewhere."""
    async with runtime.database.transaction() as db:
        await queries.lock_subject(db, profile.provider, profile.subject)
        account = await own_account(db, caller, lock=True)
        known = await queries.identity(db, profile.provider, profile.subject)
        if known and known.account_id != account.id:
            raise LinkedElsewhere
        if known is None:
            await opening.attach(db, profile, account)
            await letters.to_owner(db, "identity_linked", account, provider=opening.TITLES[profile.provider])
    return account


async def unlink(db: AsyncSession, identity_id: UUID, *, caller: Principal) -> None:
    """Take a provider away. Raises NotFound, LastLoginMethod."""
    account = await own_account(db, caller, lock=True)
    mine = await queries.of_account(db, account.id)
    if identity_id not in {identity.id for identity in mine}:
        raise NotFound
    others = len(mine) - 1 + await opening.other_ways(db, account)
    if not others:
        raise LastLoginMethod
    [gone] = [identity for identity in mine if identity.id == identity_id]
    await db.delete(gone)
    await letters.tell_change(db, account, f"отвязан вход через {opening.TITLES[gone.provider]}")


async def purge(db: AsyncSession) -> None:
    """Forget people who never proved an e-mail."""
    await db.execute(delete(PendingIdentity).where(col(PendingIdentity.expires_at) < runtime_of(db).clock()))
