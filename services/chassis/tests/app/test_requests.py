"""Properties that the responses of every service have."""

import re
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, Literal
from uuid import UUID

import httpx2
import orjson
import pytest
from chassis.database.tables import new_id
from chassis.events.outbox import OutboxEvent
from chassis.runtime import AnySession
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader, Mailbox
from chassis.testing.plugin import MovableClock, wait_for
from chassis.web.caches import CachedBytes
from chassis.web.errors import MESSAGES, NotFound, build_field_problem
from chassis.web.telemetry import RequestContext, add_trace_id
from fastapi import FastAPI, Request, Response
from opentelemetry import trace
from opentelemetry.trace import NonRecordingSpan, SpanContext
from pydantic import AwareDatetime, BaseModel, Field, ValidationError
from sample.notes.tables import ReceivedNote
from sqlalchemy import select
from sqlmodel import col
from structlog.testing import capture_logs


class TestTransaction:
    async def test_change_and_event_commit_together(
        self, client: ApiClient, read_events: EventReader, mailbox: Mailbox
    ) -> None:
        answer = await client.post("/api/sample/notes", json={"text": "первая"})
        assert answer.status_code == 201
        assert [event.text for event in await read_events()] == ["первая"]
        assert [email.text for email in await mailbox()] == ["первая"]

    async def test_refused_change_leaves_no_event(self, client: ApiClient, read_events: EventReader) -> None:
        await client.post("/api/sample/notes", json={"text": "одна"})
        refusal = await client.post("/api/sample/notes", json={"text": "одна"})
        assert (refusal.status_code, refusal.json()["code"]) == (409, "conflict")
        assert len(await read_events()) == 1

    async def test_failing_commit_is_never_answered_with_success(self, client: ApiClient) -> None:
        assert (await client.post("/api/sample/commit-fails")).status_code == 409

    async def test_relay_publishes_and_the_consumer_receives(self, client: ApiClient, db: AnySession) -> None:
        await client.post("/api/sample/notes", json={"text": "эхо"})

        async def has_arrived() -> bool:
            # An event of the previous test may still arrive, so only events of this test count.
            return "эхо" in list(await db.scalars(select(col(ReceivedNote.text))))

        assert await wait_for(has_arrived)
        published_at = await db.scalar(select(col(OutboxEvent.published_at)))
        assert published_at is not None


