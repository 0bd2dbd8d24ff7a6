"""The gateway's answer for unavailable services while the web server is unavailable too."""

import httpx2
import pytest

# The header that browsers send when they open a page.
BROWSER_HEADERS = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("path", ["/", "/cars/bmw", "/api/auth/me/avatar"])
async def test_every_path_is_answered_with_a_problem_503(client: httpx2.AsyncClient, method: str, path: str) -> None:
    answer = await client.request(method, f"/unavailable{path}", headers={"X-Request-ID": "abcd-1234"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert answer.headers["Content-Type"].startswith("application/problem+json")
    if method != "HEAD":
        assert (answer.json()["code"], answer.json()["request_id"]) == ("unavailable", "abcd-1234")


@pytest.mark.parametrize("path", ["/", "/cars/bmw", "/apiary"])
async def test_somebody_who_opens_a_page_reads_that_the_site_is_unavailable(
    client: httpx2.AsyncClient, path: str
) -> None:
    answer = await client.get(f"/unavailable{path}", headers=BROWSER_HEADERS)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "<h1>Сайт временно недоступен</h1>" in answer.text


@pytest.mark.parametrize(("method", "path"), [("POST", "/"), ("GET", "/api/auth/login/link"), ("GET", "/api")])
async def test_data_and_changes_get_a_problem_document_even_in_a_browser(
    client: httpx2.AsyncClient, method: str, path: str
) -> None:
    answer = await client.request(method, f"/unavailable{path}", headers=BROWSER_HEADERS)
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
