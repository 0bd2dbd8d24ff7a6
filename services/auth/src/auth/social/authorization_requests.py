"""Started sign-ins at a provider: state, nonce, verifier and session token are created, stored and used once here."""

import json
import secrets
from datetime import timedelta
from uuid import UUID

from chassis.web import limits

from auth import encryption
from auth.runtime import Runtime
from auth.social import queries
from auth.social.errors import InvalidState, RedirectNotAllowed
from auth.social.providers import registry
from auth.social.providers.profile import Authorization
from auth.social.schemas import AuthorizationUrl, SocialReturn
from auth.social.tables import AuthorizationRequest

# Each request is a stored row; the people of one office share an address.
MAX_PER_MINUTE = 300


async def begin(
    runtime: Runtime, provider_name: str, *, redirect_uri: str, state: str, account_id: UUID | None, address: str
) -> AuthorizationUrl:
    """Start an authorization. Raises NotFound, ProviderUnavailable, RedirectNotAllowed, RateLimited."""
    provider = registry.provider(runtime, provider_name)
    if redirect_uri not in runtime.settings.allowed_redirects:
        raise RedirectNotAllowed
    await limits.hit(runtime, "social-requests", address, limit=MAX_PER_MINUTE, per=timedelta(minutes=1))
    authorization = Authorization(
        redirect_uri, state, nonce=secrets.token_urlsafe(24), verifier=secrets.token_urlsafe(48)
    )
    session_token = secrets.token_urlsafe(32) if provider.id == "vk" else None
    url = await registry.authorization_url(runtime, provider, authorization)
    lifetime = timedelta(seconds=runtime.settings.social_state_ttl_seconds)
    body = json.dumps({"nonce": authorization.nonce, "verifier": authorization.verifier}).encode()
    async with runtime.database.transaction() as db:
        db.add(
            AuthorizationRequest(
                provider=provider.id,
                state_hash=_hash(runtime, state),
                redirect_uri=redirect_uri,
                encrypted_secrets=encryption.encrypt(runtime.settings, "social-attempt", body),
                session_hash=_hash(runtime, session_token) if session_token else None,
                account_id=account_id,
                expires_at=runtime.now() + lifetime,
            )
        )
    return AuthorizationUrl(authUrl=url, sessionToken=session_token)


async def finish(
    runtime: Runtime, provider_name: str, back: SocialReturn, *, session_token: str | None
) -> tuple[Authorization, UUID | None]:
    """Use the request once. Returns the authorization, and the account from which it was started, if any.

    Raises InvalidState for a forged, expired, used or foreign state.
    """
    async with runtime.database.transaction() as db:
        request = await queries.open_request(db, provider_name, _hash(runtime, back.state))
        if request is None or request.redirect_uri != back.redirect_uri:
            raise InvalidState
        if request.session_hash and request.session_hash != _hash(runtime, session_token or ""):
            raise InvalidState
        request.used_at = runtime.now()
        db.add(request)
    stored = json.loads(encryption.decrypt(runtime.settings, "social-attempt", request.encrypted_secrets))
    return Authorization(back.redirect_uri, back.state, stored["nonce"], stored["verifier"]), request.account_id


def _hash(runtime: Runtime, value: str) -> str:
    return encryption.keyed_hash(runtime.settings, "social-state", value)
