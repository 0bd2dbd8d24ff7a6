"""POST /api/logs, and the administrators' list of its lines."""

import asyncio
import json
import subprocess
import sys
from typing import Any
from uuid import uuid4

import pytest
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.plugin import MovableClock
from chassis.web.overload import ConcurrencyLimit
from sqlalchemy import select
from sqlmodel import col
from status.client_logs import endpoints
from status.client_logs.masking import MASK, compute_fingerprint, mask, mask_and_shorten, mask_text
from status.client_logs.schemas import LogLine
from status.client_logs.service import purge_logs, save_lines
from status.client_logs.tables import LogEntry, LogGroup
from status.runtime import Session, StatusRuntime

# A secret could begin with each of these. A run of one of them never becomes a secret.
RUNS = ["a", "eyJ", "eyJ-", "a.", "8(", "v4.public.", "Bearer ", "12 "]
LINE = {"level": "error", "context": "checkout", "message": "Failed at step 3", "data": None}


class TestReceiveLogs:
    async def test_one_log_line_or_many_are_accepted(self, client: ApiClient) -> None:
        assert (await client.post("/api/logs", json=LINE)).json() == {"success": True, "accepted": 1}
        answer = await client.post("/api/logs", json=[LINE] * 50)
        assert (answer.status_code, answer.json()["accepted"]) == (202, 50)

    async def test_browsers_that_send_the_same_lines_in_another_order_do_not_lock_each_other(
        self, runtime: StatusRuntime, clean: None
    ) -> None:
        lines = [
            LogLine(level="error", context="checkout", message=f"Failed in {'x' * number}") for number in range(20)
        ]

        async def save(ordered_lines: list[LogLine]) -> None:
            async with runtime.database.transaction() as db:
                await save_lines(db, ordered_lines, user_id=None, now=runtime.now())

        for _ in range(10):
            await asyncio.gather(*(save(lines[::step]) for step in (1, -1, 1, -1)))
        async with runtime.database.reading() as db:
            assert set(await db.scalars(select(col(LogGroup.count)))) == {40}

    async def test_malformed_log_lines_are_refused(self, client: ApiClient) -> None:
        for malformed_body in ({**LINE, "level": "loud"}, [LINE] * 51, [], {**LINE, "message": "x" * 4001}):
            assert (await client.post("/api/logs", json=malformed_body)).status_code == 422

    async def test_a_flood_of_log_lines_is_refused_before_the_database(
        self, client: ApiClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("status.client_logs.endpoints.RECEIVING_LIMIT", ConcurrencyLimit(running=1, waiting=0))
        refusal = await client.post("/api/logs", json=LINE)
        assert (refusal.status_code, refusal.headers["Retry-After"]) == (503, "1")

    async def test_sixty_requests_with_log_lines_a_minute_are_accepted(self, client: ApiClient) -> None:
        statuses = [(await client.post("/api/logs", json=LINE)).status_code for _ in range(61)]
        assert statuses[59:] == [202, 429]

    async def test_the_kilobytes_of_log_lines_in_an_hour_are_limited(
        self, client: ApiClient, runtime: StatusRuntime, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings = runtime.settings.model_copy(update={"logs_kilobytes_per_hour": 20})
        monkeypatch.setattr(runtime, "settings", settings)
        large_lines = [{**LINE, "data": "x" * 3000}] * 2
        statuses = [(await client.post("/api/logs", json=large_lines)).status_code for _ in range(4)]
        assert statuses == [202, 202, 429, 429]
        clock.move(minutes=61)
        assert (await client.post("/api/logs", json=large_lines)).status_code == 202

    async def test_nobody_pushes_out_the_log_lines_of_others(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """The lines of a day are counted for the client's network, and for the signed-in user in any network."""
        monkeypatch.setattr(endpoints, "LINES_PER_DAY", 5)
        user = build_auth_headers()
        first_answer = await client.post(
            "/api/logs", json=[LINE] * 4, headers=user | {"X-Forwarded-For": "198.51.100.1"}
        )
        second_answer = await client.post(
            "/api/logs", json=[LINE] * 2, headers=user | {"X-Forwarded-For": "198.51.100.2"}
        )
        same_network_answer = await client.post(
            "/api/logs", json=[LINE] * 2, headers={"X-Forwarded-For": "198.51.100.1"}
        )
        other_network_answer = await client.post(
            "/api/logs", json=[LINE] * 2, headers={"X-Forwarded-For": "198.51.100.3"}
        )
        answers = (first_answer, second_answer, same_network_answer, other_network_answer)
        statuses = [answer.status_code for answer in answers]
        assert statuses == [202, 429, 429, 202]
        clock.move(hours=25)
        repeated_answer = await client.post("/api/logs", json=[LINE] * 4, headers={"X-Forwarded-For": "198.51.100.1"})
        assert repeated_answer.status_code == 202

    async def test_the_newest_lines_of_a_group_and_of_all_groups_are_kept(
        self,
        client: ApiClient,
        db: Session,
        runtime: StatusRuntime,
        clock: MovableClock,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        settings = runtime.settings.model_copy(update={"logs_kept_per_group": 3, "logs_kept": 5})
        monkeypatch.setattr(runtime, "settings", settings)
        for message, line_count in (("first", 1), ("many", 5), ("last", 2)):
            clock.move(minutes=1)
            await client.post("/api/logs", json=[{**LINE, "message": message}] * line_count)
        await purge_logs(db, runtime)
        assert sorted(await db.scalars(select(col(LogEntry.message)))) == ["last"] * 2 + ["many"] * 3
        assert sorted(await db.scalars(select(col(LogGroup.message)))) == ["last", "many"]

    @pytest.mark.parametrize("number", ["1e999", "Infinity", "NaN"])
    async def test_an_infinite_number_and_nan_are_stored_as_null(
        self, client: ApiClient, number: str, db: Session
    ) -> None:
        body = json.dumps(LINE).replace('"data": null', f'"data": [{number}]')
        answer = await client.post("/api/logs", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 202
        assert await db.scalar(select(LogEntry.data)) == [None]

    async def test_a_session_id_whose_digits_look_like_a_telephone_stays(self, client: ApiClient, db: Session) -> None:
        for id in ("01a205b0-8123-7456-8901-234567890123", "01A205B0-8123-7456-8901-234567890123"):
            await client.post("/api/logs", json={**LINE, "sessionId": id})
        await client.post("/api/logs", json={**LINE, "sessionId": "+7 495 000-00-00"})
        kept_id = "01a205b0-8123-7456-8901-234567890123"
        assert sorted(map(str, await db.scalars(select(col(LogEntry.session_id))))) == [kept_id, kept_id, MASK]

    async def test_the_user_of_a_log_line_is_the_signed_in_sender_and_nobody_else(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, db: Session
    ) -> None:
        sender_id = uuid4()
        sender_headers = build_auth_headers(id=sender_id)
        for headers in (sender_headers, {}, {"Authorization": "Bearer v4.public.forged"}):
            line = {**LINE, "userId": str(uuid4())}
            assert (await client.post("/api/logs", json=line, headers=headers)).status_code == 202
        assert list(await db.scalars(select(col(LogEntry.user_id)).order_by(col(LogEntry.id)))) == [
            str(sender_id), None, None,
        ]  # fmt: skip

    async def test_equal_log_lines_are_grouped_and_their_secrets_masked(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        admin = build_auth_headers(role="admin")
        for number in (3, 4):
            secret = {"password": "hunter2", "note": "код 123456", "phone": "+7 495 000-00-00"}
            await client.post("/api/logs", json={**LINE, "message": f"Failed at step {number}", "data": secret})
        [group] = (await client.get("/api/status/admin/logs", headers=admin)).json()["items"]
        assert group["count"] == 2
        lines = await client.get(f"/api/status/admin/logs/{group['fingerprint']}", headers=admin)
        assert lines.json()["items"][0]["data"] == {"password": MASK, "note": f"код {MASK}", "phone": MASK}

    async def test_anything_a_browser_sends_can_be_stored(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        unusual_line = {
            "level": "error",
            "message": "a\x00b",
            "data": {"k\x00": "\ud83d"},
            "sessionId": "v4.public.abc.def",
        }
        body = json.dumps([unusual_line, {**LINE, "data": ["x" * 2000] * 50}])
        answer = await client.post("/api/logs", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 202
        groups = await client.get("/api/status/admin/logs?search=ab", headers=build_auth_headers(role="admin"))
        [group] = groups.json()["items"]
        url = f"/api/status/admin/logs/{group['fingerprint']}"
        [line] = (await client.get(url, headers=build_auth_headers(role="admin"))).json()["items"]
        assert line["session_id"] == MASK

    async def test_groups_of_log_lines_are_found_by_how_their_messages_begin(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        await client.post("/api/logs", json=LINE | {"message": f"Сбой карты {'x' * 300} в конце"})
        for search, expected in (("КАРТ", 1), ("й к", 1), ("в конце", 0)):
            headers = build_auth_headers(role="admin")
            answer = await client.get("/api/status/admin/logs", params={"search": search}, headers=headers)
            assert answer.json()["total"] == expected, search

    async def test_a_search_for_characters_that_no_line_can_contain_is_refused(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        for place, field in (("?search=a%00b", "search"), ("/a%00b", "fingerprint")):
            answer = await client.get(f"/api/status/admin/logs{place}", headers=build_auth_headers(role="admin"))
            assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)

    async def test_log_lines_of_another_media_type_are_refused(self, client: ApiClient) -> None:
        headers = {"Content-Type": "text/plain"}
        assert (await client.post("/api/logs", content=json.dumps(LINE), headers=headers)).status_code == 415

    async def test_groups_of_log_lines_are_sorted_by_time_or_by_frequency(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, clock: MovableClock
    ) -> None:
        for message in ("often", "often", "once"):
            await client.post("/api/logs", json={**LINE, "message": message})
            clock.move(minutes=1)
        for query, first_message in (("", "once"), ("?sort=last_seen", "often"), ("?sort=-count", "often")):
            answer = await client.get(f"/api/status/admin/logs{query}", headers=build_auth_headers(role="admin"))
            assert answer.json()["items"][0]["message"] == first_message
        refusal = await client.get("/api/status/admin/logs?sort=up", headers=build_auth_headers(role="admin"))
        assert refusal.status_code == 422

    async def test_only_administrators_read_log_lines(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        assert (await client.get("/api/status/admin/logs", headers=build_auth_headers())).status_code == 403


class TestMasking:
    @pytest.mark.parametrize(
        "secret",
        [
            "v4.public.eyJzdWIiOiIx.eyJraWQiOiJ4In0", "Bearer abc.def", "?token=abc", "anna@example.com",
            "?session=xeyJhbGciOi.eyJzdWIiOi.sig", "+7 (495) 000-00-00", "8 495 000 00 00", "45 10 123456", "482913",
        ],
    )  # fmt: skip
    def test_secrets_in_a_text_are_masked(self, secret: str) -> None:
        assert secret not in mask_text(f"before {secret} after")

    def test_masking_of_a_long_run_of_characters_takes_linear_time(self) -> None:
        """A pattern that starts again at each character would take an hour for these lines."""
        code = f"from status.client_logs.masking import mask_text\nfor run in {RUNS}:\n    mask_text(run * 200_000)"
        subprocess.run([sys.executable, "-c", code], check=True, timeout=300)

    def test_masked_data_is_bounded_in_depth_and_size(self) -> None:
        nested_list: Any = "x"
        for _ in range(20):
            nested_list = [nested_list]
        assert MASK in str(mask(nested_list))
        assert len(mask({str(number): number for number in range(500)})) == 50
        assert list(mask_and_shorten(["x" * 2000] * 50)) == ["cut"]

    def test_log_lines_that_differ_only_in_numbers_share_a_group(self) -> None:
        assert compute_fingerprint("error", "a", "row 1") == compute_fingerprint("error", "a", "row 22")
        assert compute_fingerprint("error", "a", "row") != compute_fingerprint("error", "b", "row")
