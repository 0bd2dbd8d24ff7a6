"""Security headers of responses, and request headers that a client may not set."""

import pytest

from tests.gateway.conftest import Gateway, GatewayStarter

SPOOFED_HEADERS = {
    "X-User-Id": "1",
    "X-User-Role": "admin",
    "X_User_Id": "1",
    "X-Real-Ip": "6.6.6.6",
    "X-Forwarded-For": "6.6.6.6",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Prefix": "/evil",
    "Forwarded": "for=6.6.6.6",
    "True-Client-IP": "6.6.6.6",
    "CF-Connecting-IP": "6.6.6.6",
    "X-Original-URL": "/metrics",
    "X-HTTP-Method-Override": "DELETE",
}


@pytest.mark.parametrize(
    "path", ["/", "/about", "/api/cars", "/api/nothing", "/blog/post", "/missing", "/assets/app-1a2b.js"]
)
def test_every_answer_carries_the_security_headers(gateway: Gateway, path: str) -> None:
    headers = gateway.request(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["X-Permitted-Cross-Domain-Policies"] == "none"
    assert "camera=()" in headers["Permissions-Policy"]
    assert headers["Strict-Transport-Security"] is None
    assert headers["Server"] is None
    assert headers["X-Powered-By"] is None


@pytest.mark.parametrize(
    "path",
    ["/media/a.webp", "/rss.xml", "/api/status/badge/api.svg", "/api/status/feed.atom", "/embed/calculator.js"],
)
def test_resources_for_other_sites_are_not_isolated(gateway: Gateway, path: str) -> None:
    assert gateway.request(path).headers["Cross-Origin-Resource-Policy"] == "cross-origin"


@pytest.mark.parametrize("path", ["/auth/bridge.html", "/auth/google-callback.html", "/auth/callback"])
def test_return_pages_of_social_sign_in_keep_their_opener(gateway: Gateway, path: str) -> None:
    headers = gateway.request(path).headers
    assert headers["Cross-Origin-Opener-Policy"] is None
    assert headers["X-Frame-Options"] == "DENY"


def test_policy_of_data_allows_no_scripts(gateway: Gateway) -> None:
    policy = gateway.request("/api/cars").headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "frame-ancestors 'none'" in policy
    assert "form-action 'none'" in policy


@pytest.mark.parametrize(
    ("path", "service"),
    [
        ("/api/auth/sessions/disown", "auth"),
        ("/api/notifications/unsubscribe", "notifications-"),
    ],
)
def test_pages_of_email_links_may_send_their_form_to_us(gateway: Gateway, path: str, service: str) -> None:
    answer = gateway.request(f"{path}?token=t")
    policy = answer.headers["Content-Security-Policy"]
    assert answer.served_by.startswith(service)
    assert "default-src 'none'" in policy
    assert "form-action 'self'" in policy
    assert "style-src 'self'" in policy


def test_identity_headers_of_a_client_are_removed(gateway: Gateway) -> None:
    received_headers = gateway.request("/api/cars", headers=SPOOFED_HEADERS).json["headers"]
    assert received_headers["X-Real-Ip"] == received_headers["X-Forwarded-For"] == "127.0.0.1"
    assert received_headers["X-Forwarded-Proto"] == "http"
    assert received_headers["X-Forwarded-Host"] == f"127.0.0.1:{gateway.port}"
    claimed_headers = set(SPOOFED_HEADERS) - {"X-Real-Ip", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"}
    assert not claimed_headers & set(received_headers)


def test_needed_request_headers_are_passed(gateway: Gateway) -> None:
    sent_headers = {
        "Authorization": "Bearer t",
        "Cookie": "session=1",
        "Origin": "http://localhost:8080",
        "Sec-Fetch-Site": "same-origin",
        "X-Request-ID": "abcd-1234",
        "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "Last-Event-ID": "7",
        "X-Confirmation": "c",
    }
    received_headers = {
        name.lower(): value
        for name, value in gateway.request("/api/cars", headers=sent_headers).json["headers"].items()
    }
    assert {name.lower(): value for name, value in sent_headers.items()}.items() <= received_headers.items()


def test_a_trusted_proxy_names_the_client_and_the_scheme(start_gateway: GatewayStarter) -> None:
    gateway = start_gateway(trusted_proxies=("127.0.0.1/32",))
    answer = gateway.request("/api/cars", headers={"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"})
    assert answer.json["headers"]["X-Forwarded-For"] == "203.0.113.9, 127.0.0.1"
    assert answer.json["headers"]["X-Forwarded-Proto"] == "https"
    assert "max-age=31536000" in answer.headers["Strict-Transport-Security"]


class TestPublicApi:
    PATH = "/api/calculator/v1/calculations"
    ORIGIN = "https://dealer.example"

    def test_a_browser_of_another_site_may_send_a_key(self, gateway: Gateway) -> None:
        preflight = {
            "Origin": self.ORIGIN,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,content-type",
        }
        answer = gateway.request(self.PATH, "OPTIONS", headers=preflight)
        assert answer.status == 200
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "POST" in answer.headers["Access-Control-Allow-Methods"]
        assert answer.headers["Access-Control-Allow-Headers"].lower() == "authorization,content-type"
        # Requests from pages of other sites carry no cookies of our visitors.
        assert answer.headers["Access-Control-Allow-Credentials"] is None

    @pytest.mark.parametrize("status", [200, 401, 429])
    def test_a_browser_of_another_site_may_read_every_answer_with_its_limits(
        self, gateway: Gateway, status: int
    ) -> None:
        headers = {"Origin": self.ORIGIN, "X-Answer-Status": str(status)}
        answer = gateway.request(self.PATH, "POST", headers=headers, body=b"{}")
        assert answer.status == status
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "RateLimit" in answer.headers["Access-Control-Expose-Headers"]

    def test_the_calculator_on_another_page_may_calculate_without_a_key(self, gateway: Gateway) -> None:
        answer = gateway.request("/api/calculator/calculate", "POST", headers={"Origin": self.ORIGIN}, body=b"{}")
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert answer.headers["Access-Control-Allow-Credentials"] is None

    def test_other_routes_are_closed_to_other_sites(self, gateway: Gateway) -> None:
        answer = gateway.request("/api/calculator/compare", "POST", headers={"Origin": self.ORIGIN}, body=b"{}")
        assert answer.headers["Access-Control-Allow-Origin"] is None


class TestCompression:
    def test_long_data_is_compressed(self, gateway: Gateway) -> None:
        headers = {"Accept-Encoding": "gzip", "X-Padding": "5000"}
        assert gateway.request("/api/cars", headers=headers).headers["Content-Encoding"] == "gzip"

    def test_responses_with_tokens_are_not_compressed(self, gateway: Gateway) -> None:
        headers = {"Accept-Encoding": "gzip", "X-Padding": "5000"}
        assert gateway.request("/api/auth/login", "POST", headers=headers).headers["Content-Encoding"] is None

    def test_files_built_as_brotli_are_sent_as_they_are(self, gateway: Gateway) -> None:
        answer = gateway.request("/assets/app-1a2b.js", headers={"Accept-Encoding": "br"})
        assert answer.headers["Content-Encoding"] == "br"
        assert answer.body == b"as brotli"
