"""api.md section 2, the routes of social sign-in, with stand-ins for VK and Telegram."""

import os
import uuid
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from chassis.testing.limits import HANG_SECONDS

from tests.journeys.answers import expect_json, expect_problem
from tests.journeys.data_export import confirm_identity
from tests.journeys.users import Person, make_address, open_browser, wait_for_code
from tests.standins import telegram

SOCIAL = "/api/auth/paseto/social"
ORIGIN = os.environ["BASE_URL"].rstrip("/")
RETURN_URL = f"{ORIGIN}/auth/bridge.html"
VK_URL = os.environ.get("VK_STAND_IN", "")
pytestmark = pytest.mark.skipif(not VK_URL, reason="this stack signs in with the real VK")


@pytest.fixture
def silent_vk() -> Iterator[None]:
    """VK's stand-in does not answer during the test."""
    httpx2.put(f"{VK_URL}/_behavior", json={"down": True}, timeout=HANG_SECONDS).raise_for_status()
    yield
    httpx2.put(f"{VK_URL}/_behavior", json={}, timeout=HANG_SECONDS).raise_for_status()


def start_sign_in(http: httpx2.Client, provider: str = "vk", **parameters: str) -> httpx2.Response:
    query = {"redirect_uri": RETURN_URL, "state": uuid.uuid4().hex, **parameters}
    return http.get(f"{SOCIAL}/{provider}/auth", params=query)


def approve_sign_in(start: dict[str, Any], person: str) -> dict[str, Any]:
    """Select a user on VK's page. Returns the fields that the redirect page sends to the server."""
    query = {name: values[0] for name, values in parse_qs(urlsplit(start["authUrl"]).query).items()}
    with httpx2.Client(timeout=HANG_SECONDS) as http:
        answer = http.post(start["authUrl"].partition("?")[0], data={**query, "person": person})
    callback = {name: values[0] for name, values in parse_qs(urlsplit(answer.headers["location"]).query).items()}
    return {**callback, "redirect_uri": RETURN_URL, "sessionToken": start["sessionToken"]}


def sign_in_through_vk(http: httpx2.Client, person: str) -> httpx2.Response:
    return http.post(f"{SOCIAL}/vk/callback", json=approve_sign_in(expect_json(start_sign_in(http)), person))


def create_vk_user(**about: Any) -> str:
    """Create a user at VK's stand-in."""
    person = str(uuid.uuid4().int)[:12]
    profile = {"first_name": "Ирина", "last_name": "Волкова", **about}
    httpx2.put(f"{VK_URL}/_people/{person}", json=profile, timeout=HANG_SECONDS).raise_for_status()
    return person


class TestAuthorization:
    def test_providers_are_listed_with_vk_first(self, visitor: httpx2.Client) -> None:
        listed_providers = expect_json(visitor.get("/api/auth/social/providers"))["providers"]
        assert [provider["id"] for provider in listed_providers] == ["vk", "google", "telegram"]
        assert next(provider["id"] for provider in listed_providers if provider["available"]) == "vk"

    def test_authorization_url_has_the_required_parameters(self, visitor: httpx2.Client) -> None:
        start = expect_json(start_sign_in(visitor))
        assert start["sessionToken"]
        assert start["authUrl"].startswith(os.environ["AUTH_VK_BASE_URL"])
        assert "code_challenge_method=s256" in start["authUrl"].lower()

    def test_unknown_providers_and_foreign_addresses_are_refused(self, visitor: httpx2.Client) -> None:
        expect_problem(start_sign_in(visitor, "myspace"), 404, "not_found")
        expect_problem(start_sign_in(visitor, redirect_uri="https://evil.example/"), 400, "invalid_redirect_uri")
        assert visitor.get(f"{SOCIAL}/vk/auth").status_code == 422

    @pytest.mark.usefixtures("silent_vk")
    def test_sign_in_through_a_silent_provider_is_503(self, visitor: httpx2.Client) -> None:
        unavailable = sign_in_through_vk(visitor, create_vk_user())
        expect_problem(unavailable, 503, "provider_unavailable")
        assert unavailable.headers["retry-after"]