class TestProblems:
    async def test_validation_error_names_the_field(self, client: ApiClient) -> None:
        answer = await client.post("/api/sample/notes", json={"text": "x" * 21})
        body = answer.json()
        assert answer.status_code == 422
        assert answer.headers["content-type"].startswith("application/problem+json")
        assert body["code"] == "validation_error"
        assert body["errors"] == [{"field": "text", "message": "Символов можно не больше 20"}]
        assert body["success"] is False
        assert body["request_id"] == answer.headers["x-request-id"]

    def test_messages_of_fields_have_no_abbreviations(self) -> None:
        abbreviated_texts = [text for text in MESSAGES.values() if re.search(r"[а-яё]\.", text)]
        assert abbreviated_texts == []

    def test_an_empty_text_counts_as_missing(self) -> None:
        class Ticket(BaseModel):
            name: str = Field(min_length=1)

        with pytest.raises(ValidationError) as refusal:
            Ticket.model_validate({"name": ""})
        assert build_field_problem(dict(refusal.value.errors()[0])).message == "Обязательное поле"

    def test_permitted_values_are_listed_in_russian(self) -> None:
        class Ticket(BaseModel):
            fuel: Literal["petrol", "diesel", "gas"]

        with pytest.raises(ValidationError) as refusal:
            Ticket.model_validate({"fuel": "coal"})
        problem = build_field_problem(dict(refusal.value.errors()[0]))
        assert (problem.field, problem.message) == ("fuel", "Допустимо: petrol, diesel или gas")

    def test_bounds_are_written_as_russian_numbers(self) -> None:
        class Ticket(BaseModel):
            price: Decimal = Field(le=100_000_000_000)
            volume: float = Field(ge=0.1)
            power: int = Field(le=5000)

        with pytest.raises(ValidationError) as refusal:
            Ticket.model_validate({"price": 10**12, "volume": 0, "power": 9000})
        messages = [build_field_problem(dict(error)).message for error in refusal.value.errors()]
        assert messages == ["Не больше 100\u00a0000\u00a0000\u00a0000", "Не меньше 0,1", "Не больше 5000"]

    def test_every_rule_is_named_in_russian_words(self) -> None:
        class EveryType(BaseModel):
            consent: Literal[True] = True
            integer: int = 1
            number: float = 1
            money: Decimal = Field(Decimal(1), max_digits=5, decimal_places=2)
            flag: bool = True
            id: UUID = UUID(int=1)
            day: date = date(2026, 1, 1)
            moment: AwareDatetime = datetime(2026, 1, 1, tzinfo=UTC)
            text: str = Field("a", min_length=1, max_length=3, pattern="^[a-z]+$")
            several: list[int] = Field([1], min_length=1, max_length=2)
            nested_fields: dict[str, int] = {}

        invalid_values: dict[str, list[object]] = {
            "consent": [False, "true", None],
            "integer": ["x", 1.5, None, [], "9" * 5000],
            "number": ["x", None, {}],
            "money": ["x", "1.123", "123456", "NaN", None],
            "flag": ["x", 2, None],
            "id": ["x", 1, None],
            "day": ["x", "2026-13-01", 1.5, None],
            "moment": ["x", "2026-01-01T00:00:00", [], None],
            "text": ["", "abcd", "A", 1, None],
            "several": [[], [1, 2, 3], ["x"], 1, None],
            "nested_fields": [1, {"a": "x"}],
        }
        for name, values in invalid_values.items():
            for value in values:
                with pytest.raises(ValidationError) as refusal:
                    EveryType.model_validate({name: value})
                for error in refusal.value.errors():
                    message = build_field_problem(dict(error)).message
                    assert not re.search("[A-Za-z{}]", message), (name, value, message)
                    assert message != "Неверное значение", (name, value, error["type"])

    @pytest.mark.parametrize(
        ("loc", "field"),
        [
            (("query", "query"), "query"),
            (("body", "path"), "path"),
            (("body", "lines", 0, "body"), "lines.0.body"),
            (("body",), "body"),
            (("body", "widgets", "map", "dict[str,any]"), "widgets.map"),
            (("body", "widgets", "map", "str"), "widgets.map"),
        ],
    )
    def test_the_field_has_the_name_that_the_client_sent(self, loc: tuple[Any, ...], field: str) -> None:
        assert build_field_problem({"loc": loc, "type": "missing"}).field == field

    async def test_malformed_json_is_400(self, client: ApiClient) -> None:
        answer = await client.post(
            "/api/sample/notes", content=b'{"text":', headers={"content-type": "application/json"}
        )
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed_json")

    async def test_wrong_content_type_is_415(self, client: ApiClient) -> None:
        for kind in ("text/plain", "application/xml", "multipart/form-data; boundary=x"):
            answer = await client.post("/api/sample/notes", content=b"text=1", headers={"content-type": kind})
            assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_type")

    async def test_body_over_the_limit_is_413(self, client: ApiClient) -> None:
        answer = await client.post("/api/sample/notes", json={"text": "x" * 1_100_000})
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")

    @pytest.mark.parametrize(
        ("query", "headers"),
        [("q=" + "a" * 33_000, {}), ("", {"authorization": "Bearer " + "a" * 33_000}), ("", {"x-any": "a" * 200_000})],
        ids=["query", "authorization", "any header"],
    )
    @pytest.mark.parametrize("path", ["/api/sample/notes", "/api/nowhere"])
    async def test_headers_over_the_limit_are_431(
        self, client: ApiClient, path: str, query: str, headers: dict[str, str]
    ) -> None:
        answer = await client.get(f"{path}?{query}", headers={"X-Request-ID": "abcd-1234", **headers})
        assert (answer.status_code, answer.json()["code"]) == (431, "headers_too_large")
        assert answer.headers["content-type"].startswith("application/problem+json")
        assert answer.headers["x-request-id"] == answer.json()["request_id"] == "abcd-1234"
        assert (await client.head(path, headers={"x-any": "a" * 33_000})).content == b""

    async def test_headers_within_the_limit_pass(self, client: ApiClient) -> None:
        answer = await client.get("/api/sample/notes", headers={"x-any": "a" * 32_000})
        assert answer.status_code == 200

    async def test_unknown_path_and_method_are_problems(self, client: ApiClient) -> None:
        assert (await client.get("/api/nowhere")).json()["code"] == "not_found"
        answer = await client.delete("/api/sample/notes")
        assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
        assert answer.headers["allow"] == "GET, HEAD, POST"

    async def test_unexpected_error_shows_no_detail(self, client: ApiClient) -> None:
        answer = await client.get("/api/sample/broken")
        assert answer.status_code == 500
        assert "secret" not in answer.text
        assert answer.json()["code"] == "internal_error"

    async def test_an_answered_failure_is_not_raised_to_the_server(self, app: FastAPI, client: ApiClient) -> None:
        # Otherwise the server would close the connection and write the whole traceback a second time.
        transport = httpx2.ASGITransport(app=app, raise_app_exceptions=True)
        async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as http:
            answers = [await http.get(f"/api/sample/{name}") for name in ("broken", "unreachable")]
        assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [
            (500, "internal_error"),
            (503, "unavailable"),
        ]
        assert answers[1].headers["retry-after"]
        assert "secret" not in answers[1].text

    async def test_paging_out_of_range_is_422(self, client: ApiClient) -> None:
        for query in ("limit=0", "limit=101", "offset=-1", "limit=x"):
            assert (await client.get(f"/api/sample/notes?{query}")).status_code == 422


