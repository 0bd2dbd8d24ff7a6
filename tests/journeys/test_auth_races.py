"""Simultaneous requests through the gateway: of many clients, or of one user in several tabs."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest

from tests.journeys.answers import expect_json, expect_problem
from tests.journeys.users import (
    PASSWORD,
    REFRESH_COOKIE,
    Person,
    build_registration,
    list_email_texts,
    make_address,
    open_browser,
    sign_in,
    wait_for_code,
)

AUTH = "/api/auth"
PARALLEL_CALLS = 20


def call_concurrently(count: int, call: Callable[[httpx2.Client], httpx2.Response]) -> list[httpx2.Response]:
    """Make one call in `count` browsers at the same time. Returns the answers."""

    def call_in_a_browser(_: int) -> httpx2.Response:
        with open_browser() as http:
            answer = call(http)
            # On a busy machine the service refuses a part of so many calls. Each is repeated until it is accepted.
            while answer.status_code == 503:
                time.sleep(1)
                answer = call(http)
            return answer

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(call_in_a_browser, range(count)))


@pytest.fixture(scope="module")
def contested_address() -> str:
    """An address that twenty browsers register at once."""
    address = make_address()
    answers = call_concurrently(
        PARALLEL_CALLS, lambda http: http.post(f"{AUTH}/register", json=build_registration(address))
    )
    assert [answer.status_code for answer in answers] == [201] * PARALLEL_CALLS
    return address


def copy_cookies(requesting_browser: httpx2.Client, http: httpx2.Client) -> httpx2.Client:
    """Make `http` a tab of the browser that requested the code: it gets the cookies of that browser."""
    http.cookies.update(requesting_browser.cookies)
    return http


def test_concurrent_registrations_of_an_address_send_one_code(contested_address: str, visitor: httpx2.Client) -> None:
    wait_for_code(contested_address)
    # When this later email has arrived, all emails that the twenty requests queued have arrived too.
    witness = make_address()
    visitor.post(f"{AUTH}/register", json=build_registration(witness))
    wait_for_code(witness)
    assert len(list_email_texts(contested_address)) == 1


def test_of_concurrent_uses_of_a_code_one_confirms_the_address() -> None:
    address = make_address()
    with open_browser() as requesting_browser:
        expect_json(requesting_browser.post(f"{AUTH}/register", json=build_registration(address)), 201)
        body = {"email": address, "code": wait_for_code(address)}
        answers = call_concurrently(
            PARALLEL_CALLS, lambda http: copy_cookies(requesting_browser, http).post(f"{AUTH}/verify-email", json=body)
        )
    assert sorted(answer.status_code for answer in answers) == [200] + [400] * (PARALLEL_CALLS - 1)
    assert {answer.json()["code"] for answer in answers if answer.status_code == 400} <= {
        "invalid_code",
        "code_expired",
    }
    sign_in(address).http.close()


def test_concurrent_uses_of_a_reset_code_set_one_password(newcomer: Person) -> None:
    requesting_browser = newcomer.http
    expect_json(requesting_browser.post(f"{AUTH}/password/forgot", json={"email": newcomer.email}))
    code = wait_for_code(newcomer.email, after=1)
    passwords = [f"Gololed-{number}-Kardan" for number in range(PARALLEL_CALLS)]
    answers = call_concurrently(
        PARALLEL_CALLS,
        lambda http: copy_cookies(requesting_browser, http).post(
            f"{AUTH}/password/reset", json={"email": newcomer.email, "code": code, "new_password": passwords.pop()}
        ),
    )
    assert sorted(answer.status_code for answer in answers) == [200] + [400] * (PARALLEL_CALLS - 1)


def test_tabs_that_refresh_concurrently_stay_signed_in(newcomer: Person) -> None:
    cookie_headers = {"Origin": str(newcomer.http.base_url).rstrip("/")}
    for _ in range(3):
        token = newcomer.http.cookies[REFRESH_COOKIE]

        def refresh_in_a_tab(http: httpx2.Client, token: str = token) -> httpx2.Response:
            return http.post(f"{AUTH}/refresh", headers={**cookie_headers, "Cookie": f"refresh={token}"})

        answers = call_concurrently(6, refresh_in_a_tab)
        assert {answer.status_code for answer in answers} == {200}
        successors = {answer.cookies[REFRESH_COOKIE] for answer in answers}
        assert len(successors) == 1
        assert token not in successors
        for answer in answers:
            bearer = {"Authorization": f"Bearer {answer.json()['accessToken']}"}
            expect_json(newcomer.http.get(f"{AUTH}/me", headers=bearer))
        newcomer.http.cookies.clear()
        newcomer.http.cookies.set(REFRESH_COOKIE, successors.pop(), path="/api/auth")


def test_tab_with_an_outdated_refresh_token_gets_the_newest(newcomer: Person) -> None:
    def refresh(token: str) -> Any:
        with open_browser({"X-Client": "native"}) as http:
            return expect_json(http.post(f"{AUTH}/refresh", json={"sessionToken": token}))["sessionToken"]

    first = newcomer.refresh_token
    third = refresh(refresh(first))
    assert refresh(first) == third


def test_concurrent_wrong_passwords_do_not_exceed_the_limit(newcomer: Person, visitor: httpx2.Client) -> None:
    credentials = [{"email": newcomer.email, "password": f"guess {number}"} for number in range(PARALLEL_CALLS)]
    answers = call_concurrently(PARALLEL_CALLS, lambda http: http.post(f"{AUTH}/login", json=credentials.pop()))
    assert {answer.status_code for answer in answers} <= {401, 429}
    right_password_answer = visitor.post(f"{AUTH}/login", json={"email": newcomer.email, "password": PASSWORD})
    expect_problem(right_password_answer, 429, "rate_limited")
