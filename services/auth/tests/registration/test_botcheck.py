"""The bot check: off, Turnstile, altcha; a wrong answer is refused."""

import base64
import json
from collections.abc import Iterator
from typing import Any

import altcha
import pytest
from chassis.testing.fixture_types import ApiClient
from fastapi import FastAPI, Request
from pydantic import SecretStr

from services.auth.tests.auth_forms import PASSWORD, build_registration_form, get_status_and_code
from services.auth.tests.fixture_types import SettingsOverride
from tests.standins.running import run_app


@pytest.fixture(scope="module")
def turnstile() -> Iterator[dict[str, Any]]:
    """A stand-in for Cloudflare's siteverify: its `url`, and the `forms` that it received."""
    app = FastAPI()
    stand_in: dict[str, Any] = {"url": "", "forms": []}

    @app.post("/siteverify")
    async def verify(request: Request) -> dict[str, Any]:
        form = dict(await request.form())
        stand_in["forms"].append(form)
        return {"success": form["response"] == "good" and form["secret"] == "its-secret"}

    with run_app(app) as url:
        stand_in["url"] = f"{url}/siteverify"
        yield stand_in


async def register(client: ApiClient, token: str | None, email: str = "anna@example.com") -> Any:
    return await client.post("/api/auth/register", json=build_registration_form(email, turnstileToken=token))


class TestOff:
    async def test_registration_needs_no_bot_check_while_the_check_is_off(self, client: ApiClient) -> None:
        config = (await client.get("/api/auth/turnstile-config")).json()
        expected = {"success": True, "enabled": False, "siteKey": None, "provider": "off", "challengeUrl": None}
        assert config == expected
        assert (await register(client, None)).status_code == 201
        assert (await client.get("/api/auth/altcha-challenge")).status_code == 404


class TestTurnstile:
    async def test_every_form_requires_the_turnstile_check(
        self, client: ApiClient, turnstile: dict[str, Any], override_settings: SettingsOverride
    ) -> None:
        override_settings(
            botcheck_provider="turnstile",
            turnstile_site_key="site-key",
            turnstile_secret=SecretStr("its-secret"),
            turnstile_verify_url=turnstile["url"],
        )
        config = (await client.get("/api/auth/turnstile-config")).json()
        assert (config["enabled"], config["siteKey"], config["provider"]) == (True, "site-key", "turnstile")
        assert get_status_and_code(await register(client, None)) == (400, "bot_check_required")
        refusal = await register(client, "bad")
        assert get_status_and_code(refusal) == (400, "bot_check_failed")
        assert refusal.json()["message"] == "Ошибка проверки безопасности. Попробуйте еще раз."
        assert (await register(client, "good")).status_code == 201
        assert turnstile["forms"][-1]["remoteip"] == "127.0.0.1"
        for path, body in [
            ("login", {"email": "anna@example.com", "password": PASSWORD}),
            ("password/forgot", {"email": "anna@example.com"}),
            ("paseto/social/vk/callback", {"code": "c", "redirect_uri": "r", "state": "s"}),
            ("paseto/telegram/callback", {"telegramData": {}}),
        ]:
            assert get_status_and_code(await client.post(f"/api/auth/{path}", json=body)) == (
                400,
                "bot_check_required",
            ), path

    async def test_unreachable_turnstile_refuses_registrations_with_503(
        self, client: ApiClient, override_settings: SettingsOverride
    ) -> None:
        override_settings(botcheck_provider="turnstile", turnstile_verify_url="http://127.0.0.1:9/siteverify")
        answer = await register(client, "good")
        assert get_status_and_code(answer) == (503, "unavailable")
        assert answer.headers["retry-after"]


class TestAltcha:
    async def solve_altcha(self, client: ApiClient) -> str:
        body = (await client.get("/api/auth/altcha-challenge")).json()
        challenge = altcha.Challenge.from_dict(body)
        solution = altcha.solve_challenge(challenge)
        assert solution is not None
        payload = {"challenge": body, "solution": solution.to_dict()}
        return base64.b64encode(json.dumps(payload).encode()).decode()

    async def test_solved_altcha_challenge_is_accepted_once(
        self, client: ApiClient, override_settings: SettingsOverride
    ) -> None:
        override_settings(botcheck_provider="altcha", altcha_cost=10)
        assert (await client.get("/api/auth/turnstile-config")).json()["challengeUrl"] == "/api/auth/altcha-challenge"
        token = await self.solve_altcha(client)
        assert (await register(client, token)).status_code == 201
        assert get_status_and_code(await register(client, token, "boris@example.com")) == (400, "bot_check_failed")

    @pytest.mark.parametrize("token", ["nonsense", "e30=", base64.b64encode(b"[]").decode()])
    async def test_malformed_altcha_solution_is_refused(
        self, client: ApiClient, override_settings: SettingsOverride, token: str
    ) -> None:
        override_settings(botcheck_provider="altcha")
        assert get_status_and_code(await register(client, token)) == (400, "bot_check_failed")

    async def test_altcha_challenge_with_another_signature_is_refused(
        self, client: ApiClient, override_settings: SettingsOverride
    ) -> None:
        override_settings(botcheck_provider="altcha", altcha_cost=10)
        challenge = altcha.create_challenge("PBKDF2/SHA-256", 1, hmac_secret="not the secret")
        solution = altcha.solve_challenge(challenge)
        assert solution is not None
        payload = {"challenge": challenge.to_dict(), "solution": solution.to_dict()}
        token = base64.b64encode(json.dumps(payload).encode()).decode()
        assert get_status_and_code(await register(client, token)) == (400, "bot_check_failed")