class TestRequestId:
    async def test_a_valid_request_id_is_kept_and_others_are_replaced(self, client: ApiClient) -> None:
        answer = await client.get("/healthz", headers={"X-Request-ID": "abcd-1234"})
        assert answer.headers["x-request-id"] == "abcd-1234"
        replaced_answer = await client.get("/healthz", headers={"X-Request-ID": "bad id!"})
        assert replaced_answer.headers["x-request-id"] != "bad id!"

    async def test_answers_are_not_stored_by_default(self, client: ApiClient) -> None:
        assert (await client.get("/api/sample/notes")).headers["cache-control"] == "no-store"


class TestTraceContext:
    """Without a collector nothing is recorded, and the W3C trace context is passed on."""

    TRACE = "0af7651916cd43dd8448eb211c80319c"

    async def test_the_event_carries_the_callers_trace(self, client: ApiClient, db: AnySession) -> None:
        headers = {"traceparent": f"00-{self.TRACE}-b7ad6b7169203331-01"}
        with capture_logs(processors=[add_trace_id]) as logs:
            await client.post("/api/sample/notes", json={"text": "след"}, headers=headers)
        assert self.TRACE in (await db.scalars(select(col(OutboxEvent.body)))).one().decode()
        assert [line["trace_id"] for line in logs if line["event"] == "request"] == [self.TRACE]

    @pytest.mark.anyio
    async def test_the_span_of_the_framework_stays_current(self) -> None:
        """The framework's span is the child of the caller's. Spans of the request are its children."""
        own_context = SpanContext(1, 2, is_remote=False)
        seen_span_ids: list[int] = []

        async def app(scope: Any, receive: Any, send: Any) -> None:
            seen_span_ids.append(trace.get_current_span().get_span_context().span_id)
            await Response()(scope, receive, send)

        transport = httpx2.ASGITransport(app=RequestContext(app))
        with trace.use_span(NonRecordingSpan(own_context)):
            async with httpx2.AsyncClient(transport=transport, base_url="http://test") as client:
                await client.get("/", headers={"traceparent": f"00-{self.TRACE}-b7ad6b7169203331-01"})
        assert seen_span_ids == [own_context.span_id]

    async def test_each_request_without_a_trace_begins_a_trace(self, client: ApiClient, db: AnySession) -> None:
        for number, traceparent in enumerate(("", "00-zz-b7ad6b7169203331-01", f"00-{'0' * 32}-b7ad6b7169203331-01")):
            await client.post("/api/sample/notes", json={"text": f"{number}"}, headers={"traceparent": traceparent})
        bodies = await db.scalars(select(col(OutboxEvent.body)))
        traceparents = [orjson.loads(body)["traceparent"] for body in bodies]
        # A traceparent is `version-trace-span-flags` (W3C Trace Context).
        trace_ids = {traceparent.split("-")[1] for traceparent in traceparents}
        assert len(trace_ids) == 3
        assert "0" * 32 not in trace_ids


