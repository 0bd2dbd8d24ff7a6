"""Checks of responses that all journeys share: problem documents, JSON bodies and paged lists."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2

from tests.journeys.users import wait_for

# Query parameters that select one car of the demo content. The newest car may belong to another journey, which deletes
# it.
OLDEST_CAR: dict[str, str | int] = {"limit": 1, "sort": "created_at"}


def expect_problem(answer: httpx2.Response, status: int, code: str, *fields: str) -> dict[str, Any]:
    """Check that the answer is a problem document (RFC 9457), and that it names exactly `fields` if there are any.

    Returns its body.
    """
    assert answer.status_code == status, f"{answer.status_code} {answer.text[:500]}"
    assert answer.headers["content-type"].startswith("application/problem+json")
    body: dict[str, Any] = answer.json()
    assert body["success"] is False, body
    assert body["status"] == status, body
    assert body["code"] == code, body
    assert body["message"] == body["error"]
    assert body["request_id"] == answer.headers["x-request-id"]
    if fields:
        assert {problem["field"] for problem in body["errors"]} == set(fields), body["errors"]
    return body


def expect_json(answer: httpx2.Response, status: int = 200) -> dict[str, Any]:
    """Check the status and return the JSON body."""
    assert answer.status_code == status, f"{answer.status_code} {answer.text[:500]}"
    body: dict[str, Any] = answer.json()
    assert body.get("success", True) is True
    return body


def has_status(http: httpx2.Client, path: str, *statuses: int, headers: dict[str, str] | None = None) -> bool:
    """Return True if a GET of the path is now answered with one of these statuses."""
    return http.get(path, headers=headers).status_code in statuses


def call_in_parallel(*calls: Callable[[], httpx2.Response]) -> list[int]:
    """Make the calls at the same time. Returns their statuses, sorted."""
    with ThreadPoolExecutor(len(calls)) as threads:
        return sorted(answer.status_code for answer in threads.map(lambda call: call(), calls))


def wait_for_answer(
    call: Callable[[], httpx2.Response], condition: Callable[[httpx2.Response], bool]
) -> httpx2.Response:
    """Repeat a call until its answer satisfies a condition, and return that answer.

    A change reaches each replica at its own time, so the answer to the next call could be an older one.
    """

    def get_matching_answer() -> httpx2.Response | None:
        answer = call()
        return answer if condition(answer) else None

    return wait_for(get_matching_answer)


def wait_for_problem(call: Callable[[], httpx2.Response], status: int, code: str) -> None:
    """Repeat a call until it gets this status, as a change reaches each replica at its own time. Check the problem."""
    expect_problem(wait_for_answer(call, lambda answer: answer.status_code == status), status, code)


def wait_for_json(call: Callable[[], httpx2.Response], condition: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Repeat a call until its JSON body satisfies a condition, and return that body."""
    return expect_json(wait_for_answer(call, lambda answer: bool(condition(expect_json(answer)))))


def check_pages(http: httpx2.Client, path: str, key: str, **filters: Any) -> None:
    """Check that a list shows each row once, gives their total number, and refuses an invalid page."""

    def read_page(limit: int, offset: int = 0) -> dict[str, Any]:
        return expect_json(http.get(path, params={"limit": limit, "offset": offset, **filters}))

    def pages_match_the_list() -> bool:
        """Return False if the pages differ from the list: another journey may have changed it between two requests."""
        whole = read_page(limit=100)
        ids = [row["id"] for row in whole[key]]
        assert len(ids) == len(set(ids))
        if len(ids) != min(100, whole["total"]):
            return False
        pages = [read_page(limit=1, offset=offset) for offset in (0, 1)] if len(ids) >= 2 else []
        return [page[key][0]["id"] for page in pages] == ids[: len(pages)]

    for limit, offset in ((0, 0), (101, 0), (1, -1)):
        expect_problem(http.get(path, params={"limit": limit, "offset": offset}), 422, "validation_error")
    wait_for(pages_match_the_list)
