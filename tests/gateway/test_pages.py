"""The pages: caching, 404s, and a Content-Security-Policy with the hashes of their scripts."""

import base64
import hashlib
import http.client
import re
from pathlib import Path

import pytest

from tests.gateway.conftest import WEB_PAGES, Gateway, run_caddy


@pytest.mark.parametrize(("path", "title"), [("/", "home"), ("/about", "about"), ("/dashboard/x", "shell")])
def test_pages_are_always_revalidated(gateway: Gateway, path: str, title: str) -> None:
    answer = gateway.request(path)
    assert answer.status == 200
    assert title.encode() in answer.body
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert gateway.request(path, headers={"If-None-Match": answer.headers["ETag"]}).status == 304


@pytest.mark.parametrize("path", WEB_PAGES)
def test_a_page_has_the_site_settings_from_the_content_service(gateway: Gateway, path: str) -> None:
    assert gateway.request(path, headers={"X-Answer-Status": "200"}).served_by == "content"
    assert gateway.request(path, "HEAD", headers={"X-Answer-Status": "200"}).served_by == "content"


@pytest.mark.parametrize(
    "path", ["/%61bout", "//about", "/./about", "/blog/../about", "/about?", "/about?utm_source=x"]
)
def test_a_page_has_the_settings_however_its_address_is_spelled(gateway: Gateway, path: str) -> None:
    assert gateway.request(path, headers={"X-Answer-Status": "200"}).served_by == "content"


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("/about/", "/about"),
        ("/about//", "/about"),
        ("//about/", "/about"),
        ("/about/?utm_source=x&q=%20", "/about?utm_source=x&q=%20"),
        ("/blog/%D0%B0/", "/blog/%D0%B0"),
        ("/dashboard/", "/dashboard"),
        ("/dashboard/orders/1/", "/dashboard/orders/1"),
        ("/404/", "/404"),
    ],
)
def test_a_trailing_slash_is_redirected_permanently(gateway: Gateway, path: str, address: str) -> None:
    for method in ("GET", "HEAD"):
        answer = gateway.request(path, method)
        assert (answer.status, answer.headers["Location"]) == (301, address)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/404", "missing"),
        ("/nowhere/", "lost"),
        *((path, "lost") for path in ("/nowhere", "/a/b/c", "/nowhere.html", "/404.html")),
        *((path, "lost") for path in ("/index.html", "/about/index.html", "/__spa-fallback.html")),
    ],
)
def test_an_unknown_page_is_a_page_with_status_404(gateway: Gateway, path: str, title: str) -> None:
    answer = gateway.request(path, headers={"Accept": "text/html"})
    assert answer.status == 404
    assert title.encode() in answer.body
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", ["/assets/gone.js", "/assets/gone", "/gone.png", "/.hidden.txt", "/assets/"])
def test_a_missing_file_is_never_a_page(gateway: Gateway, path: str) -> None:
    answer = gateway.request(path)
    assert (answer.status, answer.json["code"]) == (404, "not_found")
    assert answer.headers["Content-Type"].startswith("application/problem+json")
    assert "immutable" not in (answer.headers["Cache-Control"] or "")


def test_files_named_by_content_are_immutable(gateway: Gateway) -> None:
    assert gateway.request("/assets/app-1a2b.js").headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_worker_and_manifest_are_revalidated(gateway: Gateway) -> None:
    for path in ("/sw.js", "/manifest.webmanifest"):
        assert gateway.request(path).headers["Cache-Control"] == "no-cache"
    assert gateway.request("/manifest.webmanifest").headers["Content-Type"] == "application/manifest+json"


def test_icons_are_kept_for_an_hour(gateway: Gateway) -> None:
    assert gateway.request("/favicon.svg").headers["Cache-Control"] == "public, max-age=3600"
    assert gateway.request("/gone.svg").headers["Cache-Control"] == "no-store"


def test_kill_switch_replaces_the_worker(folder: Path, built_pages: Path) -> None:
    with run_caddy(folder, built_pages, SERVICE_WORKER="off") as address:
        connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=120)
        connection.request("GET", "/sw.js")
        answer = connection.getresponse()
        assert answer.read() == b"// leaves"
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.headers["Content-Type"].startswith("text/javascript")
        connection.close()


def test_every_answer_has_a_request_id(gateway: Gateway) -> None:
    ids = {gateway.request(path).headers["X-Request-Id"] for path in ("/", "/nowhere", "/gone.png")}
    assert len(ids) == 3
    assert gateway.request("/", headers={"X-Request-ID": "abcd-1234"}).headers["X-Request-Id"] == "abcd-1234"
    assert gateway.request("/", headers={"X-Request-ID": "bad id"}).headers["X-Request-Id"] != "bad id"


@pytest.mark.parametrize("path", ["/", "/about", "/404", "/nowhere", "/dashboard", "/auth/bridge.html"])
def test_the_policy_allows_exactly_the_scripts_of_the_build(gateway: Gateway, path: str) -> None:
    answer = gateway.request(path)
    policy = answer.headers["Content-Security-Policy"]
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src "))
    assert "unsafe-inline" not in scripts
    assert "unsafe-eval" not in scripts
    assert " https: " not in f"{scripts} "
    # Only configured widgets of the sign-in form are allowed.
    assert "cloudflare" not in policy
    assert "telegram" not in scripts
    assert "frame-src 'self'  https://stand-in.example " in policy
    # The web server does not know the site settings, so it allows no widget that they would enable.
    assert not re.search(r"jivo|openapi\.js|\[", policy)
    for code in re.findall(rb"<script>(.*?)</script>", answer.body):
        assert f"'sha256-{base64.b64encode(hashlib.sha256(code).digest()).decode()}'" in scripts


def test_writing_to_a_page_is_refused(gateway: Gateway) -> None:
    assert gateway.request("/", "POST").status == 405
