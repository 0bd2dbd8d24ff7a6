"""A way to a provider: its state, nonce, verifier and session token are made here, kept here and used once."""

import json
import secrets
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from chassis import limits
from chassis.app import Runtime
from chassis.database import runtime_of
from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from auth import sealing
from auth.settings import settings_of
from auth.social.errors import InvalidState, RedirectNotAllowed
from auth.social.providers import registry
from auth.social.providers.profile import Way
from auth.social.schemas import AuthorizationUrl, SocialReturn
from auth.social.tables import SocialAttempt

# Each way is a row until it is old; people at one office address set out on a few of them.
MOST_A_MINUTE = 300


class Opened(NamedTuple):
    """A way that was walked to its end, and who set out on it."""

    way: Way
    account_id: UUID | None


async def begin(
    runtime: Runtime, provider_name: str, *, redirect_uri: str, state: str, account_id: UUID | None, address: str
) -> AuthorizationUrl:
    """Set out. Raises NotFound, ProviderUnavailable, RedirectNotAllowed, RateLimited."""
    provider = registry.provider(runtime, provider_name)
    if redirect_uri not in settings_of(runtime).allowed_redirects:
        raise RedirectNotAllowed
    await limits.hit(runtime, "social-ways", address, limit=MOST_A_MINUTE, per=timedelta(minutes=1))
    way = Way(redirect_uri, state, nonce=secrets.token_urlsafe(24), verifier=secrets.token_urlsafe(48))
    session_token = secrets.token_urlsafe(32) if provider.id == "vk" else None
    url = await registry.authorization_url(runtime, provider, way)
    lifetime = timedelta(seconds=settings_of(runtime).social_state_ttl_seconds)
    body = json.dumps({"nonce": way.nonce, "verifier": way.verifier}).encode()
    async with runtime.database.transaction() as db:
        db.add(
            SocialAttempt(
                provider=provider.id,
                state_hash=_hash(runtime, state),
                redirect_uri=redirect_uri,
                sealed_secrets=sealing.seal(runtime.settings, "social-attempt", body),
                session_hash=_hash(runtime, session_token) if session_token else None,
                account_id=account_id,
                expires_at=runtime.clock() + lifetime,
            )
        )
    return AuthorizationUrl(authUrl=url, sessionToken=session_token)


async def finish(runtime: Runtime, provider_name: str, back: SocialReturn, *, session_token: str | None) -> Opened:
    """Use the way up. Raises InvalidState for a state that is forged, stale, used or somebody else's."""
    async with runtime.database.transaction() as db:
        query = select(SocialAttempt).where(
            col(SocialAttempt.provider) == provider_name,
            col(SocialAttempt.state_hash) == _hash(runtime, back.state),
            col(SocialAttempt.used_at).is_(None),
            col(SocialAttempt.expires_at) > runtime.clock(),
        )
        attempt: SocialAttempt | None = await db.scalar(query.order_by(col(SocialAttempt.id).desc()).limit(1))
        if attempt is None or attempt.redirect_uri != back.redirect_uri:
            raise InvalidState
        if attempt.session_hash and attempt.session_hash != _hash(runtime, session_token or ""):
            raise InvalidState
        use = update(SocialAttempt).where(col(SocialAttempt.id) == attempt.id, col(SocialAttempt.used_at).is_(None))
        used = await db.execute(use.values(used_at=runtime.clock()).returning(col(SocialAttempt.id)))
        if used.first() is None:
            raise InvalidState
    kept = json.loads(sealing.unseal(runtime.settings, "social-attempt", attempt.sealed_secrets))
    return Opened(Way(back.redirect_uri, back.state, kept["nonce"], kept["verifier"]), attempt.account_id)


def _hash(runtime: Runtime, value: str) -> str:
    return sealing.fingerprint(runtime.settings, "social-state", value)


async def purge(db: AsyncSession) -> None:
    """Forget ways that led nowhere."""
    old = runtime_of(db).clock() - timedelta(hours=1)
    await db.execute(delete(SocialAttempt).where(col(SocialAttempt.expires_at) < old))
