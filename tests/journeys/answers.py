"""Checks that hold for every response: refusals are problem documents, lists are paged."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2


def expect_problem(answer: httpx2.Response, status: int, code: str, *fields: str) -> dict[str, Any]:
    """The members of a refusal as clients read them (RFC 9457), with the fields that it names."""
    assert answer.status_code == status, f"{answer.status_code} {answer.text[:500]}"
    assert answer.headers["content-type"].startswith("application/problem+json")
    body: dict[str, Any] = answer.json()
    assert (body["success"], body["status"], body["code"]) == (False, status, code), body
    assert body["message"] == body["error"]
    assert body["request_id"] == answer.headers["x-request-id"]
    if fields:
        assert {problem["field"] for problem in body["errors"]} == set(fields), body["errors"]
    return body


def expect_json(answer: httpx2.Response, status: int = 200) -> dict[str, Any]:
    """The body of an answer that holds."""
    assert answer.status_code == status, f"{answer.status_code} {answer.text[:500]}"
    body: dict[str, Any] = answer.json()
    assert body.get("success", True) is True
    return body


def has_status(http: httpx2.Client, path: str, *statuses: int, headers: dict[str, str] | None = None) -> bool:
    """Whether a GET of the path is answered with one of these statuses now."""
    return http.get(path, headers=headers).status_code in statuses


def at_once(*calls: Callable[[], httpx2.Response]) -> list[int]:
    """The statuses of calls that are made at the same time, sorted."""
    with ThreadPoolExecutor(len(calls)) as threads:
        return sorted(answer.status_code for answer in threads.map(lambda call: call(), calls))


def by_pages(http: httpx2.Client, path: str, key: str, **asked: Any) -> None:
    """A list gives each row once, says how many there are, and refuses a page that is none."""
    whole = expect_json(http.get(path, params={"limit": 100, **asked}))
    for limit, offset in ((0, 0), (101, 0), (1, -1)):
        expect_problem(http.get(path, params={"limit": limit, "offset": offset}), 422, "validation_error")
    ids = [row["id"] for row in whole[key]]
    assert len(ids) == len(set(ids)) == min(100, whole["total"])
    if len(ids) >= 2:
        pages = [expect_json(http.get(path, params={"limit": 1, "offset": offset, **asked})) for offset in (0, 1)]
        assert [page[key][0]["id"] for page in pages] == ids[:2]
