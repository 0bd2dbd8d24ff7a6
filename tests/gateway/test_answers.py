"""Answers of the gateway itself: outages, sizes, floods, slow clients, methods and characters."""

import contextlib
import itertools
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.gateway.conftest import ROOT, Gateway, GatewayStarter, Service, wait_until

PROBLEM = "application/problem+json"


@pytest.fixture(scope="module")
def strict_gateway(start_gateway: GatewayStarter) -> Gateway:
    """A gateway with a small limit and a short timeout."""

    def shorten_timeout(static: Any) -> None:
        static["entryPoints"]["web"]["transport"]["respondingTimeouts"]["readTimeout"] = "1s"

    return start_gateway(
        environment={
            "GATEWAY_LOGIN_PER_SECOND": "1",
            "GATEWAY_LOGIN_BURST": "3",
            "GATEWAY_COSTLY_PER_SECOND": "1",
            "GATEWAY_COSTLY_BURST": "3",
        },
        change=shorten_timeout,
    )


@pytest.fixture(scope="module")
def gateway_without_status(start_gateway: GatewayStarter) -> Gateway:
    """A gateway whose status service does not run."""
    return start_gateway(environment={"STATUS_URL": "http://127.0.0.1:9"})


class TestOutage:
    @pytest.mark.parametrize("is_noticed", [False, True])
    def test_service_that_is_down_is_answered_with_503(self, start_gateway: GatewayStarter, is_noticed: bool) -> None:
        gateway = start_gateway(environment={"CALCULATOR_URL": "http://127.0.0.1:9"})
        if is_noticed:
            wait_until(lambda: "Health check failed" in gateway.log.read_text(), "the check fails")
        for method in ("GET", "POST"):
            answer = gateway.request("/api/calculator/calculate", method, headers={"X-Request-ID": "abcd-1234"})
            assert answer.status == answer.json["status"] == 503
            assert answer.headers["Content-Type"].startswith(PROBLEM)
            assert answer.headers["Retry-After"] == "5"
            assert answer.json["code"] == "unavailable"
            assert answer.json["request_id"] == "abcd-1234"

    @pytest.mark.parametrize(("method", "body"), [("GET", None), ("POST", b"{}")])
    def test_unchecked_replica_is_used_if_there_is_no_other(
        self, start_gateway: GatewayStarter, services: dict[str, Service], method: str, body: bytes | None
    ) -> None:
        """On a busy machine the health check of a running replica may fail or come too late (decision 0155)."""
        services["calculator"].health = 503
        try:
            gateway = start_gateway()
            wait_until(lambda: "Health check failed" in gateway.log.read_text(), "the check fails")
            answer = gateway.request("/api/calculator/calculate", method, body)
            assert (answer.status, answer.served_by) == (200, "calculator")
        finally:
            services["calculator"].health = 200

    def test_service_without_an_answer_is_answered_with_503(self, start_gateway: GatewayStarter) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent_server:
            gateway = start_gateway(
                environment={"CALCULATOR_URL": f"http://127.0.0.1:{silent_server.getsockname()[1]}"}
            )
            wait_until(lambda: "Health check failed" in gateway.log.read_text(), "the check fails")
            answer = gateway.request("/api/calculator/calculate", "POST", b"{}")
            assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
            assert answer.json["code"] == "unavailable"

    @pytest.mark.parametrize("is_noticed", [False, True])
    def test_status_answers_without_the_web_server(self, start_gateway: GatewayStarter, is_noticed: bool) -> None:
        unreachable_urls = dict.fromkeys(("AUTH_URL", "CALCULATOR_URL", "CONTENT_URL", "WEB_URL"), "http://127.0.0.1:9")
        gateway = start_gateway(environment=unreachable_urls, home_status=503)
        if is_noticed:
            wait_until(
                lambda: gateway.log.read_text().count("Health check failed") >= len(unreachable_urls),
                "checks of health",
            )
        paths = ("/", "/about", "/assets/app-1a2b.js", "/api/cars", "/api/auth/me", "/api/nothing")
        reading = [("GET", path) for path in paths]
        for method, path in [*reading, ("POST", "/api/calculator/calculate"), ("PUT", "/api/auth/me/avatar")]:
            accept_header = {"Accept": "text/html"}
            answer = gateway.request(path, method, body=None if method == "GET" else b"{}", headers=accept_header)
            assert (answer.status, answer.served_by) == (503, "status"), path
            assert answer.json["path"].startswith("/unavailable/")
            # By this header the service decides between a page and a document.
            assert answer.json["headers"]["Accept"] == "text/html"

    @pytest.mark.parametrize("method", ["GET", "HEAD", "DELETE"])
    def test_reads_and_deletes_are_repeated_after_a_crash(
        self, gateway: Gateway, services: dict[str, Service], method: str
    ) -> None:
        services["calculator"].crashes = 1
        path = f"/api/calculator/calculations?survives={method}"
        assert gateway.request(path, method).status == 200
        assert services["calculator"].seen.count(path) == 2

    @pytest.mark.parametrize(("method", "body"), [("POST", b""), ("POST", b"{}"), ("PATCH", b"{}"), ("PUT", b"{}")])
    def test_post_patch_and_put_are_never_repeated(
        self, gateway: Gateway, services: dict[str, Service], method: str, body: bytes
    ) -> None:
        services["calculator"].crashes = 1
        path = f"/api/calculator/calculations?once={method}{len(body)}"
        answer = gateway.request(path, method, body)
        assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
        assert services["calculator"].seen.count(path) == 1

    @pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 413, 422, 429, 500, 503])
    def test_refusal_of_a_service_is_passed_unchanged(self, gateway: Gateway, status: int) -> None:
        answer = gateway.request("/api/cars", "POST", body=b"{}", headers={"X-Answer-Status": str(status)})
        assert answer.status == status
        assert answer.json["method"] == "POST"

    @pytest.mark.parametrize("status", [502, 503, 504])
    def test_article_page_is_the_app_without_the_content_service(self, gateway: Gateway, status: int) -> None:
        answer = gateway.request("/blog/post", headers={"X-Answer-Status": str(status)})
        assert answer.status == 200
        assert b"shell" in answer.body

    def test_unknown_article_is_404(self, gateway: Gateway) -> None:
        answer = gateway.request("/blog/post", headers={"X-Answer-Status": "404"})
        assert answer.status == 404
        assert answer.served_by == "content"


