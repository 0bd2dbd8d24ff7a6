"""Sign-in providers for tests: fake servers for VK and Telegram, oidc-provider-mock for Google."""

import contextlib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
from chassis.testing.fixture_types import ApiClient
from chassis.testing.limits import HANG_SECONDS

from services.auth.tests.auth_forms import NATIVE_CLIENT
from tests.standins import telegram, vk
from tests.standins.provider_state import ProviderState
from tests.standins.running import run_app

RETURN_URL = "http://localhost:8080/auth/bridge.html"
SOCIAL_PATH = "/api/auth/paseto/social"
GOOGLE_RETURN_URL = "http://localhost:8080/auth/google-callback.html"


@dataclass
class Providers:
    """The addresses of the providers, and the state of our own stand-ins."""

    vk_url: str
    telegram_url: str
    google_url: str
    vk: ProviderState = field(default_factory=lambda: ProviderState({}))
    telegram: ProviderState = field(default_factory=lambda: ProviderState({}))

    def build_settings(self) -> dict[str, object]:
        return {
            "vk_client_id": "51000001",
            "vk_base_url": self.vk_url,
            "google_client_id": "google-client",
            "google_client_secret": "google-secret",
            "google_discovery_url": f"{self.google_url}/.well-known/openid-configuration",
            "telegram_bot_token": telegram.BOT_TOKEN,
            "telegram_bot_name": "meridian_stand_in_bot",
            "telegram_discovery_url": f"{self.telegram_url}/.well-known/openid-configuration",
        }


@contextlib.contextmanager
def run_providers() -> Iterator[Providers]:
    """Run the three servers, each in a thread."""
    with warnings.catch_warnings():
        # The mock still imports authlib's old JOSE module.
        warnings.simplefilter("ignore")
        import oidc_provider_mock

    vk_state = ProviderState(dict(vk.PEOPLE))
    telegram_state = ProviderState(dict(telegram.PEOPLE))
    with (
        run_app(vk.build(vk_state)) as vk_url,
        run_app(telegram.build(telegram_state)) as telegram_url,
        oidc_provider_mock.run_server_in_thread() as google,
    ):
        google_url = f"http://localhost:{google.server_port}"
        yield Providers(vk_url, telegram_url, google_url, vk_state, telegram_state)


async def approve_sign_in(auth_url: str, person: str) -> dict[str, str]:
    """Open the provider's page, select a user, and return the parameters of the redirect back to the site."""
    query = {name: values[0] for name, values in parse_qs(urlsplit(auth_url).query).items()}
    async with httpx2.AsyncClient(timeout=HANG_SECONDS) as http:
        page = await http.get(auth_url)
        assert page.status_code == 200, page.text
        if "oauth2/authorize" in auth_url:
            answer = await http.post(auth_url, data={"sub": person})
        else:
            answer = await http.post(auth_url.partition("?")[0], data={**query, "person": person})
    assert answer.status_code in (302, 303), answer.text
    location = urlsplit(answer.headers["location"])
    return {name: values[0] for name, values in parse_qs(location.query).items()}


async def create_google_user(providers: Providers, sub: str, **claims: Any) -> None:
    """Create a user at the fake Google."""
    async with httpx2.AsyncClient(timeout=HANG_SECONDS) as http:
        answer = await http.put(f"{providers.google_url}/users/{sub}", json=claims)
        assert answer.status_code in (200, 204), answer.text


async def start_sign_in(
    client: ApiClient, provider: str, *, state: str = "state-1", redirect_uri: str = RETURN_URL, **headers: str
) -> Any:
    query = {"redirect_uri": redirect_uri, "state": state}
    answer = await client.get(f"{SOCIAL_PATH}/{provider}/auth", params=query, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def finish_sign_in(client: ApiClient, provider: str, callback: dict[str, Any], **headers: str) -> Any:
    body = {"redirect_uri": RETURN_URL, **callback}
    return await client.post(f"{SOCIAL_PATH}/{provider}/callback", json=body, headers={**NATIVE_CLIENT, **headers})


async def sign_in_through_vk(client: ApiClient, person: str = "1001", **headers: str) -> Any:
    start_answer = await start_sign_in(client, "vk", **headers)
    callback = await approve_sign_in(start_answer["authUrl"], person)
    return await finish_sign_in(client, "vk", {**callback, "sessionToken": start_answer["sessionToken"]}, **headers)


async def sign_in_through_google(client: ApiClient, sub: str, *, redirect_uri: str = GOOGLE_RETURN_URL) -> Any:
    start_answer = await start_sign_in(client, "google", redirect_uri=redirect_uri)
    return await finish_sign_in(
        client, "google", {**await approve_sign_in(start_answer["authUrl"], sub), "redirect_uri": redirect_uri}
    )
