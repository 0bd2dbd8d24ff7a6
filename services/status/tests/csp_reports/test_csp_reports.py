"""POST /api/csp-reports: both formats, capped, limited, shown to administrators among the client logs."""

import json
from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select
from sqlmodel import col
from status.client_logs.tables import LogEntry
from status.csp_reports.parsing import MAX_REPORTS, MalformedReport, parse_violations
from status.runtime import Session

URL = "/api/csp-reports"
OLD_REPORT = {
    "csp-report": {
        "document-uri": "https://meridian.example/calc/1?token=secret#x", "violated-directive": "script-src",
        "effective-directive": "script-src-elem", "blocked-uri": "https://evil.example/x.js?key=1", "line-number": 7,
        "source-file": "https://meridian.example/cars", "disposition": "enforce",
    }
}  # fmt: skip
NEW_REPORT = {
    "type": "csp-violation", "age": 5, "url": "https://meridian.example/cars", "user_agent": "Mozilla/5.0",
    "body": {
        "documentURL": "https://meridian.example/cars", "effectiveDirective": "script-src-elem",
        "blockedURL": "https://evil.example/x.js", "disposition": "enforce", "sourceFile": None, "lineNumber": None,
    },
}  # fmt: skip

NAMES = st.sampled_from(["csp-report", "type", "body", "blocked-uri", "blockedURL", "line-number"])
JSON = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.text() | st.integers(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
)


async def send(client: ApiClient, content: Any, media_type: str = "application/csp-report") -> int:
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    status: int = (await client.post(URL, content=body, headers={"Content-Type": media_type})).status_code
    return status


class TestReceiveCspReports:
    async def test_both_formats_of_csp_reports_are_one_group_that_administrators_see(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        assert await send(client, OLD_REPORT) == 204
        assert await send(client, [NEW_REPORT, {"type": "deprecation", "body": {}}], "application/reports+json") == 204
        admin = build_auth_headers(role="admin")
        [group] = (await client.get("/api/status/admin/logs?level=warn", headers=admin)).json()["items"]
        assert (group["context"], group["count"]) == ("csp", 2)
        assert group["message"] == "script-src-elem: https://evil.example/x.js"
        lines = await client.get(f"/api/status/admin/logs/{group['fingerprint']}", headers=admin)
        assert lines.json()["items"][1]["data"] == {
            "document": "https://meridian.example/calc/1", "source": "https://meridian.example/cars", "line": 7,
            "disposition": "enforce",
        }  # fmt: skip

    async def test_no_more_than_twenty_violations_of_one_request_are_kept(self, client: ApiClient, db: Session) -> None:
        assert await send(client, [NEW_REPORT] * 50, "application/reports+json") == 204
        assert len(list(await db.scalars(select(col(LogEntry.id))))) == MAX_REPORTS

    async def test_malformed_csp_reports_are_refused(self, client: ApiClient, db: Session) -> None:
        assert await send(client, OLD_REPORT, "text/plain") == 415
        assert await send(client, b"{") == 400
        assert await send(client, [1]) == 400
        assert await send(client, {"csp-report": {"document-uri": "x" * 70_000}}) == 413
        assert list(await db.scalars(select(col(LogEntry.id)))) == []

    async def test_sixty_csp_reports_a_minute_are_accepted(self, client: ApiClient) -> None:
        assert [await send(client, OLD_REPORT) for _ in range(61)][59:] == [204, 429]


class TestParseViolations:
    @pytest.mark.parametrize(
        ("blocked_uri", "kept_text"),
        [
            ("inline", "inline"), ("data:text/javascript,alert(1)", "data"), ("blob:https://a/b", "blob"),
            ("https://user:pass@evil.example/x?y#z", "https://evil.example/x"), ("http://[", ""), (5, ""),
            ("eval\ud800", "eval"),
        ],
    )  # fmt: skip
    def test_blocked_addresses_of_violations_keep_no_secret(self, blocked_uri: Any, kept_text: str) -> None:
        [violation] = parse_violations(json.dumps({"csp-report": {"blocked-uri": blocked_uri}}).encode())
        assert violation.blocked == kept_text

    @given(st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
    def test_any_bytes_of_a_csp_report_are_parsed_or_refused(self, body: bytes) -> None:
        try:
            assert len(parse_violations(body)) <= MAX_REPORTS
        except MalformedReport:
            return

    def test_deep_nesting_is_refused(self) -> None:
        with pytest.raises(MalformedReport):
            parse_violations(b"[" * 60_000)