class TestStatusSnapshot:
    """While the status service is down, its last answers are served from files. Old ones are marked."""

    @pytest.fixture
    def last_answer(self, snapshot_folder: Path) -> Iterator[str]:
        """File of the service. Texts of administrators in it must not be treated as templates."""
        body = '{"data": ["{{ now }}"], "isSnapshot": true}'
        (snapshot_folder / "services.json").write_text(body)
        (snapshot_folder / "services.old.json").write_text('{"data": []}')
        yield body
        for file in snapshot_folder.iterdir():
            file.unlink()

    def test_last_answer_of_the_status_service_is_served(
        self, gateway_without_status: Gateway, last_answer: str
    ) -> None:
        answer = gateway_without_status.request("/api/status/services")
        assert (answer.status, answer.body.decode()) == (200, last_answer)
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.headers["Cache-Control"] == "no-store"

    def test_old_answer_is_marked_as_unknown(
        self, gateway_without_status: Gateway, last_answer: str, snapshot_folder: Path
    ) -> None:
        long_ago = time.time() - 181
        os.utime(snapshot_folder / "services.json", (long_ago, long_ago))
        assert gateway_without_status.request("/api/status/services").json == {"data": []}

    @pytest.mark.parametrize(
        ("method", "path"),
        [("GET", "/api/status/incidents"), ("POST", "/api/status/services"), ("GET", "/api/status/feed.atom")],
    )
    def test_missing_snapshot_is_answered_with_503(
        self, gateway_without_status: Gateway, last_answer: str, method: str, path: str
    ) -> None:
        answer = gateway_without_status.request(path, method)
        assert (answer.status, answer.json["code"]) == (503, "unavailable")

    def test_running_status_service_answers_itself(self, gateway: Gateway, last_answer: str) -> None:
        # After a failed health check, the gateway serves the file until the next one.
        wait_until(lambda: gateway.request("/api/status/services").served_by == "status", "the service answers")


