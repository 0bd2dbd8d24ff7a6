"""Authorization requests at a provider: state, nonce, verifier and session token are created, stored and used once."""

import json
import secrets
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from chassis import encryption
from chassis.web import limits
from chassis.web.errors import NotFound, RateLimited, raises

from auth.accounts.errors import ConfirmationRequired
from auth.runtime import AuthRuntime
from auth.second_factor.setup import ConfirmationMethod
from auth.sessions.devices import Device
from auth.social import queries
from auth.social.errors import InvalidState, ProviderUnavailable, RedirectNotAllowed
from auth.social.providers import registry
from auth.social.providers.profile import Authorization
from auth.social.schemas import AuthorizationUrl, SocialReturn
from auth.social.tables import AuthorizationRequest

# Each request is a stored row. People of one office share an address.
MAX_REQUESTS_PER_MINUTE = 300
NONCE_BYTES = 24
# 64 characters. RFC 7636 allows a code verifier of 43 to 128.
VERIFIER_BYTES = 48
SESSION_TOKEN_BYTES = 32


class AuthorizationClient(NamedTuple):
    """The client that starts an authorization.

    `account_id` is set if a signed-in user links the provider, `confirmed_by` if the user has confirmed that before.
    """

    device: Device
    # The value of the browser's cookie, so that no other browser can finish the authorization.
    browser_mark: str
    account_id: UUID | None = None
    confirmed_by: ConfirmationMethod | None = None


@raises(RedirectNotAllowed, NotFound, ProviderUnavailable, RateLimited)
async def begin(
    runtime: AuthRuntime, provider_name: str, *, redirect_uri: str, state: str, client: AuthorizationClient
) -> AuthorizationUrl:
    """Start a sign-in with a provider, or the linking of one, and return the address to send the browser to."""
    provider = registry.get_provider(runtime, provider_name)
    if redirect_uri not in runtime.settings.allowed_redirects:
        raise RedirectNotAllowed
    await limits.hit(
        runtime, "social-requests", client.device.ip, limit=MAX_REQUESTS_PER_MINUTE, per=timedelta(minutes=1)
    )
    authorization = Authorization(
        redirect_uri,
        state,
        nonce=secrets.token_urlsafe(NONCE_BYTES),
        verifier=secrets.token_urlsafe(VERIFIER_BYTES),
    )
    session_token = None
    if provider.id == "vk" or client.device.is_native:
        # A native client has no cookie, so the token binds the authorization to it.
        session_token = secrets.token_urlsafe(SESSION_TOKEN_BYTES)
    url = await registry.build_authorization_url(runtime, provider, authorization)
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
                browser_hash=None if client.device.is_native else _hash(runtime, client.browser_mark),
                account_id=client.account_id,
                is_confirmed=client.confirmed_by is not None,
                is_confirmed_by_factor=client.confirmed_by == "factor",
                expires_at=runtime.now() + lifetime,
            )
        )
    return AuthorizationUrl(authUrl=url, sessionToken=session_token)


class FinishedAuthorization(NamedTuple):
    """A used authorization. `account_id` is set if a signed-in user began it to link the provider."""

    authorization: Authorization
    account_id: UUID | None
    confirmed_by: ConfirmationMethod | None


async def finish(
    runtime: AuthRuntime,
    provider_name: str,
    social_return: SocialReturn,
    *,
    session_token: str | None,
    browser_mark: str,
    confirmed_by: ConfirmationMethod | None,
) -> FinishedAuthorization:
    """Use up the request, which must come from the browser that began it.

    `confirmed_by` is the confirmation that came with this call. Raises InvalidState if the state is forged, expired or
    used, or belongs to another browser. Raises ConfirmationRequired for a linking without confirmation; that request
    can be used again.
    """
    async with runtime.database.transaction() as db:
        request = await queries.lock_open_request(db, provider_name, _hash(runtime, social_return.state))
        if request is None or request.redirect_uri != social_return.redirect_uri:
            raise InvalidState
        if request.session_hash and request.session_hash != _hash(runtime, session_token or ""):
            raise InvalidState
        if request.browser_hash and request.browser_hash != _hash(runtime, browser_mark):
            raise InvalidState
        if request.is_confirmed:
            confirmed_by = "factor" if request.is_confirmed_by_factor else "password"
        if request.account_id and confirmed_by is None:
            raise ConfirmationRequired
        request.used_at = runtime.now()
        db.add(request)
    stored_secrets = json.loads(encryption.decrypt(runtime.settings, "social-attempt", request.encrypted_secrets))
    authorization = Authorization(
        social_return.redirect_uri, social_return.state, stored_secrets["nonce"], stored_secrets["verifier"]
    )
    return FinishedAuthorization(authorization, request.account_id, confirmed_by)


def _hash(runtime: AuthRuntime, value: str) -> str:
    return encryption.compute_keyed_hash(runtime.settings, "social-state", value)