class TestCallback:
    def test_first_sign_in_creates_an_account_and_the_next_finds_it(self) -> None:
        address = make_address()
        person = create_vk_user(email=address)
        with open_browser() as http:
            first = expect_json(sign_in_through_vk(http, person))
            assert (first["isNewUser"], first["user"]["email"]) == (True, address)
            assert "sessionToken" not in first
            assert first["user"]["email_verified"] is True
            [identity] = expect_json(http.get("/api/auth/me/identities"))["identities"]
            bearer = {"Authorization": f"Bearer {first['accessToken']}"}
            last = http.delete(f"/api/auth/me/identities/{identity['id']}", headers=bearer)
            expect_problem(last, 409, "last_login_method")
        with open_browser() as http:
            repeated = expect_json(sign_in_through_vk(http, person))
            assert (repeated["isNewUser"], repeated["user"]["id"]) == (False, first["user"]["id"])

    def test_session_token_may_be_sent_in_a_header(self) -> None:
        with open_browser({"X-Client": "native"}) as http:
            start = expect_json(start_sign_in(http))
            callback = approve_sign_in(start, create_vk_user(email=make_address()))
            headers = {"x-session-token": callback.pop("sessionToken")}
            assert expect_json(http.post(f"{SOCIAL}/vk/callback", json=callback, headers=headers))["sessionToken"]

    def test_forged_and_replayed_callbacks_are_refused(self, visitor: httpx2.Client) -> None:
        callback = approve_sign_in(expect_json(start_sign_in(visitor)), create_vk_user(email=make_address()))
        for change in ({"state": "forged"}, {"sessionToken": "forged"}, {"redirect_uri": f"{RETURN_URL}?x"}):
            expect_problem(visitor.post(f"{SOCIAL}/vk/callback", json={**callback, **change}), 400, "invalid_state")
        expect_json(visitor.post(f"{SOCIAL}/vk/callback", json=callback))
        expect_problem(visitor.post(f"{SOCIAL}/vk/callback", json=callback), 400, "invalid_state")
        # The visitor's browser is signed in now. In it this call would link the profile without a confirmation.
        with open_browser() as another:
            stale = expect_json(start_sign_in(another))
            state = parse_qs(urlsplit(stale["authUrl"]).query)["state"][0]
            reused_callback = {**callback, "state": state, "sessionToken": stale["sessionToken"]}
            expect_problem(another.post(f"{SOCIAL}/vk/callback", json=reused_callback), 400, "invalid_code")
        expect_problem(visitor.post(f"{SOCIAL}/myspace/callback", json=callback), 404, "not_found")
        expect_problem(
            visitor.post(f"{SOCIAL}/vk/callback", json={"code": "x"}), 422, "validation_error", "redirect_uri"
        )


class TestEmailStep:
    def test_profile_without_email_asks_for_one_and_confirms_it(self, visitor: httpx2.Client) -> None:
        person = create_vk_user()
        address = make_address()
        step = expect_json(sign_in_through_vk(visitor, person))
        assert (step["status"], step["user"], step["accessToken"]) == ("email_required", None, None)
        bearer = {"Authorization": f"Bearer {step['tempToken']}"}
        expect_problem(visitor.get("/api/auth/me", headers=bearer), 401, "token_invalid")
        send = "/api/auth/send-verification-session"
        verify = "/api/auth/verify-email-session"
        expect_problem(visitor.post(send, json={"email": address}), 401, "unauthorized")
        forged_headers = {"Authorization": "Bearer forged"}
        expect_problem(
            visitor.post(verify, json={"email": address, "code": "123456"}, headers=forged_headers),
            401,
            "token_invalid",
        )
        assert expect_json(visitor.post(send, json={"email": address}, headers=bearer))["retry_after"] == 60
        expect_problem(visitor.post(send, json={"email": address}, headers=bearer), 429, "rate_limited")
        proof = {"email": address, "code": wait_for_code(address)}
        wrong = {**proof, "code": f"{(int(proof['code']) + 1) % 10**6:06d}"}
        expect_problem(visitor.post(verify, json=wrong, headers=bearer), 400, "invalid_code")
        sign_in_answer = expect_json(visitor.post(verify, json=proof, headers=bearer))
        assert (sign_in_answer["user"]["email"], bool(sign_in_answer["accessToken"])) == (address, True)
        expect_problem(visitor.post(verify, json=proof, headers=bearer), 401, "token_invalid")

    def test_email_of_an_existing_account_is_confirmed_before_linking(self, newcomer: Person) -> None:
        person = create_vk_user(email=newcomer.email)
        with open_browser() as http:
            step = expect_json(sign_in_through_vk(http, person))
            assert step["status"] == "email_required", "the provider's word is not enough"
            bearer = {"Authorization": f"Bearer {step['tempToken']}"}
            expect_json(
                http.post("/api/auth/send-verification-session", json={"email": newcomer.email}, headers=bearer)
            )
            proof = {"email": newcomer.email, "code": wait_for_code(newcomer.email, after=1)}
            sign_in_answer = expect_json(http.post("/api/auth/verify-email-session", json=proof, headers=bearer))
            assert sign_in_answer["user"]["id"] == newcomer.id
        [identity] = expect_json(newcomer.http.get("/api/auth/me/identities"))["identities"]
        assert identity["provider"] == "vk"
        url = f"/api/auth/me/identities/{identity['id']}"
        expect_problem(newcomer.http.delete(url), 403, "confirmation_required")
        expect_json(newcomer.http.delete(url, headers=confirm_identity(newcomer)))


class TestTelegramWidget:
    def post_widget_data(self, http: httpx2.Client, data: dict[str, Any]) -> httpx2.Response:
        return http.post("/api/auth/paseto/telegram/callback", json={"telegramData": data})

    def test_widget_data_must_be_signed_fresh_and_unused(self, visitor: httpx2.Client) -> None:
        token = os.environ["AUTH_TELEGRAM_BOT_TOKEN"]
        person = {"id": uuid.uuid4().int % 10**9, "first_name": "Марат"}
        signed_data = telegram.build_widget_data(person, bot_token=token)
        expect_problem(self.post_widget_data(visitor, {**signed_data, "id": 1}), 400, "invalid_code")
        stale_data = telegram.build_widget_data(person, bot_token=token, auth_date=signed_data["auth_date"] - 86401)
        expect_problem(self.post_widget_data(visitor, stale_data), 400, "invalid_code")
        assert expect_json(self.post_widget_data(visitor, signed_data))["status"] == "email_required"
        expect_problem(self.post_widget_data(visitor, signed_data), 400, "invalid_code")
        malformed_answer = visitor.post("/api/auth/paseto/telegram/callback", json={})
        expect_problem(malformed_answer, 422, "validation_error", "telegramData")