class TestSize:
    def test_an_upload_within_the_limit_passes(self, gateway: Gateway) -> None:
        answer = gateway.request("/api/content/admin/media", "POST", body=b"x" * 5_400_000)
        assert answer.json["body_size"] == 5_400_000

    @pytest.mark.parametrize("path", ["/api/contact", "/api/content/admin/media", "/api/nothing", "/"])
    def test_too_large_body_is_answered_with_413(
        self, gateway: Gateway, services: dict[str, Service], path: str
    ) -> None:
        answer = gateway.request(f"{path}?too_large", "POST", body=b"x" * 6_400_000)
        assert answer.status == 413
        assert answer.headers["Content-Type"].startswith(PROBLEM)
        assert answer.json["code"] == "too_large"
        # Requests of earlier tests may still arrive.
        assert f"{path}?too_large" not in services["content"].seen

    def test_huge_body_is_refused_without_being_read(self, gateway: Gateway) -> None:
        """The answer comes before most of the body has been sent."""
        with socket.create_connection(("127.0.0.1", gateway.port), 120) as client:
            client.sendall(b"POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 40000000\r\n\r\nthe first bytes")
            assert client.recv(12) == b"HTTP/1.1 413"

    def test_long_headers_reach_the_service_which_refuses_them(self, gateway: Gateway) -> None:
        """The services answer 431 with a problem document, Go with plain text, so the gateway allows larger headers."""
        refusal = gateway.request("/api/cars", headers={"X-Long": "x" * 60_000, "X-Answer-Status": "431"})
        assert (refusal.status, refusal.served_by) == (431, "content")
        assert gateway.request("/favicon.svg", headers={"X-Long": "x" * 200_000}).status == 200

    def test_header_size_is_limited(self, gateway: Gateway) -> None:
        assert gateway.request("/", headers={"X-Long": "x" * 300_000}).status == 431

    @pytest.mark.parametrize("path", ["/", "/api/cars/", "/api/nothing/", "/assets/"])
    def test_too_long_path_is_answered_with_414(self, gateway: Gateway, path: str) -> None:
        answer = gateway.request(path + "a" * 2000, headers={"X-Request-ID": "abcd-1234"})
        assert (answer.status, answer.json["code"], answer.json["request_id"]) == (414, "uri_too_long", "abcd-1234")
        assert answer.headers["Content-Type"].startswith(PROBLEM)


class TestFloods:
    @pytest.mark.parametrize(
        ("method", "path"),
        [
            ("GET", "/api/blog/posts?search=x&limit=6"),
            ("GET", "/api/cars?q=x"),
            ("PUT", "/api/auth/me/avatar"),
            ("POST", "/api/logs"),
        ],
    )
    def test_costly_requests_have_a_limit_of_their_own(self, strict_gateway: Gateway, method: str, path: str) -> None:
        wait_until(lambda: strict_gateway.request(path, method=method).status == 429, "the limit is reached")
        lists = ("/api/blog/posts?limit=6", "/api/cars", "/api/auth/me", "/api/status/summary")
        assert {strict_gateway.request(other).status for other in lists for _ in range(3)} == {200}

    @pytest.mark.parametrize(
        ("method", "path"),
        [
            ("PUT", "/api/auth/me/avatar"),
            ("PUT", "/api/me/orders/1/documents/2/file"),
            ("PUT", "/api/content/admin/orders/1/documents/2/file"),
            ("POST", "/api/me/orders/1/attachments"),
            ("POST", "/api/content/admin/orders/1/attachments"),
            ("POST", "/api/content/admin/media"),
        ],
    )
    def test_unfinished_uploads_of_an_address_are_limited_and_refuse_nobody_else(
        self, gateway: Gateway, method: str, path: str
    ) -> None:
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{gateway.port}\r\nContent-Length: 12\r\n\r\n".encode()
        with contextlib.ExitStack() as stack:

            def send_half() -> None:
                source = ("127.0.0.99", 0)
                address = ("127.0.0.1", gateway.port)
                client = stack.enter_context(socket.create_connection(address, 120, source_address=source))
                client.sendall(head + b"half a")

            for _ in range(8):
                send_half()

            answers = []

            def is_next_request_refused() -> bool:
                # The gateway may not yet count all eight, so each attempt adds another unfinished upload.
                send_half()
                answers.append(gateway.request(path, method, body=b"{}", source="127.0.0.99"))
                return bool(answers[-1].status == 429)

            wait_until(is_next_request_refused, "8 are under way")
            other = gateway.request(path, method, body=b"{}")
        # The refusal is checked here, because the gateway may count a request for a moment after its answer.
        refusal = answers[-1]
        assert (refusal.headers["Retry-After"], refusal.json["code"]) == ("1", "rate_limited")
        assert refusal.headers["Content-Type"].startswith(PROBLEM)
        assert other.status == 200

    def test_large_bodies_of_all_clients_and_host_names_are_read_a_few_at_a_time(self, gateway: Gateway) -> None:
        large_body = b"x" * 7_000_000
        numbers = itertools.count(1)
        with contextlib.ExitStack() as stack:

            def is_refused() -> bool:
                number = next(numbers)
                address = ("127.0.0.1", gateway.port)
                source = (f"127.0.{number}.9", 0)
                client = stack.enter_context(socket.create_connection(address, 120, source_address=source))
                head = (
                    f"POST /api/contact HTTP/1.1\r\nHost: site-{number}.example\r\n"
                    f"Content-Length: {len(large_body)}\r\n\r\n"
                )
                client.sendall(head.encode() + b"half")
                answer = gateway.request("/api/contact", "POST", body=large_body, headers={"Host": "other.example"})
                assert answer.status in (413, 429)
                assert number < 100, "the limit counts each host name by itself"
                return answer.status == 429

            wait_until(is_refused, "16 are under way")

    def test_logins_are_limited_and_other_calls_are_not(self, strict_gateway: Gateway) -> None:
        answers = []

        def is_refused() -> bool:
            answers.append(strict_gateway.request("/api/auth/login", "POST"))
            return bool(answers[-1].status == 429)

        wait_until(is_refused, "the limit is reached")
        assert int(answers[-1].headers["Retry-After"]) >= 1
        assert strict_gateway.request("/api/auth/me").status == 200

    def test_forged_address_does_not_avoid_the_limit(self, strict_gateway: Gateway) -> None:
        numbers = itertools.count(1)

        def is_refused() -> bool:
            claimed_address = {"X-Real-Ip": f"10.0.0.{next(numbers)}"}
            return bool(strict_gateway.request("/api/auth/login", "POST", headers=claimed_address).status == 429)

        wait_until(is_refused, "the limit is reached")

    def test_busy_browser_stays_below_the_limits(self, gateway: Gateway) -> None:
        assert {gateway.request("/api/cars").status for _ in range(300)} == {200}
        assert {gateway.request("/api/auth/login", "POST").status for _ in range(60)} == {200}


