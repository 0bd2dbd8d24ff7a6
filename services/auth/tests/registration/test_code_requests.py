"""A code belongs to the request that mailed it: its handle, and what a client without this handle may do."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from auth.registration.codes import choose_surplus_codes
from auth.registration.tables import Challenge, MailedCode
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, Mailbox
from chassis.testing.plugin import MovableClock

from services.auth.tests.auth_forms import (
    NATIVE_CLIENT,
    PASSWORD,
    build_registration_form,
    find_code,
    get_status_and_code,
)
from services.auth.tests.fixture_types import BrowserFactory, MemberFactory, SettingsOverride

EMAIL = "anna@example.com"
NEW_PASSWORD = "Зимний-дирижабль-42"
PostFunction = Callable[..., Awaitable[Any]]


@pytest.fixture
def post(client: ApiClient) -> PostFunction:
    """`await post("9.9.9.1", "password/forgot", ...)`: a native client at this address, which keeps no cookies."""

    async def post_as_native_client(ip: str, path: str, **body: Any) -> Any:
        client.cookies.clear()
        headers = {**NATIVE_CLIENT, "X-Forwarded-For": ip}
        return await client.post(f"/api/auth/{path}", json={"email": EMAIL, **body}, headers=headers)

    return post_as_native_client


class TestHandle:
    async def test_browser_gets_the_handle_of_a_code_in_an_http_only_cookie(
        self, client: ApiClient, member: MemberFactory
    ) -> None:
        await member()
        answer = await client.post("/api/auth/password/forgot", json={"email": EMAIL})
        assert answer.json() == {"success": True}
        [cookie] = [cookie for cookie in answer.headers.get_list("set-cookie") if cookie.startswith("code_request=")]
        assert "HttpOnly" in cookie
        assert "Path=/api/auth" in cookie
        assert "SameSite=Lax" in cookie

    async def test_on_https_the_cookie_of_a_code_request_is_secure(
        self, client: ApiClient, override_settings: SettingsOverride
    ) -> None:
        override_settings(public_url="https://meridian.example")
        answer = await client.post("/api/auth/resend-code", json={"email": EMAIL})
        [cookie] = answer.headers.get_list("set-cookie")
        assert cookie.startswith("__Secure-code_request=")
        assert "Secure" in cookie.split("; ")

    async def test_native_client_gets_and_sends_the_handle_in_the_body(
        self, post: PostFunction, member: MemberFactory, mailbox: Mailbox
    ) -> None:
        await member()
        request_answer = await post("9.9.9.1", "password/forgot")
        assert "set-cookie" not in request_answer.headers
        handle = request_answer.json()["codeRequest"]
        body = {"code": find_code((await mailbox())[-1]), "new_password": NEW_PASSWORD, "codeRequest": handle}
        assert (await post("8.8.8.8", "password/reset", **body)).status_code == 200

    @pytest.mark.parametrize("path", ["register", "resend-code", "password/forgot"])
    async def test_every_request_for_a_code_gets_a_handle(self, post: PostFunction, path: str) -> None:
        body = build_registration_form(EMAIL) if path == "register" else {}
        assert (await post("9.9.9.1", path, **body)).json()["codeRequest"]

    async def test_code_of_another_request_is_wrong(
        self, post: PostFunction, member: MemberFactory, mailbox: Mailbox
    ) -> None:
        await member()
        own_handle = (await post("9.9.9.1", "password/forgot")).json()["codeRequest"]
        other_handle = (await post("8.8.8.1", "password/forgot")).json()["codeRequest"]
        own_code, other_code = [find_code(message) for message in await mailbox()]
        for handle, code in ((own_handle, other_code), (other_handle, own_code)):
            answer = await post("9.9.9.1", "password/reset", code=code, new_password=NEW_PASSWORD, codeRequest=handle)
            assert get_status_and_code(answer) == (400, "invalid_code")

    async def test_forged_handle_counts_as_none(
        self, post: PostFunction, member: MemberFactory, mailbox: Mailbox
    ) -> None:
        await member()
        await post("9.9.9.1", "password/forgot")
        body = {"code": find_code((await mailbox())[-1]), "new_password": NEW_PASSWORD}
        for handle in ("forged", "v4.local.AAAA"):
            refusal = await post("9.9.9.1", "password/reset", **{**body, "code": "000000"}, codeRequest=handle)
            assert get_status_and_code(refusal) == (400, "invalid_code")
        assert (await post("9.9.9.1", "password/reset", **body, codeRequest="forged")).status_code == 200

    async def test_both_codes_of_a_repeated_request_share_one_count_of_tries(
        self, browser: BrowserFactory, member: MemberFactory, mailbox: Mailbox
    ) -> None:
        await member()
        http = browser()
        for _ in range(2):
            await http.post("/api/auth/password/forgot", json={"email": EMAIL})
        first_code, second_code = [find_code(message) for message in await mailbox()]
        body = {"email": EMAIL, "new_password": NEW_PASSWORD}
        wrong_code = next(code for code in ("000000", "000001", "000002") if code not in (first_code, second_code))
        for _ in range(4):
            answer = await http.post("/api/auth/password/reset", json={**body, "code": wrong_code})
            assert get_status_and_code(answer) == (400, "invalid_code")
        assert (await http.post("/api/auth/password/reset", json={**body, "code": first_code})).status_code == 200

    async def test_five_wrong_codes_do_not_affect_the_next_request(
        self, browser: BrowserFactory, member: MemberFactory, mailbox: Mailbox
    ) -> None:
        await member()
        http = browser()
        body = {"email": EMAIL, "new_password": NEW_PASSWORD}
        await http.post("/api/auth/password/forgot", json={"email": EMAIL})
        for _ in range(5):
            await http.post("/api/auth/password/reset", json={**body, "code": "000000"})
        right_body = {**body, "code": find_code((await mailbox())[-1])}
        refusal = await http.post("/api/auth/password/reset", json=right_body)
        assert get_status_and_code(refusal) == (400, "code_expired")
        await http.post("/api/auth/password/forgot", json={"email": EMAIL})
        new_body = {**body, "code": find_code((await mailbox())[-1])}
        assert (await http.post("/api/auth/password/reset", json=new_body)).status_code == 200


class TestWithoutHandle:
    async def test_right_code_without_a_handle_works_within_five_tries_an_hour(
        self, post: PostFunction, member: MemberFactory, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        await member()
        await post("9.9.9.1", "password/forgot")
        code = find_code((await mailbox())[-1])
        for number in range(5):
            refusal = await post(f"8.8.{number}.1", "password/reset", code="000000", new_password=NEW_PASSWORD)
            assert get_status_and_code(refusal) == (400, "invalid_code")
        late_answer = await post("7.7.7.7", "password/reset", code=code, new_password=NEW_PASSWORD)
        assert get_status_and_code(late_answer) == (429, "rate_limited")
        assert 0 < int(late_answer.headers["retry-after"]) <= 3600
        clock.move(hours=1, seconds=1)
        await post("9.9.9.1", "password/forgot")
        new_code = find_code((await mailbox())[-1])
        assert (await post("7.7.7.7", "password/reset", code=new_code, new_password=NEW_PASSWORD)).status_code == 200

    async def test_wrong_registration_codes_do_not_use_up_the_tries_of_a_reset(
        self, post: PostFunction, member: MemberFactory, mailbox: Mailbox
    ) -> None:
        await member()
        for number in range(6):
            await post(f"8.8.{number}.1", "verify-email", code="000000")
        await post("9.9.9.1", "password/forgot")
        code = find_code((await mailbox())[-1])
        assert (await post("9.9.9.1", "password/reset", code=code, new_password=NEW_PASSWORD)).status_code == 200

    async def test_code_requested_without_a_handle_opens_no_account_with_another_users_password(
        self, browser: BrowserFactory, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        """The owner of the mailbox requests a new code for a registration of somebody else."""
        other_browser = browser()
        owner_browser = browser()
        await other_browser.post("/api/auth/register", json=build_registration_form(EMAIL, password="Пароль-чужого-1"))
        clock.move(seconds=61)
        assert (await owner_browser.post("/api/auth/resend-code", json={"email": EMAIL})).status_code == 200
        body = {"email": EMAIL, "code": find_code((await mailbox())[-1])}
        request_answer = await owner_browser.post("/api/auth/verify-email", json=body)
        assert get_status_and_code(request_answer) == (403, "confirmation_required")
        refusal = await owner_browser.post("/api/auth/verify-email", json={**body, "password": PASSWORD})
        assert get_status_and_code(refusal) == (400, "invalid_password")
        login = await other_browser.post("/api/auth/login", json={"email": EMAIL, "password": "Пароль-чужого-1"})
        assert get_status_and_code(login) == (403, "email_not_verified")


class TestValidCodes:
    async def test_fourth_code_of_an_account_ends_the_oldest_of_the_network_with_most_codes(
        self, post: PostFunction, member: MemberFactory, mailbox: Mailbox
    ) -> None:
        await member()
        handles = {}
        for ip in ("9.9.9.1", "8.8.8.1", "8.8.8.2", "8.8.8.3"):
            handles[ip] = (await post(ip, "password/forgot")).json()["codeRequest"]
        codes = dict(zip(handles, [find_code(message) for message in await mailbox()], strict=True))
        body = {"code": codes["8.8.8.1"], "codeRequest": handles["8.8.8.1"], "new_password": NEW_PASSWORD}
        assert get_status_and_code(await post("8.8.8.1", "password/reset", **body)) == (400, "code_expired")
        body = {"code": codes["9.9.9.1"], "codeRequest": handles["9.9.9.1"], "new_password": NEW_PASSWORD}
        assert (await post("9.9.9.1", "password/reset", **body)).status_code == 200

    @staticmethod
    def build_code(network: str, *, is_known: bool = False, challenge_id: Any = None) -> tuple[MailedCode, Challenge]:
        sent_at = datetime(2026, 1, 1, tzinfo=UTC)
        challenge = Challenge(
            id=challenge_id or uuid4(),
            purpose="reset",
            email_key=EMAIL,
            network=network,
            is_known_browser=is_known,
            created_at=sent_at,
            sent_at=sent_at,
        )
        code = MailedCode(
            id=new_id(),
            challenge_id=challenge.id,
            # The tests recognize the code by this value.
            code_hash=network,
            created_at=sent_at,
            expires_at=sent_at + timedelta(minutes=15),
        )
        return code, challenge

    def test_a_new_code_of_strangers_does_not_end_the_code_of_a_known_browser(self) -> None:
        valid_codes = [self.build_code("owner", is_known=True), self.build_code("a"), self.build_code("b")]
        assert [code.code_hash for code in choose_surplus_codes(valid_codes, uuid4())] == ["a"]

    def test_one_request_has_at_most_two_valid_codes(self) -> None:
        own_id = uuid4()
        valid_codes = [
            self.build_code("first", challenge_id=own_id),
            self.build_code("second", challenge_id=own_id),
            self.build_code("other"),
        ]
        assert [code.code_hash for code in choose_surplus_codes(valid_codes, own_id)] == ["first"]
