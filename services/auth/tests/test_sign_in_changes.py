"""Every change of a sign-in method needs a confirmation by a factor that the account already has.

The test walks all routes, so a new route that changes something follows the rule or is named here with the reason.
"""

from typing import Any

import pyotp
import pytest
from auth.runtime import Session
from auth.second_factor.tables import Passkey
from auth.social.tables import SocialIdentity
from chassis.testing.fixture_types import ApiClient, Mailbox
from chassis.testing.plugin import MovableClock
from fastapi import FastAPI

from services.auth.tests.auth_forms import PASSWORD, confirm_identity, find_code, get_status_and_code
from services.auth.tests.fixture_types import LogInFunction, MemberFactory

# Routes that change no sign-in method, or that require a proof of their own. Every other route that changes something
# must require the confirmation, whatever its tag.
CALLS_WITHOUT_CONFIRMATION = {
    ("patch", "/api/auth/admin/users/{user_id}"): "an action of administrators on another account",
    ("delete", "/api/auth/admin/users/{user_id}/sessions"): "an action of administrators on another account",
    ("post", "/api/auth/register"): "needs no account",
    ("post", "/api/auth/resend-code"): "needs no account",
    ("post", "/api/auth/validate-email"): "needs no account",
    ("post", "/api/auth/verify-email"): "needs no account",
    ("post", "/api/auth/login"): "a sign-in",
    ("post", "/api/auth/login/second-factor"): "a sign-in",
    ("post", "/api/auth/login/passkey/options"): "a sign-in",
    ("post", "/api/auth/login/passkey"): "a sign-in",
    (
        "post",
        "/api/auth/paseto/social/{provider}/callback",
    ): "a sign-in; a linking has tests in social/test_identities.py",
    ("post", "/api/auth/paseto/telegram/callback"): "a sign-in; a linking has tests in social/test_identities.py",
    ("post", "/api/auth/send-verification-session"): "a sign-in; its code proves the mailbox",
    ("post", "/api/auth/verify-email-session"): "a sign-in; its code proves the mailbox",
    ("post", "/api/auth/refresh"): "renews the caller's own session",
    ("post", "/api/auth/logout"): "ends the caller's own session",
    ("delete", "/api/auth/sessions"): "ends sessions; adds and removes no way to sign in",
    ("delete", "/api/auth/sessions/{session_id}"): "ends a session; adds and removes no way to sign in",
    ("post", "/api/auth/sessions/disown"): "has the token of an email",
    ("patch", "/api/auth/me"): "name and phone",
    ("put", "/api/auth/me/avatar"): "a picture",
    ("delete", "/api/auth/me/avatar"): "a picture",
    ("post", "/api/auth/me/consents"): "a consent",
    ("delete", "/api/auth/me/consents/{purpose}"): "a consent",
    ("post", "/api/auth/me/confirm"): "is the confirmation",
    ("post", "/api/auth/me/confirm-code"): "mails the code of the confirmation",
    ("post", "/api/auth/me/password"): "asks for the present password",
    ("post", "/api/auth/password/forgot"): "signs nobody in",
    ("post", "/api/auth/password/reset"): "asks for a code of the mailbox; the second factor stays",
}
BODIES = {
    "/api/auth/me/passkeys": {"credential": {}},
    "/api/auth/me/second-factor/totp/confirm": {"code": "000000"},
}
FACTOR = "/api/auth/me/second-factor"


def list_changing_routes(app: FastAPI) -> list[tuple[str, str]]:
    routes = []
    for path, operations in app.openapi()["paths"].items():
        for method in operations:
            if method not in {"get", "head"}:
                routes.append((method, path))
    return routes


async def test_every_route_requires_the_confirmation_or_is_named_here(
    app: FastAPI, client: ApiClient, member: MemberFactory, log_in: LogInFunction, db: Session, clock: MovableClock
) -> None:
    account = await member()
    login = await log_in(account)
    identity = SocialIdentity(account_id=account.id, provider="vk", subject="1", name="Анна", linked_at=clock())
    passkey = Passkey(
        account_id=account.id, credential_id=b"1", public_key=b"2", sign_count=0, name="Ключ", created_at=clock()
    )
    db.add_all([identity, passkey])
    await db.commit()
    routes = list_changing_routes(app)
    assert CALLS_WITHOUT_CONFIRMATION.keys() <= set(routes)
    for method, path in routes:
        if (method, path) in CALLS_WITHOUT_CONFIRMATION:
            continue
        url = path.format(passkey_id=passkey.id, identity_id=identity.id)
        for proof in ({}, {"X-Confirmation": "forged"}):
            answer = await client.request(method, url, json=BODIES.get(path), headers={**login["headers"], **proof})
            assert get_status_and_code(answer) == (403, "confirmation_required"), (method, path)


