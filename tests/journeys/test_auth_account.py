"""api.md section 2, the user's own account: profile, picture, password, confirmation, consents, export, deletion."""

import io
import uuid
from typing import Any

import httpx2
from PIL import Image

from tests.journeys.answers import expect_json, expect_problem
from tests.journeys.data_export import confirm_identity
from tests.journeys.users import PASSWORD, Person, make_address, open_browser, sign_in, wait_for_code

AUTH = "/api/auth"
ANOTHER_PASSWORD = "Rasputitsa-Kardan-91"


def make_picture(kind: str = "PNG") -> bytes:
    output = io.BytesIO()
    Image.new("RGB", (800, 600), "teal").save(output, kind)
    return output.getvalue()


def test_own_account_requires_a_sign_in(visitor: httpx2.Client) -> None:
    calls: list[tuple[str, str, dict[str, Any] | None]] = [
        ("GET", "me", None),
        ("PATCH", "me", {}),
        ("DELETE", "me", None),
        ("DELETE", "me/avatar", None),
        ("POST", "me/password", {"current_password": "x", "new_password": ANOTHER_PASSWORD}),
        ("GET", "me/export", None),
        ("GET", "me/consents", None),
        ("POST", "me/consents", {"purpose": "marketing"}),
        ("DELETE", "me/consents/marketing", None),
        ("GET", "me/identities", None),
        ("POST", "me/confirm", {"password": "x"}),
        ("POST", "me/confirm-code", None),
        ("GET", "me/second-factor", None),
        ("GET", "me/passkeys", None),
        ("GET", "sessions", None),
        ("DELETE", "sessions", None),
    ]
    for method, path, body in calls:
        expect_problem(visitor.request(method, f"{AUTH}/{path}", json=body), 401, "unauthorized")
    forged_headers = {"Authorization": "Bearer v4.public.forged.forged"}
    expect_problem(visitor.get(f"{AUTH}/me", headers=forged_headers), 401, "token_invalid")


