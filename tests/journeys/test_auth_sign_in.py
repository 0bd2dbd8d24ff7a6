"""api.md section 2, the routes of signing in: registration, codes, sign-in, sessions, public routes."""

import uuid
from functools import partial
from typing import Any

import httpx2
import pytest

from tests.journeys.answers import expect_json, expect_problem, has_status
from tests.journeys.users import (
    PASSWORD,
    REFRESH_COOKIE,
    Person,
    build_registration,
    list_email_texts,
    make_address,
    open_browser,
    sign_in,
    wait_for,
    wait_for_code,
)

AUTH = "/api/auth"
USER_FIELDS = {
    "id",
    "email",
    "first_name",
    "last_name",
    "phone",
    "avatar_url",
    "email_verified",
    "role",
    "is_admin",
    "account_status",
}
NATIVE_CLIENT = {"X-Client": "native"}


def make_wrong_code(code: str) -> str:
    return f"{(int(code) + 1) % 10**6:06d}"


class TestRegister:
    def test_registration_sends_a_code_and_does_not_reveal_known_addresses(
        self, visitor: httpx2.Client, administrator: Person
    ) -> None:
        address = make_address()
        body = expect_json(visitor.post(f"{AUTH}/register", json=build_registration(address)), 201)
        assert set(body["user"]) >= USER_FIELDS
        assert (body["user"]["email_verified"], body["user"]["role"]) == (False, "user")
        assert any(line.strip().isdigit() for line in wait_for(lambda: list_email_texts(address))[0].splitlines())
        answer_for_taken_address = expect_json(
            visitor.post(f"{AUTH}/register", json=build_registration(administrator.email.upper())), 201
        )
        assert answer_for_taken_address.keys() == body.keys()
        assert answer_for_taken_address["user"].keys() == body["user"].keys()
        assert answer_for_taken_address["user"]["id"] != administrator.id
        wait_for(lambda: any("уже" in text for text in list_email_texts(administrator.email)))

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("email", "nobody"),
            ("email", None),
            ("password", "short"),
            ("password", "password1"),
            ("password", "x" * 129),
            ("first_name", ""),
            ("last_name", None),
            ("phone", "abc"),
            ("is_adult", False),
            ("accept_terms", False),
            ("accept_privacy", None),
        ],
    )
    def test_invalid_registration_names_each_field(self, visitor: httpx2.Client, field: str, value: Any) -> None:
        body = {**build_registration(make_address()), field: value}
        if value is None:
            del body[field]
        expect_problem(visitor.post(f"{AUTH}/register", json=body), 422, "validation_error", field)

    def test_malformed_json_wrong_method_and_too_large_body_are_refused(self, visitor: httpx2.Client) -> None:
        headers = {"Content-Type": "application/json"}
        assert visitor.post(f"{AUTH}/register", content=b"{", headers=headers).status_code == 400
        assert visitor.get(f"{AUTH}/register").status_code == 405
        big = {**build_registration(make_address()), "first_name": "я" * (1 << 20)}
        assert visitor.post(f"{AUTH}/register", json=big).status_code == 413


class TestVerifyEmail:
    def test_an_email_code_confirms_once(self, visitor: httpx2.Client) -> None:
        address = make_address()
        visitor.post(f"{AUTH}/register", json=build_registration(address))
        body = {"email": address, "code": wait_for_code(address)}
        wrong_code_answer = visitor.post(f"{AUTH}/verify-email", json={**body, "code": make_wrong_code(body["code"])})
        assert expect_problem(wrong_code_answer, 400, "invalid_code")["message"] == "Неверный код подтверждения"
        assert expect_json(visitor.post(f"{AUTH}/verify-email", json=body))["message"] == "Email подтвержден!"
        assert visitor.post(f"{AUTH}/verify-email", json=body).status_code == 400
        expect_problem(visitor.post(f"{AUTH}/verify-email", json={"email": address}), 422, "validation_error", "code")

    def test_code_is_invalid_after_five_wrong_attempts(self, visitor: httpx2.Client) -> None:
        address = make_address()
        visitor.post(f"{AUTH}/register", json=build_registration(address))
        body = {"email": address, "code": wait_for_code(address)}
        for _ in range(5):
            wrong_code_answer = visitor.post(
                f"{AUTH}/verify-email", json={**body, "code": make_wrong_code(body["code"])}
            )
            assert wrong_code_answer.json()["code"] in ("invalid_code", "code_expired")
        expect_problem(visitor.post(f"{AUTH}/verify-email", json=body), 400, "code_expired")

    def test_unknown_address_is_refused_like_a_wrong_code(self, visitor: httpx2.Client) -> None:
        body = {"email": make_address(), "code": "123456"}
        expect_problem(visitor.post(f"{AUTH}/verify-email", json=body), 400, "invalid_code")


