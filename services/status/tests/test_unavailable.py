"""The gateway's answer for unavailable services while the web server is unavailable too."""

import httpx2
import pytest


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("path", ["/", "/cars/bmw", "/api/auth/me/avatar"])
async def test_every_path_is_answered_with_a_problem_503(client: httpx2.AsyncClient, method: str, path: str) -> None:
    answer = await client.request(method, f"/unavailable{path}", headers={"X-Request-ID": "abcd-1234"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert answer.headers["Content-Type"].startswith("application/problem+json")
    if method != "HEAD":
        assert (answer.json()["code"], answer.json()["request_id"]) == ("unavailable", "abcd-1234")