class TestMe:
    def test_changed_name_and_phone_are_in_the_next_token(self, newcomer: Person) -> None:
        change = {"first_name": " Мария ", "phone": "+7 495 000-00-41"}
        user = expect_json(newcomer.http.patch(f"{AUTH}/me", json=change))["user"]
        assert (user["first_name"], user["last_name"], user["phone"]) == ("Мария", "Ильина", "+7 495 000-00-41")
        assert expect_json(newcomer.http.get(f"{AUTH}/me"))["user"] == user
        expect_problem(
            newcomer.http.patch(f"{AUTH}/me", json={"first_name": " "}), 422, "validation_error", "first_name"
        )
        expect_problem(newcomer.http.patch(f"{AUTH}/me", json={"phone": "x"}), 422, "validation_error", "phone")

    def test_changes_by_cookie_alone_are_accepted_only_from_our_own_page(self, newcomer: Person) -> None:
        del newcomer.http.headers["Authorization"]
        origin = str(newcomer.http.base_url).rstrip("/")
        expect_json(newcomer.http.get(f"{AUTH}/me"))
        foreign: list[dict[str, str]] = [
            {},
            {"Origin": "https://evil.example"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Referer": f"{origin}/"},
        ]
        for headers in foreign:
            expect_problem(newcomer.http.patch(f"{AUTH}/me", json={"phone": None}, headers=headers), 403, "csrf")
        expect_json(newcomer.http.patch(f"{AUTH}/me", json={"phone": None}, headers={"Origin": origin}))

    def test_picture_is_replaced_and_wrong_files_are_refused(self, newcomer: Person) -> None:
        def upload_picture(content: bytes, kind: str) -> httpx2.Response:
            return newcomer.http.put(f"{AUTH}/me/avatar", files={"file": ("me", content, kind)})

        url = expect_json(upload_picture(make_picture(), "image/png"))["user"]["avatar_url"]
        show_answer = newcomer.http.get(url)
        assert show_answer.headers["content-type"] == "image/webp"
        assert Image.open(io.BytesIO(show_answer.content)).size == (512, 512)
        expect_problem(upload_picture(b"no picture", "image/png"), 422, "invalid_image")
        expect_problem(upload_picture(b"<svg/>", "image/svg+xml"), 415, "unsupported_type")
        expect_problem(upload_picture(b"\x00" * (5 * 1024 * 1024 + 1), "image/png"), 413, "too_large")
        expect_problem(newcomer.http.put(f"{AUTH}/me/avatar"), 422, "validation_error", "file")
        assert expect_json(newcomer.http.delete(f"{AUTH}/me/avatar"))["user"]["avatar_url"] is None
        assert newcomer.http.get(url).status_code == 404


class TestPassword:
    def test_a_changed_password_ends_other_sessions(self, newcomer: Person) -> None:
        other = sign_in(newcomer.email)
        url = f"{AUTH}/me/password"
        wrong_password_answer = newcomer.http.post(
            url, json={"current_password": "x", "new_password": ANOTHER_PASSWORD}
        )
        expect_problem(wrong_password_answer, 400, "invalid_password")
        weak_password = newcomer.http.post(url, json={"current_password": PASSWORD, "new_password": "12345678"})
        expect_problem(weak_password, 422, "validation_error", "new_password")
        expect_json(newcomer.http.post(url, json={"current_password": PASSWORD, "new_password": ANOTHER_PASSWORD}))
        expect_problem(other.http.get(f"{AUTH}/me"), 401, "token_invalid")
        expect_json(newcomer.http.get(f"{AUTH}/me"))
        sign_in(newcomer.email, ANOTHER_PASSWORD).http.close()
        other.http.close()

    def test_forgotten_password_is_reset_by_code(self, visitor: httpx2.Client, newcomer: Person) -> None:
        # The code of the registration has arrived, so the next code is for the reset.
        wait_for_code(newcomer.email)
        assert expect_json(visitor.post(f"{AUTH}/password/forgot", json={"email": newcomer.email})) == {"success": True}
        assert expect_json(visitor.post(f"{AUTH}/password/forgot", json={"email": make_address()})) == {"success": True}
        body = {
            "email": newcomer.email,
            "code": wait_for_code(newcomer.email, after=1),
            "new_password": ANOTHER_PASSWORD,
        }
        wrong_code = {**body, "code": f"{(int(body['code']) + 1) % 10**6:06d}"}
        expect_problem(visitor.post(f"{AUTH}/password/reset", json=wrong_code), 400, "invalid_code")
        expect_problem(
            visitor.post(f"{AUTH}/password/reset", json={**wrong_code, "email": make_address()}), 400, "invalid_code"
        )
        weak_password = visitor.post(f"{AUTH}/password/reset", json={**body, "new_password": newcomer.email})
        expect_problem(weak_password, 422, "validation_error", "new_password")
        expect_json(visitor.post(f"{AUTH}/password/reset", json=body))
        assert visitor.post(f"{AUTH}/password/reset", json=body).status_code == 400
        expect_problem(newcomer.http.get(f"{AUTH}/me"), 401, "token_invalid")
        credentials = {"email": newcomer.email, "password": PASSWORD}
        expect_problem(visitor.post(f"{AUTH}/login", json=credentials), 401, "invalid_credentials")
        sign_in(newcomer.email, ANOTHER_PASSWORD).http.close()

    def test_fourth_reset_email_in_an_hour_is_refused_for_any_address(
        self, visitor: httpx2.Client, newcomer: Person
    ) -> None:
        for address in (newcomer.email, make_address()):
            statuses = [visitor.post(f"{AUTH}/password/forgot", json={"email": address}).status_code for _ in range(4)]
            assert statuses == [200, 200, 200, 429]


class TestConfirmation:
    def test_identity_is_confirmed_by_password_or_emailed_code(self, newcomer: Person) -> None:
        http = newcomer.http
        assert expect_json(http.post(f"{AUTH}/me/confirm", json={"password": PASSWORD}))["expires_in"] == 600
        expect_problem(http.post(f"{AUTH}/me/confirm", json={"password": "x"}), 400, "invalid_password")
        expect_problem(http.post(f"{AUTH}/me/confirm", json={}), 422, "validation_error")
        assert expect_json(http.post(f"{AUTH}/me/confirm-code"))["retry_after"] == 60
        expect_problem(http.post(f"{AUTH}/me/confirm-code"), 429, "rate_limited")
        code = wait_for_code(newcomer.email, after=1)
        expect_problem(http.post(f"{AUTH}/me/confirm", json={"code": "1"}), 400, "invalid_code")
        assert expect_json(http.post(f"{AUTH}/me/confirm", json={"code": code}))["confirmation"]
        assert http.post(f"{AUTH}/me/confirm", json={"code": code}).status_code == 400

    def test_export_and_deletion_require_a_confirmation_of_this_session(
        self, newcomer: Person, other_user: Person
    ) -> None:
        for proof in ({}, {"X-Confirmation": "forged"}, confirm_identity(other_user)):
            expect_problem(newcomer.http.get(f"{AUTH}/me/export", headers=proof), 403, "confirmation_required")
            expect_problem(newcomer.http.delete(f"{AUTH}/me", headers=proof), 403, "confirmation_required")
        wrong_password_answer = newcomer.http.request("DELETE", f"{AUTH}/me", json={"password": "x"})
        expect_problem(wrong_password_answer, 400, "invalid_password")


class TestConsents:
    def test_ledger_keeps_each_giving_and_withdrawing(self, newcomer: Person) -> None:
        url = f"{AUTH}/me/consents"
        rows = expect_json(newcomer.http.get(url))["consents"]
        assert {row["purpose"] for row in rows} == {"terms", "privacy"}
        assert rows[0].keys() == {"purpose", "version", "given_at", "withdrawn_at", "ip"}
        consents = expect_json(newcomer.http.post(url, json={"purpose": "marketing"}))["consents"]
        assert [row["purpose"] for row in consents].count("marketing") == 1
        withdrawn_consents = expect_json(newcomer.http.delete(f"{url}/marketing"))["consents"]
        assert next(row for row in withdrawn_consents if row["purpose"] == "marketing")["withdrawn_at"]
        expect_problem(newcomer.http.delete(f"{url}/marketing"), 404, "not_found")
        expect_problem(newcomer.http.post(url, json={"purpose": "spying"}), 422, "validation_error", "purpose")
        expect_problem(newcomer.http.delete(f"{url}/spying"), 422, "validation_error")


class TestIdentities:
    def test_user_without_identities_has_an_empty_list_and_unknown_ones_are_404(self, buyer: Person) -> None:
        assert expect_json(buyer.http.get(f"{AUTH}/me/identities"))["identities"] == []
        expect_problem(buyer.http.delete(f"{AUTH}/me/identities/{uuid.uuid4()}"), 404, "not_found")
        expect_problem(buyer.http.delete(f"{AUTH}/me/identities/x"), 422, "validation_error")


class TestDeletion:
    def test_confirmed_deletion_removes_the_account_and_its_sessions(self, newcomer: Person) -> None:
        other = sign_in(newcomer.email)
        expect_json(newcomer.http.request("DELETE", f"{AUTH}/me", json={"password": PASSWORD}))
        for http in (newcomer.http, other.http):
            assert http.get(f"{AUTH}/me").status_code == 401
        with open_browser() as nobody:
            credentials = {"email": newcomer.email, "password": PASSWORD}
            expect_problem(nobody.post(f"{AUTH}/login", json=credentials), 401, "invalid_credentials")
        other.http.close()
