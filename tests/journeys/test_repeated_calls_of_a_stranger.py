"""A stranger calls every route that needs no sign-in more often than the limits allow. Other users can still sign in.

The routes come from the OpenAPI documents, so a new route is called too.
"""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest
from contracts.services import SERVICES

from tests.journeys.answers import expect_json
from tests.journeys.users import AUTHORITIES, CODE, Person, list_emails, sign_in, wait_for

DOCUMENTS = Path(__file__).resolve().parents[2] / "docs" / "openapi"
# More than the limits: of a client's failed calls and requested codes in an hour, and of an account's failed sign-ins
# from browsers that it does not know.
CALLS_OF_EACH_OPERATION = 22
# The security scheme of a sign-in that needs a second step. A stranger has no such token.
TEMP_TOKEN: list[dict[str, list[str]]] = [{"bearer": []}]
NEW_PASSWORD = "Zimnij-Dirizhabl-42"
PARAMETERS = {
    "provider": "vk",
    "calculation_id": "01a207cc-5688-7678-ba20-306d67b6217b",
    "id": "01a207cc-5688-7678-ba20-306d67b6217b",
    "name": "0" * 32 + ".webp",
    "redirect_uri": os.environ["BASE_URL"].rstrip("/") + "/auth/bridge.html",
}


def list_public_operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the method, path and document of every operation that a stranger may call."""
    for service in SERVICES:
        document = json.loads((DOCUMENTS / f"{service}.json").read_text())
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                security = operation.get("security", [])
                if not security or {} in security or security == TEMP_TOKEN:
                    yield method, path, operation


def build_call_of_stranger(method: str, path: str, operation: dict[str, Any], *, victim: str) -> httpx2.Request:
    """Return the call with the document's example as its body.

    Every `email` is the victim's; code and password are wrong.
    """
    parameters = {
        parameter["name"]: PARAMETERS.get(parameter["name"], "x") for parameter in operation.get("parameters", [])
    }
    query = {
        parameter["name"]: parameters[parameter["name"]]
        for parameter in operation.get("parameters", [])
        if parameter["in"] == "query" and parameter.get("required")
    }
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example")
    if isinstance(body, dict):
        wrong = {"email": victim, "code": "000000", "password": "Not-This-Password-1"}
        body = {name: wrong.get(name, value) for name, value in body.items()}
    url = os.environ["BASE_URL"].rstrip("/") + path.format_map(parameters)
    return httpx2.Request(method, url, params=query, json=body)


@pytest.fixture
def stranger() -> Iterator[httpx2.Client]:
    """A client in another network than all other clients of the tests."""
    transport = httpx2.HTTPTransport(verify=AUTHORITIES, local_address="127.0.77.7")
    with httpx2.Client(transport=transport, timeout=120) as http:
        yield http


def request_code(address: str, subject: str, request: Callable[[], httpx2.Response]) -> str:
    """Make a request that mails a code under this subject, and return the code."""

    def list_codes() -> list[str]:
        emails = [message for message in list_emails(address) if str(message["Subject"]).startswith(subject)]
        texts = [body.get_content() for message in emails if (body := message.get_body(("plain",)))]
        return [match[1] for text in texts if (match := CODE.search(text))]

    earlier = len(list_codes())
    expect_json(request())
    return wait_for(lambda: list_codes()[earlier:])[-1]


def is_site_operational(visitor: httpx2.Client, since: datetime) -> bool:
    """Return True if probes that ran after this time found sign-in, API and website working."""
    rows = {row["id"]: row for row in expect_json(visitor.get("/api/status/services"))["data"]}
    checked_rows = [rows["auth"], rows["api"], rows["website"]]
    return all(
        row["status"] == "operational" and datetime.fromisoformat(row["checked_at"]) > since for row in checked_rows
    )


def test_a_stranger_cannot_lock_out_others(stranger: httpx2.Client, visitor: httpx2.Client, newcomer: Person) -> None:
    for method, path, operation in list_public_operations():
        call = build_call_of_stranger(method, path, operation, victim=newcomer.email)
        for _ in range(CALLS_OF_EACH_OPERATION):
            answer = stranger.send(call)
            assert answer.status_code not in {500, 502, 504}, (method, path, answer.text[:300])

    with closing(sign_in(newcomer.email).http) as http:
        # Emails are sent in order: when this code arrives, all emails that the stranger caused have arrived too.
        confirm = "/api/auth/me/confirm-code"
        code = request_code(newcomer.email, "Код подтверждения", lambda: http.post(confirm))
        assert expect_json(http.post("/api/auth/me/confirm", json={"code": code}))["confirmation"]
    address = {"email": newcomer.email}
    forgot = "/api/auth/password/forgot"
    code = request_code(newcomer.email, "Код для смены пароля", lambda: visitor.post(forgot, json=address))
    reset = {**address, "code": code, "new_password": NEW_PASSWORD}
    expect_json(visitor.post("/api/auth/password/reset", json=reset))
    with closing(sign_in(newcomer.email, NEW_PASSWORD).http):
        since = datetime.now(UTC)
    assert wait_for(lambda: is_site_operational(visitor, since))
