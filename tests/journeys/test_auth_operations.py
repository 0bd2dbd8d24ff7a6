"""Actions after an incident: new signing keys, 'это не я' for an unrecognized session, an append-only audit log."""

import base64
import json
import os
import re
import subprocess
import sys
from functools import partial

import httpx2
import psycopg
import pytest

from tests.faults.stack import read_metrics, sum_metric
from tests.journeys import databases
from tests.journeys.answers import expect_json, expect_problem
from tests.journeys.databases import ROOT, local_stack
from tests.journeys.users import PASSWORD, Person, list_email_texts, open_browser, sign_in, wait_for, wait_for_code

OWN_PATHS = ("/api/auth/me", "/api/me/orders", "/api/notifications", "/api/calculator/calculations")
ADMIN_PATHS = ("/api/auth/admin/users", "/api/content/admin/contacts", "/api/status/admin/logs")


def read_key_id(person: Person) -> str:
    """Return the id of the key that signed a person's access token, from the token's footer."""
    footer = person.http.headers["Authorization"].rpartition(".")[2]
    kid: str = json.loads(base64.urlsafe_b64decode(footer + "=" * (-len(footer) % 4)))["kid"]
    return kid


def can_open(person: Person, paths: tuple[str, ...]) -> bool:
    return all(person.http.get(path).status_code == 200 for path in paths)


@local_stack
def test_rotation_of_the_signing_key_keeps_sessions(
    buyer: Person, administrator: Person, visitor: httpx2.Client
) -> None:
    """`make rotate-keys` on the running stack: tokens of both keys open every service."""
    environment = {**os.environ, "AUTH_KEY_LEARNING_SECONDS": "2"}
    command = [sys.executable, "-m", "deploy.local", "rotate-keys"]
    completed = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert completed.returncode == 0, completed.stderr
    [new_key_id] = re.findall(r"new key (\S+)\. ", completed.stdout)

    def list_keys() -> dict[str, str]:
        return {key["kid"]: key["status"] for key in visitor.get("/api/auth/keys").json()["keys"]}

    def sign_in_with_the_new_key(who: Person) -> Person | None:
        # Each replica of auth uses the new key within seconds. Sign-ins are limited, and so are the open sessions of
        # an account: a sign-in that would end a session of other tests is left out until a replica shows the key.
        if list_keys().get(new_key_id) != "current":
            return None
        person = sign_in(who.email, who.password)
        if read_key_id(person) == new_key_id:
            return person
        expect_json(person.http.post("/api/auth/logout"))
        person.http.close()
        return None

    fresh = wait_for(lambda: sign_in_with_the_new_key(buyer))
    assert read_key_id(buyer) != new_key_id
    operator = wait_for(lambda: sign_in_with_the_new_key(administrator))
    assert can_open(buyer, OWN_PATHS)
    assert can_open(administrator, ADMIN_PATHS)
    # On a busy machine a replica learns the new key later than in the two seconds of this test.
    wait_for(lambda: can_open(fresh, OWN_PATHS))
    wait_for(lambda: can_open(operator, ADMIN_PATHS))
    shown_keys = list_keys()
    assert (shown_keys[new_key_id], shown_keys[read_key_id(buyer)]) == ("current", "previous")
    fresh.http.close()
    operator.http.close()


def test_reporting_an_unrecognized_session_ends_it_and_resets_the_password(
    newcomer: Person, visitor: httpx2.Client
) -> None:
    """The email about a sign-in from a new device links to a page whose button ends the session and mails a code."""
    thief = open_browser({"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"})
    credentials = {"email": newcomer.email, "password": PASSWORD}
    stolen_session = expect_json(thief.post("/api/auth/login", json=credentials))
    thief.headers["Authorization"] = f"Bearer {stolen_session['accessToken']}"
    wait_for(lambda: list_security_notices(newcomer))
    link = wait_for(
        lambda: re.search(
            r"https?://\S+/sessions/disown\?token=\S+",
            "\n".join(list_email_texts(newcomer.email)),
        )
    )
    page = visitor.get(link[0])
    assert (page.status_code, page.headers["content-type"].split(";")[0]) == (200, "text/html")
    expect_json(thief.get("/api/auth/me"))
    token = link[0].partition("token=")[2]
    report_answer = visitor.post("/api/auth/sessions/disown", data={"token": token})
    assert report_answer.status_code == 200, report_answer.text
    expect_problem(thief.get("/api/auth/me"), 401, "token_invalid")
    expect_json(newcomer.http.get("/api/auth/me"))
    code = wait_for_code(newcomer.email, after=1)
    reset = {"email": newcomer.email, "code": code, "new_password": "Buksir-Tormoz-Sneg-63"}
    expect_json(visitor.post("/api/auth/password/reset", json=reset))
    expect_problem(thief.post("/api/auth/login", json=credentials), 401, "invalid_credentials")
    sign_in(newcomer.email, reset["new_password"]).http.close()
    answer = visitor.get("/api/auth/sessions/disown?token=forged")
    expect_problem(answer, 400, "link_invalid")
    thief.close()


def list_security_notices(person: Person) -> list[object]:
    rows = expect_json(person.http.get("/api/notifications"))["notifications"]
    return [row for row in rows if row["type"] == "security"]


@local_stack
@pytest.mark.parametrize(
    "change", ["UPDATE audit_entries SET action = 'x'", "DELETE FROM audit_entries", "TRUNCATE audit_entries"]
)
def test_role_of_the_service_cannot_change_the_audit_log(change: str) -> None:
    """The test uses the service's own role, as an intruder in the service would."""
    with (
        psycopg.connect(databases.get_database_url("auth")) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(change)


@local_stack
def test_metrics_of_auth_have_samples_and_are_not_public(buyer: Person, visitor: httpx2.Client) -> None:
    """The metrics that an operator watches have samples, and the gateway does not expose them."""
    expect_json(visitor.post("/api/auth/refresh", json={"sessionToken": start_buyer_session(buyer)}))
    shown_metrics = "\n".join(read_metrics("auth"))
    counted_metrics = (
        'auth_logins_total{result="success",way="password"}',
        'auth_codes_total{purpose="registration",result="sent"}',
        'auth_codes_total{purpose="registration",result="confirmed"}',
        'auth_refreshes_total{result="renewed"}',
        "auth_password_hash_seconds_count",
        'mail_total{result="sent"}',
    )
    for name in counted_metrics:
        # An email may arrive before the replica that sent it counts it.
        wait_for(partial(is_counted, name))
    for name in ("auth_refresh_replays_total", "auth_provider_seconds", "auth_erasures_overdue", "mail_oldest_seconds"):
        assert f"# TYPE {name.removesuffix('_total')}" in shown_metrics or f"# TYPE {name} " in shown_metrics, name
    for path in ("/metrics", "/api/auth/metrics", "/readyz", "/openapi.json"):
        assert "auth_logins_total" not in visitor.get(path).text


def is_counted(metric: str) -> bool:
    return sum_metric("auth", metric) > 0


def start_buyer_session(buyer: Person) -> str:
    """Return a session on another device. Its renewal does not change the shared session."""
    with open_browser({"X-Client": "native"}) as http:
        credentials = {"email": buyer.email, "password": PASSWORD}
        token: str = expect_json(http.post("/api/auth/login", json=credentials))["sessionToken"]
    return token