class TestResendCode:
    def test_code_is_resent_after_a_pause_for_any_address(self, visitor: httpx2.Client) -> None:
        known_address = make_address()
        unknown_address = make_address()
        visitor.post(f"{AUTH}/register", json=build_registration(known_address))
        early_answer = visitor.post(f"{AUTH}/resend-code", json={"email": known_address})
        expect_problem(early_answer, 429, "rate_limited")
        assert 0 < int(early_answer.headers["retry-after"]) <= 60
        assert expect_json(visitor.post(f"{AUTH}/resend-code", json={"email": unknown_address}))["retry_after"] == 60
        expect_problem(visitor.post(f"{AUTH}/resend-code", json={"email": unknown_address}), 429, "rate_limited")
        expect_problem(visitor.post(f"{AUTH}/resend-code", json={"email": "x"}), 422, "validation_error", "email")


class TestLogin:
    def test_browser_gets_cookies_and_no_session_token(self, buyer: Person) -> None:
        with open_browser() as http:
            answer = http.post(f"{AUTH}/login", json={"email": buyer.email, "password": PASSWORD})
            body = expect_json(answer)
            assert body["user"]["id"] == buyer.id
            assert "sessionToken" not in body
            cookies = {cookie.split("=")[0]: cookie.lower() for cookie in answer.headers.get_list("set-cookie")}
            assert "httponly" in cookies["session"]
            assert "samesite=lax" in cookies["session"]
            assert "path=/api/auth;" in cookies[REFRESH_COOKIE] + ";"
            assert "httponly" not in cookies["signed_in"]

    def test_native_client_gets_both_tokens_in_the_body(self, buyer: Person) -> None:
        with open_browser(NATIVE_CLIENT) as http:
            answer = http.post(f"{AUTH}/login", json={"email": buyer.email, "password": PASSWORD})
            assert {"accessToken", "sessionToken", "user", "success"} <= expect_json(answer).keys()
            assert "set-cookie" not in answer.headers

    def test_wrong_password_unknown_and_unverified_users_are_refused(
        self, visitor: httpx2.Client, buyer: Person
    ) -> None:
        address = make_address()
        visitor.post(f"{AUTH}/register", json=build_registration(address))
        emails = (buyer.email, make_address(), address)
        answers = [visitor.post(f"{AUTH}/login", json={"email": email, "password": "wrong one"}) for email in emails]
        problems = [expect_problem(answer, 401, "invalid_credentials") for answer in answers]
        assert len({problem["message"] for problem in problems}) == 1
        unverified_answer = visitor.post(f"{AUTH}/login", json={"email": address, "password": PASSWORD})
        expect_problem(unverified_answer, 403, "email_not_verified")
        expect_problem(visitor.post(f"{AUTH}/login", json={"email": address}), 422, "validation_error", "password")

    def test_fifth_failure_locks_known_and_unknown_addresses(self, visitor: httpx2.Client, newcomer: Person) -> None:
        for address in (newcomer.email, make_address()):
            body = {"email": address, "password": "wrong one"}
            assert [visitor.post(f"{AUTH}/login", json=body).status_code for _ in range(5)] == [401] * 5
            lock_answer = visitor.post(f"{AUTH}/login", json={**body, "password": PASSWORD})
            expect_problem(lock_answer, 429, "rate_limited")
            assert 0 < int(lock_answer.headers["retry-after"]) <= 900


class TestRefreshAndLogout:
    def test_refresh_token_rotates_and_logout_ends_the_session(self, newcomer: Person) -> None:
        http = newcomer.http
        cookie_headers = {"Origin": str(http.base_url).rstrip("/")}
        del http.headers["Authorization"]
        old = http.cookies[REFRESH_COOKIE]
        expect_problem(http.post(f"{AUTH}/refresh"), 403, "csrf")
        access = expect_json(http.post(f"{AUTH}/refresh", headers=cookie_headers))["accessToken"]
        assert http.cookies[REFRESH_COOKIE] != old
        bearer = {"Authorization": f"Bearer {access}"}
        with open_browser() as other:
            for _ in range(2):
                assert expect_json(http.post(f"{AUTH}/logout", headers=cookie_headers)) == {"success": True}
            expect_problem(other.get(f"{AUTH}/me", headers=bearer), 401, "token_invalid")
            for path in ("/api/me/orders", "/api/notifications"):
                wait_for(partial(has_status, other, path, 401, headers=bearer))
            expect_problem(other.post(f"{AUTH}/refresh"), 401, "unauthorized")
            expect_problem(other.post(f"{AUTH}/refresh", json={"sessionToken": old}), 401, "token_invalid")

    def test_native_clients_send_the_refresh_token_in_the_body(self, buyer: Person) -> None:
        with open_browser(NATIVE_CLIENT) as http:
            login = expect_json(http.post(f"{AUTH}/login", json={"email": buyer.email, "password": PASSWORD}))
            renewed = expect_json(http.post(f"{AUTH}/refresh", json={"sessionToken": login["sessionToken"]}))
            assert renewed["sessionToken"] != login["sessionToken"]
            assert expect_json(http.post(f"{AUTH}/logout", json={"sessionToken": renewed["sessionToken"]}))
            repeated_answer = http.post(f"{AUTH}/refresh", json={"sessionToken": renewed["sessionToken"]})
            expect_problem(repeated_answer, 401, "token_invalid")