class TestSlowClient:
    def test_connection_with_a_missing_body_is_closed(self, strict_gateway: Gateway) -> None:
        with socket.create_connection(("127.0.0.1", strict_gateway.port), 120) as client:
            client.sendall(b"POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf")
            received_bytes = b""
            while part := client.recv(4096):
                received_bytes += part
        assert b" 200 " not in received_bytes[:20]

    def test_slow_bodies_do_not_affect_other_clients(self, gateway: Gateway) -> None:
        """This holds while bodies of four clients are arriving and afterwards."""
        head = b"POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n\r\n"
        with contextlib.ExitStack() as stack:
            slow_clients = [
                stack.enter_context(socket.create_connection(("127.0.0.1", gateway.port), 120)) for _ in range(4)
            ]
            for client in slow_clients:
                client.sendall(head + b"half a")
            assert {gateway.request("/api/contact", "POST", body=b"{}").status for _ in range(10)} == {200}
            for client in slow_clients:
                client.sendall(b" body!")
            assert {client.recv(12) for client in slow_clients} == {b"HTTP/1.1 200"}
        assert {gateway.request("/api/contact", "POST", body=b"{}").status for _ in range(10)} == {200}

    def test_no_route_has_a_circuit_breaker(self) -> None:
        """A latency circuit breaker would include the time in which a client sends its body, and all clients share it.

        The test reads the files, since a request would have to be slower than any threshold.
        """
        files = sorted((ROOT / "gateway").rglob("*.yml"))
        assert len(files) > 5
        lines = [line for file in files for line in file.read_text().splitlines() if not line.strip().startswith("#")]
        assert [line for line in lines if "circuitbreaker" in line.lower()] == []


PAGES = ["/", "/about", "/dashboard", "/assets/app-1a2b.js", "/favicon.svg", "/sw.js"]


