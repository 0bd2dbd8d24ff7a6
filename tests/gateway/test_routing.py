"""Routing: which path reaches which service."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gateway.conftest import Gateway, Service, wait_until

DOCUMENTS = Path(__file__).resolve().parents[2] / "docs" / "openapi"
ROUTED_CALLS = [
    ("GET", "/api/auth/me", "auth"),
    ("POST", "/api/auth/login", "auth"),
    ("POST", "/api/auth/verify-email", "auth"),
    ("POST", "/api/auth/sessions/disown", "auth"),
    ("POST", "/api/auth/paseto/social/vk/callback", "auth"),
    ("GET", "/api/settings", "content"),
    ("PUT", "/api/settings", "content"),
    ("GET", "/api/cars/featured", "content"),
    ("GET", "/api/blog/posts", "content"),
    ("POST", "/api/comments", "content"),
    ("DELETE", "/api/comments/1", "content"),
    ("GET", "/api/team", "content"),
    ("POST", "/api/contact", "content"),
    ("GET", "/api/newsletter/confirm", "content"),
    ("POST", "/api/requests", "content"),
    ("POST", "/api/saved-searches/stop", "content"),
    ("POST", "/api/price-limits/stop", "content"),
    ("GET", "/api/me/orders", "content"),
    ("PATCH", "/api/content/admin/orders/1", "content"),
    ("GET", "/api/me/payments", "content"),
    ("POST", "/api/content/payments/notices", "content"),
    ("GET", "/api/shared/orders/1", "content"),
    ("GET", "/api/content/admin/posts", "content"),
    ("GET", "/media/picture.webp", "content"),
    ("GET", "/sitemap.xml", "content"),
    ("GET", "/robots.txt", "content"),
    ("GET", "/.well-known/security.txt", "content"),
    ("GET", "/rss.xml", "content"),
    ("GET", "/blog/first-post", "content"),
    ("HEAD", "/cars/bmw-x5", "content"),
    ("GET", "/calc/x.", "content"),
    ("GET", "/shared/orders/x.y", "content"),
    ("POST", "/api/calculator/calculate", "calculator"),
    ("GET", "/api/calculator/calculations/1.pdf", "calculator"),
    ("POST", "/api/calculator/v1/calculations", "calculator"),
    ("GET", "/api/status/services", "status"),
    ("POST", "/api/status/subscriptions", "status"),
    ("GET", "/api/version", "status"),
    ("GET", "/api/health", "status"),
    ("POST", "/api/logs", "status"),
]
# The service gets only reading methods. For others the web server answers 405.
PAGES = ("/blog/x1", "/cars/x1", "/blog/x.", "/cars/x.y", "/calc/x1", "/shared/orders/x1")
UNKNOWN_PATHS = ["/api", "/api/", "/api/nothing", "/api/auth", "/api/carsx", "/api/sse/other", "/api/cars;x=1"]
INTERNAL_PATHS = [
    "/metrics",
    "/healthz",
    "/readyz",
    "/openapi.json",
    "/docs",
    "/redoc",
    "/ping",
    "/internal/storage-check",
]


class TestServices:
    @pytest.mark.parametrize(("method", "path", "service"), ROUTED_CALLS)
    def test_each_address_reaches_its_service_unchanged(
        self, gateway: Gateway, method: str, path: str, service: str
    ) -> None:
        answer = gateway.request(path + "?a=1", method, body=b"{}" if method in {"POST", "PUT"} else None)
        assert answer.status == 200
        assert answer.served_by == service
        if method != "HEAD":
            assert answer.json["path"] == path + "?a=1"

    @pytest.mark.parametrize("path", UNKNOWN_PATHS)
    @pytest.mark.parametrize("method", ["GET", "POST"])
    def test_unknown_api_address_gets_a_problem_404(self, gateway: Gateway, path: str, method: str) -> None:
        answer = gateway.request(path, method, headers={"X-Request-ID": "abcd-1234"})
        assert answer.status == 404
        assert answer.headers["Content-Type"].startswith("application/problem+json")
        assert answer.json["code"] == "not_found"
        assert answer.json["success"] is False
        assert answer.json["request_id"] == answer.headers["X-Request-Id"] == "abcd-1234"

    @pytest.mark.parametrize("path", ["/blog/a/b", "/cars/a/b"])
    def test_deeper_paths_do_not_reach_the_content_service(self, gateway: Gateway, path: str) -> None:
        assert gateway.request(path).headers["X-Service"] is None


def list_documented_paths() -> Iterator[tuple[str, str]]:
    """Yield the paths of the services' documents, with an example for each parameter."""
    for file in sorted(DOCUMENTS.glob("*.json")):
        for path in json.loads(file.read_text())["paths"]:
            if not path.startswith("/api/sse/"):
                yield file.stem, re.sub(r"\{\w+\}", "x1", path)


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS"])
@pytest.mark.parametrize(("service", "path"), list(list_documented_paths()))
def test_head_and_options_of_each_documented_path_reach_its_service(
    gateway: Gateway, service: str, path: str, method: str
) -> None:
    """RFC 9110: HEAD exists wherever GET does. The service names the methods of a path in Allow."""
    answer = gateway.request(path, method)
    if path in PAGES and method == "OPTIONS":
        assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")
        return
    assert answer.status == 200
    assert answer.served_by.removesuffix("-1").removesuffix("-2") == service
    assert (answer.body == b"") == (method == "HEAD")


