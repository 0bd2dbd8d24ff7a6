"""Addresses as messengers and emails spoil them: cut inside an escape, or followed by punctuation."""

import http.client
import os
import ssl
from urllib.parse import urlsplit

import pytest

SITE = urlsplit(os.environ["BASE_URL"])
HTML_TYPE = "text/html; charset=utf-8"
# A valid id that no calculation has.
UNKNOWN_ID = "01a207cc-5688-7678-ba20-306d67b6217b"
PROBLEM_TYPE = "application/problem+json; charset=utf-8"


def request(path: str) -> tuple[http.client.HTTPResponse, bytes]:
    """Return the response and its body. The path is sent unchanged, while other clients would normalize it."""
    assert SITE.hostname
    if SITE.scheme == "https":
        connection: http.client.HTTPConnection = http.client.HTTPSConnection(
            SITE.hostname, SITE.port, timeout=120, context=ssl.create_default_context()
        )
    else:
        connection = http.client.HTTPConnection(SITE.hostname, SITE.port, timeout=120)
    try:
        connection.request("GET", path, headers={"Accept": "text/html"})
        answer = connection.getresponse()
        return answer, answer.read()
    finally:
        connection.close()


def fetch(path: str) -> tuple[int, str, str]:
    """Return the status, content type and body."""
    answer, body = request(path)
    return answer.status, answer.headers["content-type"], body.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/%E0%A4",
        "/about.",
        "/about)",
        "/dashboard,",
        "/login.",
        "/ABOUT",
        "/orders/x",
        "/nowhere.html",
        # Files of the build that are not pages.
        "/index.html",
        "/404.html",
        "/__spa-fallback.html",
        "/about/index.html",
        *(
            f"/{folder}/{key}"
            for folder in ("blog", "cars", "calc", "shared/orders")
            for key in ("x", "x.", "x.y", "%E0%A4", "%ff", "a%0ab", "x;y=1", "/x", "x/y", UNKNOWN_ID, f"{UNKNOWN_ID}.")
        ),
        *(f"/{folder}/x" for folder in ("Blog", "Cars", "CALC", "Shared/orders")),
        *(f"/{folder}/" for folder in ("calc", "shared/orders")),
    ],
)
def test_a_broken_address_shows_the_page_for_missing_content(path: str) -> None:
    status, content_type, body = fetch(path)
    assert status == 404
    assert content_type == HTML_TYPE
    assert 'lang="ru"' in body


@pytest.mark.parametrize(
    "path", ["/api/cars/%E0%A4", "/api/blog/posts/%E0%A4", "/api/shared/orders/%E0%A4", "/media/%E0%A4", "/api/cars/x."]
)
def test_broken_address_of_the_api_is_answered_with_a_problem(path: str) -> None:
    status, content_type, body = fetch(path)
    assert status == 404
    assert content_type == PROBLEM_TYPE
    assert "Не найдено" in body


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/blog/%00", 400, "недопустимые знаки"),
        ("/calc/x%2fy", 400, "недопустимые знаки"),
        ("/shared/orders/" + "x" * 5000, 414, "Слишком длинный адрес"),
    ],
)
def test_forbidden_characters_are_refused_with_a_problem(path: str, status: int, words: str) -> None:
    refused, content_type, body = fetch(path)
    assert refused == status
    assert content_type == PROBLEM_TYPE
    assert words in body


@pytest.mark.parametrize(
    ("path", "canonical"),
    [
        ("//about", "/about"),
        ("/blog/%2e%2e/about", "/about"),
        ("/%61bout", "/about"),
        ("/about?utm_source=x", "/about"),
    ],
)
def test_another_spelling_of_an_address_shows_the_same_page(path: str, canonical: str) -> None:
    """Browsers resolve dot segments before they send; here the gateway does (RFC 3986, section 6.2.2)."""
    assert fetch(path) == fetch(canonical)


@pytest.mark.parametrize(
    ("path", "address"),
    [
        *((f"/{name}/", f"/{name}") for name in ("about", "services", "cars", "blog", "contacts", "status", "sitemap")),
        *((f"/{name}/", f"/{name}") for name in ("privacy", "terms", "login", "dashboard", "dashboard/bookings")),
        ("/blog/?search=bmw", "/blog?search=bmw"),
        (f"/calc/{UNKNOWN_ID}/", f"/calc/{UNKNOWN_ID}"),
        ("//about/", "/about"),
    ],
)
def test_a_trailing_slash_is_redirected_to_the_address_without_it(path: str, address: str) -> None:
    """The content service renders the settings of the site into the pages without a slash only."""
    answer, _ = request(path)
    assert (answer.status, answer.headers["Location"]) == (301, address)


@pytest.mark.parametrize("path", ["/%zz", "/api/cars/%zz", "/blog/%", "/api/cars/%E"])
def test_an_invalid_escape_is_refused_by_the_gateway(path: str) -> None:
    """Go's server refuses such a path before any route of ours: RFC 3986 has no meaning for it."""
    status, _, _ = fetch(path)
    assert status == 400
