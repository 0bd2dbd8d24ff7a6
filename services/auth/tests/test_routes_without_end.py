"""A stranger calls every route that needs no sign-in, again and again, about one account. Its owner, elsewhere, still
signs in, resets the password and confirms an action.

tests/journeys/test_routes_without_end.py does the same with the routes of all services."""

from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient, Mailbox
from fastapi import FastAPI

from services.auth.tests.auth_forms import BROWSER, PASSWORD, code_in, registration_form
from services.auth.tests.fixture_types import MakeMember, OpenBrowser

EMAIL = "anna@example.com"
NEW = "Зимний-дирижабль-42"
TIMES = 22
SOCIAL = {"code": "x", "state": "y", "redirect_uri": "http://localhost:8080/auth/bridge.html", "sessionToken": "z"}
# What a stranger sends to each route that changes something, with the address of the account where it takes one.
BODIES: dict[str, dict[str, Any]] = {
    "/api/auth/register": registration_form(EMAIL),
    "/api/auth/verify-email": {"email": EMAIL, "code": "000000"},
    "/api/auth/resend-code": {"email": EMAIL},
    "/api/auth/validate-email": {"email": EMAIL},
    "/api/auth/login": {"email": EMAIL, "password": "not this one"},
    "/api/auth/login/second-factor": {"tempToken": "x", "code": "000000"},
    "/api/auth/login/passkey/options": {},
    "/api/auth/login/passkey": {"credential": {}},
    "/api/auth/password/forgot": {"email": EMAIL},
    "/api/auth/password/reset": {"email": EMAIL, "code": "000000", "new_password": NEW},
    "/api/auth/refresh": {"sessionToken": "x"},
    "/api/auth/logout": {"sessionToken": "x"},
    "/api/auth/sessions/disown": {"token": "x"},
    "/api/auth/paseto/social/{provider}/callback": SOCIAL,
    "/api/auth/paseto/telegram/callback": {"telegramData": {"id": 1, "hash": "x"}},
    "/api/auth/send-verification-session": {"email": EMAIL},
    "/api/auth/verify-email-session": {"email": EMAIL, "code": "000000"},
}


def stranger_calls(app: FastAPI) -> list[tuple[str, str]]:
    """Method and path of every operation that a stranger may call, or that takes another token than a session's."""
    return [
        (method, path)
        for path, operations in app.openapi()["paths"].items()
        for method, operation in operations.items()
        if is_open(operation.get("security", []))
    ]


def is_open(security: list[dict[str, Any]]) -> bool:
    """Whether a call needs no session: none, an optional one, or the token of a sign-in under way."""
    return not security or {} in security or security == [{"bearer": []}]


async def test_every_route_of_a_stranger_has_a_body_here(app: FastAPI) -> None:
    unsafe = {path for method, path in stranger_calls(app) if method != "get"}
    assert unsafe == BODIES.keys()


@pytest.mark.parametrize("is_known", [True, False])
async def test_strangers_keep_the_owner_from_nothing(
    app: FastAPI, client: ApiClient, browser: OpenBrowser, member: MakeMember, mailbox: Mailbox, is_known: bool
) -> None:
    await member()
    owner = browser()
    login = {"email": EMAIL, "password": PASSWORD}
    if is_known:
        assert (await owner.post("/api/auth/login", json=login)).status_code == 200
    for method, path in stranger_calls(app):
        url = path.format(provider="vk", name="0" * 32 + ".webp")
        for _ in range(TIMES):
            headers = {"X-Forwarded-For": "8.8.8.8", "User-Agent": BROWSER, "Origin": "http://localhost:8080"}
            answer = await client.request(method, url, json=BODIES.get(path), headers=headers)
            assert answer.status_code < 500, (method, path, answer.text)
    assert (await owner.post("/api/auth/login", json=login)).status_code == 200
    assert (await owner.post("/api/auth/me/confirm-code")).status_code == 200
    code = code_in((await mailbox(EMAIL))[-1])
    assert (await owner.post("/api/auth/me/confirm", json={"code": code})).status_code == 200
    assert (await owner.post("/api/auth/password/forgot", json={"email": EMAIL})).status_code == 200
    body = {"email": EMAIL, "code": code_in((await mailbox(EMAIL))[-1]), "new_password": NEW}
    assert (await owner.post("/api/auth/password/reset", json=body)).status_code == 200
    assert (await owner.post("/api/auth/login", json={"email": EMAIL, "password": NEW})).status_code == 200
