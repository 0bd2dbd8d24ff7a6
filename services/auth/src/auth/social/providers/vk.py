from typing import Any

import httpx2
from authlib.integrations.base_client import OAuthError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from chassis.app import Runtime
from chassis.http import external_client

from auth.settings import settings_of
from auth.social.errors import InvalidSocialCode
from auth.social.providers.profile import Profile, Return, Way, https_url, names


class Vk:
    """VK ID: OAuth 2.1 with PKCE; the exchange wants the device_id of the return, and the profile is no OIDC claim."""

    id, name = "vk", "VK"

    def is_configured(self, runtime: Runtime) -> bool:
        return bool(settings_of(runtime).vk_client_id)

    def _client(self, runtime: Runtime) -> AsyncOAuth2Client:
        settings = settings_of(runtime)
        secret = settings.vk_client_secret.get_secret_value()
        return AsyncOAuth2Client(
            client_id=settings.vk_client_id,
            client_secret=secret or None,
            token_endpoint_auth_method="client_secret_post" if secret else "none",
            scope="vkid.personal_info email",
            code_challenge_method="S256",
            timeout=settings.provider_timeout_seconds,
            follow_redirects=False,
        )

    def _url(self, runtime: Runtime, path: str) -> str:
        return settings_of(runtime).vk_base_url.rstrip("/") + path

    async def authorization_url(self, runtime: Runtime, way: Way) -> str:
        async with self._client(runtime) as client:
            url, _ = client.create_authorization_url(
                self._url(runtime, "/authorize"),
                state=way.state,
                redirect_uri=way.redirect_uri,
                code_verifier=way.verifier,
            )
        return str(url)

    async def profile(self, runtime: Runtime, way: Way, back: Return) -> Profile:
        """The profile may lack an e-mail: VK has none of many people, and anybody may refuse to share it."""
        async with self._client(runtime) as client:
            tokens = await client.fetch_token(
                self._url(runtime, "/oauth2/auth"),
                code=back.code,
                redirect_uri=way.redirect_uri,
                code_verifier=way.verifier,
                device_id=back.device_id or "",
                state=way.state,
            )
        form = {"client_id": settings_of(runtime).vk_client_id, "access_token": str(tokens.get("access_token"))}
        async with external_client(timeout=settings_of(runtime).provider_timeout_seconds) as http:
            answer = await http.post(self._url(runtime, "/oauth2/user_info"), data=form)
        person = _person(answer)
        first, last = names(person.get("first_name"), person.get("last_name"))
        return Profile(
            provider=self.id,
            subject=str(person["user_id"]),
            email=str(person["email"]) if person.get("email") else None,
            first_name=first,
            last_name=last,
            avatar_url=https_url(person.get("avatar")),
        )


def _person(answer: httpx2.Response) -> dict[str, Any]:
    """The `user` of the answer; VK reports refusals with status 200 too."""
    answer.raise_for_status()
    try:
        body = answer.json()
        if "error" in body:
            raise OAuthError(str(body["error"]))
        person: dict[str, Any] = body["user"]
        if not person["user_id"]:
            raise InvalidSocialCode
    except (ValueError, KeyError, TypeError) as error:
        raise httpx2.DecodingError("not a profile") from error
    return person