class TestCaller:
    async def test_request_without_credentials_gets_401(self, client: ApiClient) -> None:
        answer = await client.get("/api/sample/me")
        assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized")

    async def test_token_names_the_caller(self, client: ApiClient, build_auth_headers: AuthHeadersBuilder) -> None:
        assert (await client.get("/api/sample/me", headers=build_auth_headers())).json() == "Анна Орлова"

    async def test_expired_and_forged_tokens_are_refused(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, clock: MovableClock
    ) -> None:
        headers = build_auth_headers()
        token = headers["Authorization"]
        other_character = "B" if token[60] == "A" else "A"
        forged_headers = {"Authorization": token[:60] + other_character + token[61:]}
        assert (await client.get("/api/sample/me", headers=forged_headers)).json()["code"] == "token_invalid"
        clock.move(minutes=16)
        assert (await client.get("/api/sample/me", headers=headers)).json()["code"] == "token_expired"

    async def test_permission_and_verified_email_are_required(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        assert (await client.get("/api/sample/admin", headers=build_auth_headers())).json()["code"] == "forbidden"
        assert (await client.get("/api/sample/admin", headers=build_auth_headers(role="admin"))).status_code == 200
        unverified_user = build_auth_headers(email_verified=False)
        assert (await client.post("/api/sample/verified", headers=unverified_user)).json()[
            "code"
        ] == "email_not_verified"

    async def test_cookie_on_unsafe_request_needs_our_own_page(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        cookie = {"Cookie": "session=" + build_auth_headers()["Authorization"].split()[1]}
        url = "/api/sample/verified"
        assert (await client.post(url, headers=cookie)).json()["code"] == "csrf"
        foreign_headers = [
            {"Origin": "http://evil.example"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
        ]
        for headers in [*foreign_headers, {"Referer": "http://localhost:8080/"}]:
            assert (await client.post(url, headers=cookie | headers)).json()["code"] == "csrf"
        assert (await client.post(url, headers=cookie | {"Origin": "http://localhost:8080"})).status_code == 200
        assert (await client.post(url, headers=cookie | {"Sec-Fetch-Site": "same-origin"})).status_code == 200


class TestRefusals:
    async def test_the_log_has_reason_caller_and_address(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        caller_id = new_id()
        address_headers = {"X-Forwarded-For": "9.9.9.7"}
        with capture_logs() as logs:
            await client.post("/api/sample/verified", headers=address_headers)
            await client.post("/api/sample/verified", headers=address_headers | {"Authorization": "Bearer forged"})
            await client.post(
                "/api/sample/verified", headers=address_headers | build_auth_headers(id=caller_id, email_verified=False)
            )
            for _ in range(3):
                await client.post("/api/sample/limited", headers=address_headers)
            await client.get("/api/sample/notes", headers=address_headers)
        lines = [
            (line["status"], line.get("code"), line.get("account"), line.get("ip"))
            for line in logs
            if line["event"] == "request"
        ]
        assert lines == [
            (401, "unauthorized", None, "9.9.9.7"),
            (401, "token_invalid", None, "9.9.9.7"),
            (403, "email_not_verified", str(caller_id), "9.9.9.7"),
            (200, None, None, None),
            (200, None, None, None),
            (429, "rate_limited", None, "9.9.9.7"),
            (200, None, None, None),
        ]


class TestLimits:
    async def test_third_request_in_a_minute_is_refused_until_the_window_ends(
        self, client: ApiClient, clock: MovableClock
    ) -> None:
        statuses = [(await client.post("/api/sample/limited")).status_code for _ in range(3)]
        assert statuses == [200, 200, 429]
        refusal = await client.post("/api/sample/limited")
        assert 0 < int(refusal.headers["retry-after"]) <= 60
        clock.move(seconds=61)
        assert (await client.post("/api/sample/limited")).status_code == 200

    async def test_only_the_address_that_the_trusted_proxy_has_added_counts(self, client: ApiClient) -> None:
        answer = await client.post("/api/sample/limited", headers={"X-Forwarded-For": "1.1.1.1, 9.9.9.9"})
        assert answer.json() == "9.9.9.9"


class TestCachedBytes:
    async def test_cached_answer_has_the_same_bytes_and_is_304_for_its_etag(self, client: ApiClient) -> None:
        first_answer = await client.get("/api/sample/cached")
        await client.post("/api/sample/notes", json={"text": "новая"})
        assert (await client.get("/api/sample/cached")).content == first_answer.content
        repeated_answer = await client.get(
            "/api/sample/cached", headers={"If-None-Match": first_answer.headers["etag"]}
        )
        assert (repeated_answer.status_code, repeated_answer.content) == (304, b"")

    @pytest.mark.anyio
    async def test_a_missing_value_is_not_cached(self) -> None:
        async def raise_not_found() -> object:
            raise NotFound

        cache = CachedBytes("any")
        request = Request({"type": "http", "headers": []})
        for key in ("a", "b"):
            with pytest.raises(NotFound):
                await cache.answer(request, key, raise_not_found)
        assert not cache._locks


class TestHealth:
    async def test_answer_of_readyz_names_the_dependencies(self, client: ApiClient) -> None:
        answer = await client.get("/readyz")
        assert answer.status_code == 200
        assert answer.json()["checks"] == {"nats": True, "identity": True, "setup": True, "database": True}

    async def test_metrics_use_route_templates(self, client: ApiClient) -> None:
        await client.get("/api/sample/notes?limit=1")
        text = (await client.get("/metrics")).text
        assert 'route="/api/sample/notes"' in text


class TestHead:
    """RFC 9110 section 9.1: HEAD is answered wherever GET is, with the same headers, without a body."""

    async def test_head_has_the_headers_of_get_and_no_body(self, client: ApiClient) -> None:
        get_answer = await client.get("/api/sample/notes")
        head_answer = await client.head("/api/sample/notes")
        assert (head_answer.status_code, head_answer.content) == (200, b"")
        assert head_answer.headers["content-length"] == get_answer.headers["content-length"]
        assert (await client.head("/api/sample/nothing")).status_code == 404
        assert (await client.head("/api/sample/limited")).status_code == 405

    async def test_head_changes_nothing(self, client: ApiClient, read_events: EventReader, mailbox: Mailbox) -> None:
        assert (await client.head("/api/sample/visit")).status_code == 200
        assert await read_events() == []
        assert await mailbox() == []
        assert (await client.get("/api/sample/visit")).status_code == 200
        assert len(await read_events()) == 1

    async def test_allow_header_lists_head(self, client: ApiClient) -> None:
        answer = await client.delete("/api/sample/notes")
        assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD, POST")
        assert (await client.get("/api/sample/limited")).headers["allow"] == "POST"


class TestLiteralPaths:
    async def test_a_literal_path_has_its_own_methods_only(self, client: ApiClient) -> None:
        for method in ("DELETE", "GET", "OPTIONS"):
            answer = await client.request(method, "/api/sample/notes/archive")
            assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
            assert answer.json()["request_id"] == answer.headers["x-request-id"]
        assert (await client.post("/api/sample/notes/archive")).status_code == 200

    async def test_an_invalid_id_names_its_field(self, client: ApiClient) -> None:
        answer = await client.delete("/api/sample/notes/nonsense")
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "id")


class TestChallenge:
    """RFC 9110 section 15.5.2: a 401 names the scheme; RFC 6750 the error."""

    async def test_missing_and_invalid_credentials_have_different_challenges(self, client: ApiClient) -> None:
        answer = await client.get("/api/sample/me")
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
        invalid_answer = await client.get("/api/sample/me", headers={"Authorization": "Bearer v4.public.a.b"})
        assert (invalid_answer.status_code, invalid_answer.headers["www-authenticate"]) == (
            401,
            'Bearer error="invalid_token"',
        )


async def test_a_client_that_disconnects_is_not_logged_as_an_error(app: FastAPI) -> None:
    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    sent_messages: list[Any] = []

    async def send(message: Any) -> None:
        sent_messages.append(message)

    headers = [(b"content-type", b"application/json"), (b"content-length", b"10")]
    scope = {"type": "http", "method": "POST", "path": "/api/sample/notes", "headers": headers, "query_string": b""}
    with capture_logs() as logs:
        await app({**scope, "http_version": "1.1", "client": ("127.0.0.1", 1), "scheme": "http"}, receive, send)
    assert [line["event"] for line in logs if line["log_level"] == "error"] == []