class TestSessions:
    def test_sessions_are_listed_and_ended(self, newcomer: Person, other_user: Person) -> None:
        second = sign_in(newcomer.email)
        third = sign_in(newcomer.email)
        listed_sessions = expect_json(newcomer.http.get(f"{AUTH}/sessions"))["sessions"]
        assert all(
            session.keys() == {"id", "device", "ip", "created_at", "last_seen_at", "current"}
            for session in listed_sessions
        )
        assert [session["current"] for session in listed_sessions].count(True) == 1
        other_sessions = expect_json(second.http.get(f"{AUTH}/sessions"))["sessions"]
        ended_id = next(session["id"] for session in other_sessions if session["current"])
        expect_problem(other_user.http.delete(f"{AUTH}/sessions/{ended_id}"), 404, "not_found")
        expect_json(newcomer.http.delete(f"{AUTH}/sessions/{ended_id}"))
        expect_problem(newcomer.http.delete(f"{AUTH}/sessions/{ended_id}"), 404, "not_found")
        expect_problem(newcomer.http.delete(f"{AUTH}/sessions/{uuid.uuid4()}"), 404, "not_found")
        expect_problem(newcomer.http.delete(f"{AUTH}/sessions/nonsense"), 422, "validation_error")
        expect_problem(second.http.get(f"{AUTH}/me"), 401, "token_invalid")
        expect_json(newcomer.http.delete(f"{AUTH}/sessions"))
        expect_problem(third.http.get(f"{AUTH}/me"), 401, "token_invalid")
        expect_json(newcomer.http.get(f"{AUTH}/me"))
        with open_browser() as nobody:
            for method in ("GET", "DELETE"):
                expect_problem(nobody.request(method, f"{AUTH}/sessions"), 401, "unauthorized")
        second.http.close()
        third.http.close()


class TestPublicRoutes:
    def test_one_public_key_is_current(self, visitor: httpx2.Client) -> None:
        keys = visitor.get(f"{AUTH}/keys").json()["keys"]
        assert [key["status"] for key in keys].count("current") == 1
        assert all(key.keys() == {"kid", "paserk", "status"} for key in keys)
        assert all(key["paserk"].startswith("k4.public.") and key["kid"].startswith("k4.pid.") for key in keys)

    def test_bot_check_is_off_by_default(self, visitor: httpx2.Client) -> None:
        body = expect_json(visitor.get(f"{AUTH}/turnstile-config"))
        assert {"success", "enabled", "siteKey", "provider"} <= body.keys()
        assert (body["enabled"], body["provider"]) == (False, "off")

    @pytest.mark.parametrize(
        ("typed", "meant"), [("a@gmial.com", "a@gmail.com"), ("a@yandx.ru", "a@yandex.ru"), ("a@mail.ry", "a@mail.ru")]
    )
    def test_typing_errors_in_an_address_are_corrected(self, visitor: httpx2.Client, typed: str, meant: str) -> None:
        body = visitor.post(f"{AUTH}/validate-email", json={"email": typed}).json()
        assert {"isValid", "message", "warning", "correctedEmail"} == body.keys()
        assert body["correctedEmail"] == meant

    def test_disposable_and_invalid_addresses_are_reported_but_taken_ones_are_not(
        self, visitor: httpx2.Client, buyer: Person
    ) -> None:
        def validate_email(email: str) -> dict[str, Any]:
            answer = visitor.post(f"{AUTH}/validate-email", json={"email": email})
            assert answer.status_code == 200, answer.text
            body: dict[str, Any] = answer.json()
            return body

        assert validate_email("a@mailinator.com")["warning"]
        assert validate_email("nobody@")["isValid"] is False
        assert validate_email(buyer.email) == validate_email(make_address())
