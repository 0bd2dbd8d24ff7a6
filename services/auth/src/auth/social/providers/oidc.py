"""OpenID Connect: discovery, the code exchange with PKCE, and the verification of the ID token."""

from functools import lru_cache
from typing import Any

import httpx2
from authlib.integrations.httpx_client import AsyncOAuth2Client
from chassis.web.caches import TtlCache
from chassis.web.http import create_external_client, get_trusted_authorities
from joserfc import jwt
from joserfc.errors import BadSignatureError, InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet

from auth.runtime import AuthRuntime
from auth.social.errors import InvalidSocialCode
from auth.social.providers.profile import Authorization, ProviderReturn

ALGORITHMS = ["RS256", "ES256"]
LEEWAY_SECONDS = 60
# How long the metadata and the keys of a provider are cached.
DOCUMENT_TTL_SECONDS = 3600


@lru_cache(maxsize=16)
def get_client(discovery_url: str, client_id: str, client_secret: str, scope: str) -> "OpenIdClient":
    """Return the shared client with these settings. It caches the provider's metadata and keys."""
    return OpenIdClient(discovery_url, client_id, client_secret, scope)


class OpenIdClient:
    """An OpenID Connect client of one provider."""

    def __init__(self, discovery_url: str, client_id: str, client_secret: str, scope: str) -> None:
        self._discovery_url = discovery_url
        self._scope = scope
        self._client_id = client_id
        self._client_secret = client_secret
        self._documents = TtlCache[dict[str, Any]](seconds=DOCUMENT_TTL_SECONDS)

    async def build_authorization_url(self, runtime: AuthRuntime, authorization: Authorization) -> str:
        metadata = await self._read_document(runtime, self._discovery_url)
        async with self._create_client(runtime) as client:
            url, _ = client.create_authorization_url(
                metadata["authorization_endpoint"],
                state=authorization.state,
                nonce=authorization.nonce,
                redirect_uri=authorization.redirect_uri,
                code_verifier=authorization.verifier,
            )
        return str(url)

    async def fetch_claims(
        self, runtime: AuthRuntime, authorization: Authorization, provider_return: ProviderReturn
    ) -> dict[str, Any]:
        """Return the verified claims of the ID token. Raises OAuthError, InvalidSocialCode, HTTPError."""
        metadata = await self._read_document(runtime, self._discovery_url)
        async with self._create_client(runtime) as client:
            tokens = await client.fetch_token(
                metadata["token_endpoint"],
                code=provider_return.code,
                redirect_uri=authorization.redirect_uri,
                code_verifier=authorization.verifier,
            )
        try:
            return await self._verify(runtime, str(tokens["id_token"]), metadata, authorization.nonce)
        except (JoseError, ValueError, KeyError, TypeError) as error:
            raise InvalidSocialCode from error

    async def _verify(self, runtime: AuthRuntime, token: str, metadata: dict[str, Any], nonce: str) -> dict[str, Any]:
        """Return the claims of an ID token. An unknown key or bad signature reloads the keys once."""
        keys = await self._read_document(runtime, metadata["jwks_uri"])
        try:
            return self._validate_claims(runtime, token, keys, metadata["issuer"], nonce)
        except (BadSignatureError, InvalidKeyIdError, ValueError):
            self._documents.drop()
        keys = await self._read_document(runtime, metadata["jwks_uri"])
        return self._validate_claims(runtime, token, keys, metadata["issuer"], nonce)

    def _validate_claims(self, runtime: AuthRuntime, token: str, keys: Any, issuer: str, nonce: str) -> dict[str, Any]:
        decoded_token = jwt.decode(token, KeySet.import_key_set(keys), algorithms=ALGORITHMS)
        registry = jwt.JWTClaimsRegistry(
            now=int(runtime.now().timestamp()),
            leeway=LEEWAY_SECONDS,
            iss={"essential": True, "value": issuer},
            aud={"essential": True, "value": self._client_id},
            sub={"essential": True},
            exp={"essential": True},
            nonce={"essential": True, "value": nonce},
        )
        registry.validate(decoded_token.claims)
        return dict(decoded_token.claims)

    def _create_client(self, runtime: AuthRuntime) -> AsyncOAuth2Client:
        return AsyncOAuth2Client(
            client_id=self._client_id,
            client_secret=self._client_secret,
            scope=self._scope,
            code_challenge_method="S256",
            timeout=runtime.settings.provider_timeout_seconds,
            follow_redirects=False,
            verify=get_trusted_authorities(),
        )

    async def _read_document(self, runtime: AuthRuntime, url: str) -> dict[str, Any]:
        """Return a JSON document of the provider, which may be cached."""

        async def read() -> dict[str, Any]:
            async with create_external_client(timeout=runtime.settings.provider_timeout_seconds) as http:
                answer = (await http.get(url)).raise_for_status()
            try:
                document: dict[str, Any] = answer.json()
            except ValueError as error:
                raise httpx2.DecodingError("not JSON") from error
            return document

        return await self._documents.get(url, read)
