from typing import Any

import httpx2
from authlib.integrations.base_client import OAuthError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from chassis.web.http import create_external_client, get_trusted_authorities

from auth.runtime import AuthRuntime
from auth.social.errors import InvalidSocialCode
from auth.social.providers.profile import Authorization, Profile, ProviderReturn, accept_https_url, read_names


class Vk:
    """VK ID: OAuth 2.1 with PKCE. The exchange needs the redirect's device_id. The profile is a separate call."""

    id = "vk"
    name = "VK"

    def is_configured(self, runtime: AuthRuntime) -> bool:
        return bool(runtime.settings.vk_client_id)

    def _create_client(self, runtime: AuthRuntime) -> AsyncOAuth2Client:
        settings = runtime.settings
        secret = settings.vk_client_secret.get_secret_value()
        return AsyncOAuth2Client(
            client_id=settings.vk_client_id,
            client_secret=secret or None,
            token_endpoint_auth_method="client_secret_post" if secret else "none",
            scope="vkid.personal_info email",
            code_challenge_method="S256",
            timeout=settings.provider_timeout_seconds,
            follow_redirects=False,
            verify=get_trusted_authorities(),
        )

    def _build_url(self, runtime: AuthRuntime, path: str) -> str:
        return runtime.settings.vk_base_url.rstrip("/") + path

    async def build_authorization_url(self, runtime: AuthRuntime, authorization: Authorization) -> str:
        async with self._create_client(runtime) as client:
            url, _ = client.create_authorization_url(
                self._build_url(runtime, "/authorize"),
                state=authorization.state,
                redirect_uri=authorization.redirect_uri,
                code_verifier=authorization.verifier,
            )
        return str(url)

    async def fetch_profile(
        self, runtime: AuthRuntime, authorization: Authorization, provider_return: ProviderReturn
    ) -> Profile:
        """Return the user's profile. Many VK accounts have no email, and users may refuse to share it."""
        async with self._create_client(runtime) as client:
            tokens = await client.fetch_token(
                self._build_url(runtime, "/oauth2/auth"),
                code=provider_return.code,
                redirect_uri=authorization.redirect_uri,
                code_verifier=authorization.verifier,
                device_id=provider_return.device_id or "",
                state=authorization.state,
            )
        form = {"client_id": runtime.settings.vk_client_id, "access_token": str(tokens.get("access_token"))}
        async with create_external_client(timeout=runtime.settings.provider_timeout_seconds) as http:
            answer = await http.post(self._build_url(runtime, "/oauth2/user_info"), data=form)
        user = _read_user(answer)
        first_name, last_name = read_names(user.get("first_name"), user.get("last_name"))
        return Profile(
            provider=self.id,
            subject=str(user["user_id"]),
            email=str(user["email"]) if user.get("email") else None,
            first_name=first_name,
            last_name=last_name,
            avatar_url=accept_https_url(user.get("avatar")),
        )


def _read_user(answer: httpx2.Response) -> dict[str, Any]:
    """Return the `user` of the response. VK also sends errors with status 200."""
    answer.raise_for_status()
    try:
        body = answer.json()
        if "error" in body:
            raise OAuthError(str(body["error"]))
        user: dict[str, Any] = body["user"]
        if not user["user_id"]:
            raise InvalidSocialCode
    except (ValueError, KeyError, TypeError) as error:
        raise httpx2.DecodingError("not a profile") from error
    return user