class TestByFactor:
    """An account with an authenticator app."""

    @pytest.fixture
    async def totp(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, clock: MovableClock
    ) -> dict[str, Any]:
        headers = await confirm_identity(client, await log_in(await member()))
        secret = (await client.post(f"{FACTOR}/totp", headers=headers)).json()["secret"]
        code_body = {"code": pyotp.TOTP(secret).at(int(clock().timestamp()))}
        answer = await client.post(f"{FACTOR}/totp/confirm", json=code_body, headers=headers)
        clock.move(seconds=60)
        return {"headers": headers, "app": pyotp.TOTP(secret), "codes": answer.json()["recovery_codes"]}

    async def test_emailed_code_does_not_confirm_for_an_account_with_an_app(
        self, client: ApiClient, totp: dict[str, Any], mailbox: Mailbox
    ) -> None:
        email_count = len(await mailbox())
        request_answer = await client.post("/api/auth/me/confirm-code", headers=totp["headers"])
        assert get_status_and_code(request_answer) == (409, "second_factor_instead")
        assert len(await mailbox()) == email_count

    async def test_code_of_the_app_or_a_recovery_code_confirms_for_an_account_with_an_app(
        self, client: ApiClient, totp: dict[str, Any], clock: MovableClock
    ) -> None:
        for code in (totp["app"].at(int(clock().timestamp())), totp["codes"][0]):
            answer = await client.post("/api/auth/me/confirm", json={"code": code}, headers=totp["headers"])
            proof = {**totp["headers"], "X-Confirmation": answer.json()["confirmation"]}
            assert (await client.post("/api/auth/me/passkeys/options", headers=proof)).status_code == 200
        refusal = await client.post("/api/auth/me/confirm", json={"code": "000000"}, headers=totp["headers"])
        assert get_status_and_code(refusal) == (400, "invalid_code")

    async def test_password_alone_adds_no_passkey_to_an_account_with_an_app(
        self, client: ApiClient, totp: dict[str, Any]
    ) -> None:
        """A passkey signs in without the app."""
        url = "/api/auth/me/passkeys/options"
        headers = totp["headers"]
        assert (await client.post(url, headers=headers)).status_code == 200, "confirmed before the app was on"
        confirm_answer = await client.post("/api/auth/me/confirm", json={"password": PASSWORD}, headers=headers)
        password_headers = {**headers, "X-Confirmation": confirm_answer.json()["confirmation"]}
        assert get_status_and_code(await client.post(url, headers=password_headers)) == (403, "confirmation_required")


async def test_mailed_confirmation_ends_when_a_factor_is_added(
    client: ApiClient, member: MemberFactory, log_in: LogInFunction, mailbox: Mailbox, clock: MovableClock
) -> None:
    login = await log_in(await member())
    await client.post("/api/auth/me/confirm-code", headers=login["headers"])
    body = {"code": find_code((await mailbox())[-1])}
    confirm_answer = await client.post("/api/auth/me/confirm", json=body, headers=login["headers"])
    mail_headers = {**login["headers"], "X-Confirmation": confirm_answer.json()["confirmation"]}
    secret = (await client.post(f"{FACTOR}/totp", headers=mail_headers)).json()["secret"]
    code_body = {"code": pyotp.TOTP(secret).at(int(clock().timestamp()))}
    assert (await client.post(f"{FACTOR}/totp/confirm", json=code_body, headers=mail_headers)).status_code == 200
    refusal = await client.delete(f"{FACTOR}/totp", headers=mail_headers)
    assert get_status_and_code(refusal) == (403, "confirmation_required")
    confirmation = await client.post("/api/auth/me/confirm", json={"password": PASSWORD}, headers=login["headers"])
    proof = {**login["headers"], "X-Confirmation": confirmation.json()["confirmation"]}
    assert (await client.delete(f"{FACTOR}/totp", headers=proof)).status_code == 200