@pytest.mark.parametrize("encoding", ["br, gzip", "identity"])
@pytest.mark.parametrize("path", sorted({path for _, path in list_documented_paths()}))
def test_no_header_is_sent_twice(gateway: Gateway, path: str, encoding: str) -> None:
    answer = gateway.request(path, headers={"Accept-Encoding": encoding, "X-Padding": "5000"})
    assert answer.status == 200
    counts = Counter(name.lower() for name in answer.headers)
    assert [name for name, count in counts.items() if count > 1] == []
    names = [name.strip() for name in answer.headers["Vary"].split(",")]
    assert "Accept-Encoding" in names
    assert len(names) == len(set(names))


class TestNotifications:
    """The path without /api belongs to the page and to the service, depending on the Accept header."""

    def test_browser_gets_the_page_of_notifications(self, gateway: Gateway) -> None:
        answer = gateway.request("/notifications", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
        assert b"shell" in answer.body
        assert "Accept" in ", ".join(answer.headers.get_all("Vary", []))

    @pytest.mark.parametrize("accept", ["application/json", "*/*", "text/event-stream"])
    def test_other_clients_get_the_service(self, gateway: Gateway, accept: str) -> None:
        answer = gateway.request("/notifications?limit=5", headers={"Accept": accept})
        assert answer.served_by.startswith("notifications-")
        assert answer.json["path"] == "/api/notifications?limit=5"
        assert "Accept" in answer.headers["Vary"]

    @pytest.mark.parametrize("path", ["/notifications/mark-all-read", "/notifications/1/mark-read"])
    def test_writes_reach_the_service_with_any_accept_header(self, gateway: Gateway, path: str) -> None:
        answer = gateway.request(path, "POST", headers={"Accept": "text/html"})
        assert answer.json["path"] == f"/api{path}"

    def test_path_with_the_same_prefix_is_a_page(self, gateway: Gateway) -> None:
        assert gateway.request("/notificationsx").status == 404

    def test_both_replicas_of_notifications_serve(self, gateway: Gateway) -> None:
        served_names: set[str] = set()

        def have_both_served() -> bool:
            served_names.add(gateway.request("/api/notifications").served_by)
            return served_names == {"notifications-1", "notifications-2"}

        # On a busy machine the health check of a running replica may fail for a while.
        wait_until(have_both_served, "both replicas have served")


class TestHidden:
    @pytest.mark.parametrize("path", INTERNAL_PATHS)
    def test_ops_addresses_reach_no_service(self, gateway: Gateway, services: dict[str, Service], path: str) -> None:
        assert gateway.request(path).status == 404
        assert all(path not in service.seen for service in services.values())

    @pytest.mark.parametrize(
        "path",
        [
            "/api/cars/../../metrics",
            "/notifications/../healthz",
            "//metrics",
            "/api/cars/./../../readyz",
            "/media/../metrics",
        ],
    )
    def test_path_traversal_reaches_no_service(self, gateway: Gateway, services: dict[str, Service], path: str) -> None:
        assert gateway.request(path).status == 404
        for service in services.values():
            assert not {"/metrics", "/healthz", "/readyz"} & set(service.seen)
            assert path not in service.seen

    @pytest.mark.parametrize(
        "path", ["/a%2Fb", "/api/cars/..%2f..%2fmetrics", "/a%5Cb", "/a%00b", "/api/cars/%2e%2e%2fx"]
    )
    def test_encoded_separators_are_refused(self, gateway: Gateway, path: str) -> None:
        assert gateway.request(path).status == 400

    def test_texts_of_the_gateway_have_no_public_address(self, gateway: Gateway) -> None:
        for path in ("/__gateway/503", "/__gateway/alive"):
            assert gateway.request(path).status == 404

    def test_ops_port_shows_metrics_and_no_site(self, gateway: Gateway) -> None:
        assert gateway.request("/ping", port=gateway.ops_port).status == 200
        assert b"traefik_" in gateway.request("/metrics", port=gateway.ops_port).body
        assert gateway.request("/api/cars", port=gateway.ops_port).status == 404