class TestMethods:
    """RFC 9110: a 405 names the allowed methods, and every answer is a complete message."""

    @pytest.mark.parametrize("path", PAGES)
    @pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    @pytest.mark.parametrize("encoding", ["identity", "br, gzip"])
    def test_pages_and_files_are_only_read(self, gateway: Gateway, path: str, method: str, encoding: str) -> None:
        headers = {"Accept-Encoding": encoding, "X-Request-ID": "abcd-1234"}
        answer = gateway.request(path, method, body=b"{}", headers=headers)
        assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")
        assert answer.headers["Content-Type"].startswith(PROBLEM)
        assert (answer.json["code"], answer.json["request_id"]) == ("method_not_allowed", "abcd-1234")

    @pytest.mark.parametrize("path", PAGES)
    def test_head_has_the_headers_of_get(self, gateway: Gateway, path: str) -> None:
        get = gateway.request(path)
        head = gateway.request(path, "HEAD")
        assert (head.status, head.body) == (200, b"")
        assert head.headers["Content-Type"] == get.headers["Content-Type"]

    @pytest.mark.parametrize("path", ["/", "/api/cars", "/api/nothing"])
    @pytest.mark.parametrize("method", ["FOO", "TRACE", "PROPFIND"])
    def test_unknown_method_is_answered_with_405(self, gateway: Gateway, path: str, method: str) -> None:
        answer = gateway.request(path, method)
        assert (answer.status, answer.json["code"]) == (405, "method_not_allowed")
        assert "GET" in answer.headers["Allow"]
        assert answer.headers["X-Request-ID"] == answer.json["request_id"]

    @pytest.mark.parametrize("path", PAGES)
    @pytest.mark.parametrize(
        "condition", [{"If-Match": '"x"'}, {"If-Unmodified-Since": "Mon, 01 Jan 2001 00:00:00 GMT"}]
    )
    def test_conditions_of_writers_do_not_break_reading(
        self, gateway: Gateway, path: str, condition: dict[str, str]
    ) -> None:
        answer = gateway.request(path, headers={"Accept-Encoding": "br, gzip", **condition})
        assert answer.status == 200
        assert answer.body


class TestAddresses:
    @pytest.mark.parametrize("code", ["%2F", "%2f", "%5C", "%00", "%3B", "%3F", "%23"])
    @pytest.mark.parametrize("path", ["/api/cars/a{}b", "/cars/a{}b", "/assets/a{}b.js"])
    def test_encoded_delimiters_are_answered_with_400(
        self, gateway: Gateway, services: dict[str, Service], path: str, code: str
    ) -> None:
        answer = gateway.request(f"{path.format(code)}?delimiter", headers={"X-Request-ID": "abcd-1234"})
        assert (answer.status, answer.json["code"], answer.json["request_id"]) == (400, "bad_request", "abcd-1234")
        # Requests of earlier tests may still arrive.
        assert [seen for seen in services["content"].seen if seen.endswith("?delimiter")] == []

    def test_encoded_slash_does_not_reach_internal_routes(self, gateway: Gateway) -> None:
        for path in ("/api/cars/..%2F..%2Fmetrics", "/api%2Fcars", "/%2Fmetrics", "/api/cars/%2e%2e/%2e%2e/metrics"):
            assert gateway.request(path).status in {400, 404}

    def test_encoded_percent_sign_is_accepted(self, gateway: Gateway) -> None:
        assert gateway.request("/api/cars/a%25b").json["path"] == "/api/cars/a%25b"

    @pytest.mark.parametrize("path", ["/icon.svg", "/assets/gone-1a2b.js", "/favicon.gif"])
    def test_missing_file_is_answered_with_404(self, gateway: Gateway, path: str) -> None:
        answer = gateway.request(path, headers={"X-Request-ID": "abcd-1234"})
        assert (answer.status, answer.json["code"], answer.json["request_id"]) == (404, "not_found", "abcd-1234")
        assert answer.headers["Content-Type"].startswith(PROBLEM)


def test_addresses_of_one_ipv6_network_share_a_limit(start_gateway: GatewayStarter) -> None:
    """A customer usually has a whole /64."""
    settings = {"GATEWAY_LOGIN_PER_SECOND": "1", "GATEWAY_LOGIN_BURST": "3", "GATEWAY_PROXY_DEPTH": "1"}
    gateway = start_gateway(environment=settings, trusted_proxies=("127.0.0.1/32",))

    def sign_in(address: str) -> int:
        return gateway.request("/api/auth/login", "POST", headers={"X-Forwarded-For": address}).status

    numbers = itertools.count(1)
    wait_until(lambda: sign_in(f"2001:db8::{next(numbers)}") == 429, "the limit is reached")
    assert sign_in("2001:db8:0:1::1") == 200
    assert sign_in("203.0.113.9") == 200


@pytest.mark.parametrize("path", ["/api/shared/orders/s3cret", "/shared/orders/s3cret", "/calc/s3cret"])
def test_paths_with_secret_links_are_not_logged(gateway: Gateway, path: str) -> None:
    gateway.request(path)
    gateway.request("/about", headers={"X-Request-ID": "after-secret"})
    wait_until(lambda: "after-secret" in gateway.log.read_text(), "the second request is logged")
    assert "s3cret" not in gateway.log.read_text()
