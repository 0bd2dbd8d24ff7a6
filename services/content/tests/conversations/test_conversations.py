"""The conversation of an order: sending, reading, files, the reply deadline, and reminders of unread messages."""

import asyncio
from datetime import UTC, datetime
from functools import partial
from typing import Any
from uuid import UUID

import orjson
import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery, EventReader
from chassis.testing.plugin import MovableClock, wait_for
from chassis.web.errors import Unavailable
from content.conversations import attachments
from content.conversations.missed_messages import mark_overdue, notify_missed_messages
from content.orders.tables import MessageAttachment, Order, OrderHistory, OrderMessage
from content.runtime import ContentRuntime, Session
from content.users.tables import UserCopy
from contracts.auth import ExportPart, ExportRequested, UserErased
from contracts.content import MessageMissed, MessageOverdue, MessageRefused
from contracts.notifications import TelegramReplied
from sqlalchemy import func, select
from sqlmodel import col

from services.content.tests.fixture_types import Factory, PictureFactory

ADMIN = "/api/content/admin"
MONDAY = datetime(2026, 11, 23, 7, 0, tzinfo=UTC)
FILE = b"%PDF-1.4\n%%EOF\n"


class ConversationClient:
    """Requests of the two sides of one order's conversation."""

    def __init__(
        self,
        client: ApiClient,
        order_id: UUID,
        build_auth_headers: AuthHeadersBuilder,
        *,
        buyer_id: UUID,
        manager_id: UUID,
    ) -> None:
        self.client = client
        self.order_id = order_id
        self.build_auth_headers = build_auth_headers
        self.buyer_id = buyer_id
        self.manager_id = manager_id
        self.paths = {
            "buyer": f"/api/me/orders/{order_id}",
            "company": f"{ADMIN}/orders/{order_id}",
        }

    @property
    def headers(self) -> dict[str, dict[str, str]]:
        """Headers of each side, with tokens that are valid now."""
        return {
            "buyer": self.build_auth_headers(id=self.buyer_id, first_name="Анна"),
            "company": self.build_auth_headers(id=self.manager_id, role="admin", first_name="Вера"),
        }

    async def send(self, side: str, text: str = "", *, key: str | None = None, files: tuple[str, ...] = ()) -> Any:
        headers = self.headers[side] | {"Idempotency-Key": key or str(new_id())}
        body = {"text": text, "attachment_ids": list(files)}
        return await self.client.post(f"{self.paths[side]}/messages", json=body, headers=headers)

    async def write(self, side: str, text: str = "", **fields: Any) -> Any:
        answer = await self.send(side, text, **fields)
        assert answer.status_code == 201, answer.text
        return answer.json()["message"]

    async def read_timeline(self, side: str, **query: Any) -> Any:
        answer = await self.client.get(f"{self.paths[side]}/messages", params=query, headers=self.headers[side])
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def mark_read(self, side: str, number: int) -> Any:
        url = f"{self.paths[side]}/messages/read"
        answer = await self.client.put(url, json={"number": number}, headers=self.headers[side])
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def upload(
        self, side: str, content: bytes = FILE, name: str = "счёт.pdf", kind: str = "application/pdf"
    ) -> Any:
        files = {"file": (name, content, kind)}
        answer = await self.client.post(f"{self.paths[side]}/attachments", files=files, headers=self.headers[side])
        assert answer.status_code == 201, answer.text
        return answer.json()["attachment"]

    async def find_admin_row(self, **query: Any) -> Any:
        url = f"{ADMIN}/conversations"
        body = (await self.client.get(url, params=query, headers=self.headers["company"])).json()
        return next((row for row in body["items"] if row["order_id"] == str(self.order_id)), None)


@pytest.fixture
async def conversation(
    client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_user: Factory[UserCopy], make_order: Factory[Order]
) -> ConversationClient:
    buyer = await make_user(first_name="Анна", last_name="Орлова")
    order = await make_order(user_id=buyer.id, title="Audi A6")
    return ConversationClient(client, order.id, build_auth_headers, buyer_id=buyer.id, manager_id=new_id())


async def run_job(runtime: ContentRuntime, job: Any) -> None:
    async with runtime.database.transaction() as db:
        await job(db, runtime)


class TestSend:
    async def test_both_sides_read_the_same_timeline(self, conversation: ConversationClient) -> None:
        await conversation.write("buyer", "  Когда машина будет в Минске?\n")
        await conversation.write("company", "Послезавтра.")
        texts = {}
        for side in ("buyer", "company"):
            messages = (await conversation.read_timeline(side))["messages"]
            texts[side] = [
                (message["number"], message["side"], message["text"], message["is_own"]) for message in messages
            ]
        assert texts["buyer"] == [
            (1, "buyer", "Когда машина будет в Минске?", True),
            (2, "company", "Послезавтра.", False),
        ]
        assert [is_own for *_, is_own in texts["company"]] == [False, True]

    async def test_repeated_key_sends_once_even_simultaneously(
        self, conversation: ConversationClient, db: Session
    ) -> None:
        answers = await asyncio.gather(*(conversation.send("buyer", "Один раз", key="key-of-one") for _ in range(4)))
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.json()["message"]["id"] for answer in answers}) == 1
        assert await db.scalar(select(func.count()).select_from(OrderMessage)) == 1
        refusal = await conversation.send("buyer", "Другой текст", key="key-of-one")
        assert (refusal.status_code, refusal.json()["code"]) == (409, "idempotency_key_reused")

    async def test_simultaneous_messages_get_numbers_without_gaps(self, conversation: ConversationClient) -> None:
        sending_calls = [
            conversation.write(side, f"{side} {number}") for number in range(5) for side in ("buyer", "company")
        ]
        numbers = sorted(message["number"] for message in await asyncio.gather(*sending_calls))
        assert numbers == list(range(1, 11))

    async def test_message_needs_a_key_and_a_text_or_a_file(self, conversation: ConversationClient) -> None:
        url = f"{conversation.paths['buyer']}/messages"
        answer_without_key = await conversation.client.post(
            url, json={"text": "Да"}, headers=conversation.headers["buyer"]
        )
        assert (answer_without_key.status_code, answer_without_key.json()["errors"][0]["field"]) == (
            422,
            "Idempotency-Key",
        )
        for text in ("", " \u200b\n ", "ж" * 4001):
            refusal = await conversation.send("buyer", text)
            assert (refusal.status_code, refusal.json()["errors"][0]["field"]) == (422, "text")
        assert (await conversation.read_timeline("buyer"))["last_number"] == 0

    async def test_more_than_thirty_messages_a_minute_are_refused(self, conversation: ConversationClient) -> None:
        for number in range(30):
            await conversation.write("buyer", str(number))
        refusal = await conversation.send("buyer", "Ещё")
        assert (refusal.status_code, refusal.json()["code"]) == (429, "rate_limited")
        assert int(refusal.headers["retry-after"]) <= 60

    async def test_finished_order_can_still_be_written_to(self, conversation: ConversationClient) -> None:
        path = f"{ADMIN}/orders/{conversation.order_id}/cancel"
        assert (
            await conversation.client.post(path, json={"reason": "Передумал"}, headers=conversation.headers["company"])
        ).is_success
        await conversation.write("buyer", "Когда вернёте задаток?")
        assert (await conversation.find_admin_row(waiting=True))["due_at"], "it has a reply deadline, too"
        timeline = await conversation.read_timeline("buyer")
        assert [message["event"] for message in timeline["messages"]] == ["cancelled", None]
        assert timeline["can_write"]


class TestTimeline:
    async def test_changes_of_the_order_are_entries_of_its_conversation(self, conversation: ConversationClient) -> None:
        await conversation.write("buyer", "Здравствуйте")
        advance_answer = await conversation.client.post(
            f"{ADMIN}/orders/{conversation.order_id}/advance", json={}, headers=conversation.headers["company"]
        )
        assert advance_answer.status_code == 200
        messages = (await conversation.read_timeline("buyer"))["messages"]
        assert [(message["number"], message["side"], message["event"]) for message in messages] == [
            (1, "buyer", None),
            (2, None, "advanced"),
        ]
        assert messages[1]["text"] == "Консультация: готово"

    async def test_history_line_of_an_earlier_release_is_copied_with_the_next_entry(
        self, conversation: ConversationClient, db: Session
    ) -> None:
        db.add(
            OrderHistory(
                order_id=conversation.order_id, at=MONDAY, actor="company", kind="report", text="Прошли границу"
            )
        )
        await db.flush()
        await conversation.write("buyer", "Где машина?")
        assert [message["text"] for message in (await conversation.read_timeline("buyer"))["messages"]] == [
            "Прошли границу",
            "Где машина?",
        ]

    async def test_pages_go_in_both_directions_around_a_number_and_from_a_day(
        self, conversation: ConversationClient, clock: MovableClock
    ) -> None:
        clock.freeze(MONDAY)
        for number in range(1, 8):
            await conversation.write("company", f"{number}")
            clock.move(hours=12)

        async def list_numbers(**query: Any) -> list[int]:
            return [message["number"] for message in (await conversation.read_timeline("company", **query))["messages"]]

        assert await list_numbers(limit=3) == [5, 6, 7]
        assert await list_numbers(before=5, limit=3) == [2, 3, 4]
        assert await list_numbers(after=5) == [6, 7]
        assert await list_numbers(around=4, limit=4) == [2, 3, 4, 5]
        assert await list_numbers(day="2026-11-24", limit=2) == [3, 4]
        assert await list_numbers(day="2027-01-01") == []
        answer_to_both = await conversation.client.get(
            f"{conversation.paths['company']}/messages?before=3&after=1", headers=conversation.headers["company"]
        )
        assert answer_to_both.status_code == 422

    async def test_conversations_of_other_users_are_404(
        self, conversation: ConversationClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        other_buyer = build_auth_headers()
        url = f"/api/me/orders/{conversation.order_id}/messages"
        key = {"Idempotency-Key": str(new_id())}
        calls: list[tuple[str, str, dict[str, Any]]] = [
            ("GET", url, {}),
            ("POST", url, {"json": {"text": "Чужое"}}),
            ("PUT", f"{url}/read", {"json": {"number": 1}}),
            ("POST", f"{url}/typing", {}),
            ("POST", f"/api/me/orders/{conversation.order_id}/attachments", {"files": {"file": ("a.pdf", FILE)}}),
        ]
        for method, path, content in calls:
            refusal = await conversation.client.request(method, path, headers=other_buyer | key, **content)
            assert refusal.status_code == 404, path


class TestRead:
    async def test_read_marks_never_go_back_and_never_beyond_the_end(self, conversation: ConversationClient) -> None:
        for text in ("Раз", "Два", "Три"):
            await conversation.write("company", text)
        assert (await conversation.read_timeline("buyer"))["unread"] == 3
        answer = await conversation.mark_read("buyer", 2)
        assert (answer["read"]["buyer"], answer["unread"]) == (2, 1)
        assert (await conversation.mark_read("buyer", 1))["read"]["buyer"] == 2
        assert (await conversation.mark_read("buyer", 99))["read"] == {"buyer": 3, "company": 0}
        assert (await conversation.read_timeline("company"))["read"]["buyer"] == 3

    async def test_simultaneous_read_marks_keep_the_highest(self, conversation: ConversationClient) -> None:
        for text in ("Раз", "Два", "Три", "Четыре"):
            await conversation.write("company", text)
        await asyncio.gather(*(conversation.mark_read("buyer", number) for number in (3, 1, 4, 2)))
        timeline = await conversation.read_timeline("buyer")
        assert (timeline["read"]["buyer"], timeline["unread"]) == (4, 0)


class TestFiles:
    async def test_picture_and_document_are_sent_and_read_by_both(
        self, conversation: ConversationClient, picture: PictureFactory
    ) -> None:
        picture_attachment = await conversation.upload("buyer", picture(1600, 900, exif=True), "фара.jpg", "image/jpeg")
        assert (picture_attachment["file_name"], picture_attachment["width"], picture_attachment["height"]) == (
            "фара.webp",
            900,
            1600,
        ), "turned upright"
        document = await conversation.upload("buyer")
        message = await conversation.write("buyer", files=(picture_attachment["id"], document["id"]))
        assert [attachment["file_name"] for attachment in message["attachments"]] == ["фара.webp", "счёт.pdf"]
        for side in ("buyer", "company"):
            [entry] = (await conversation.read_timeline(side))["messages"]
            for attachment in entry["attachments"]:
                assert (
                    await conversation.client.get(attachment["url"], headers=conversation.headers[side])
                ).status_code == 200
            preview = await conversation.client.get(
                entry["attachments"][0]["preview_url"], headers=conversation.headers[side]
            )
            assert preview.headers["content-type"] == "image/webp"
            assert "no-store" in preview.headers["cache-control"]

    async def test_file_of_another_order_or_sender_is_refused(
        self, conversation: ConversationClient, make_order: Factory[Order], build_auth_headers: AuthHeadersBuilder
    ) -> None:
        other_order = await make_order()
        assert other_order.user_id
        other_conversation = ConversationClient(
            conversation.client, other_order.id, build_auth_headers, buyer_id=other_order.user_id, manager_id=new_id()
        )
        company_file = await conversation.upload("company")
        for file in (await other_conversation.upload("buyer"), company_file):
            refusal = await conversation.send("buyer", files=(file["id"],))
            assert (refusal.status_code, refusal.json()["errors"][0]["field"]) == (422, "attachment_ids")
        url = f"{conversation.paths['buyer']}/attachments/{company_file['id']}/file"
        assert (await conversation.client.get(url, headers=conversation.headers["buyer"])).status_code == 404, (
            "it is not sent yet"
        )

    async def test_sent_file_is_not_sent_again(self, conversation: ConversationClient) -> None:
        file = await conversation.upload("buyer")
        await conversation.write("buyer", files=(file["id"],))
        assert (await conversation.send("buyer", files=(file["id"],))).status_code == 422

    async def test_a_file_that_is_neither_picture_nor_pdf_is_refused(self, conversation: ConversationClient) -> None:
        url = f"{conversation.paths['buyer']}/attachments"
        for name, content, kind, status in (
            ("a.exe", b"MZ", "application/x-msdownload", 415),
            ("a.pdf", b"no pdf", "application/pdf", 422),
            ("a.png", b"no picture", "image/png", 422),
        ):
            files = {"file": (name, content, kind)}
            refusal = await conversation.client.post(url, files=files, headers=conversation.headers["buyer"])
            assert refusal.status_code == status, name

    async def test_an_unsent_file_is_shown_to_its_sender_only(self, conversation: ConversationClient) -> None:
        file = await conversation.upload("buyer")
        file_url = f"{conversation.paths['buyer']}/attachments/{file['id']}/file"
        show_answer = await conversation.client.get(file_url, headers=conversation.headers["buyer"])
        assert (show_answer.status_code, show_answer.content) == (200, FILE)
        assert show_answer.headers["content-disposition"].startswith("attachment")
        company_url = f"{conversation.paths['company']}/attachments/{file['id']}/file"
        assert (await conversation.client.get(company_url, headers=conversation.headers["company"])).status_code == 404

    async def test_a_file_beyond_five_mebibytes_is_refused(self, conversation: ConversationClient) -> None:
        files = {"file": ("a.pdf", b"%PDF-1.4" + b"x" * (5 * 1024 * 1024), "application/pdf")}
        url = f"{conversation.paths['buyer']}/attachments"
        refusal = await conversation.client.post(url, files=files, headers=conversation.headers["buyer"])
        assert (refusal.status_code, refusal.json()["code"]) == (413, "too_large")

    async def test_files_over_the_limit_of_an_hour_are_refused(
        self, conversation: ConversationClient, runtime: ContentRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert runtime.settings.document_uploads_per_hour == 60
        strict_settings = runtime.settings.model_copy(update={"document_uploads_per_hour": 2})
        monkeypatch.setattr(runtime, "settings", strict_settings)
        url = f"{conversation.paths['buyer']}/attachments"
        statuses = []
        for _ in range(3):
            files = {"file": ("a.pdf", FILE, "application/pdf")}
            answer = await conversation.client.post(url, files=files, headers=conversation.headers["buyer"])
            statuses.append(answer.status_code)
        assert statuses == [201, 201, 429]
        assert 0 < int(answer.headers["retry-after"]) <= 3600

    async def test_unsent_files_have_a_cap_and_are_deleted_after_a_week(
        self,
        conversation: ConversationClient,
        runtime: ContentRuntime,
        clock: MovableClock,
        db: Session,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(attachments, "MAX_UNSENT_FILES", 2)
        await conversation.upload("buyer")
        await conversation.upload("buyer")
        files = {"file": ("a.pdf", FILE, "application/pdf")}
        url = f"{conversation.paths['buyer']}/attachments"
        refusal = await conversation.client.post(url, files=files, headers=conversation.headers["buyer"])
        assert (refusal.status_code, refusal.json()["code"]) == (409, "too_many_unsent_files")
        assert "неделю" in refusal.json()["message"]
        keys = list(await db.scalars(select(col(MessageAttachment.file_key))))
        clock.move(days=8)
        await run_job(runtime, attachments.purge_unsent_files)
        assert await db.scalar(select(func.count()).select_from(MessageAttachment)) == 0
        storage = runtime.storage
        for key in keys:
            await wait_for(partial(is_gone, storage, key))

    async def test_picture_without_a_preview_leaves_no_file_in_the_store(
        self,
        conversation: ConversationClient,
        runtime: ContentRuntime,
        picture: PictureFactory,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        stored_keys: list[str] = []

        async def record_key(key: str, content: bytes) -> None:
            stored_keys.append(key)

        def fail_as_overloaded(content: bytes) -> None:
            raise Unavailable

        monkeypatch.setattr(runtime.storage, "put", record_key)
        monkeypatch.setattr(attachments, "_make_preview", fail_as_overloaded)
        files = {"file": ("фара.jpg", picture(800, 600), "image/jpeg")}
        url = f"{conversation.paths['buyer']}/attachments"
        assert (
            await conversation.client.post(url, files=files, headers=conversation.headers["buyer"])
        ).status_code == 503
        assert stored_keys == []

    async def test_files_are_deleted_with_the_order(
        self, conversation: ConversationClient, runtime: ContentRuntime, db: Session, picture: PictureFactory
    ) -> None:
        file = await conversation.upload("buyer", picture(800, 600), "a.jpg", "image/jpeg")
        await conversation.write("buyer", files=(file["id"],))
        row = (await db.scalars(select(MessageAttachment))).one()
        delete_answer = await conversation.client.delete(
            f"{ADMIN}/orders/{conversation.order_id}", headers=conversation.headers["company"]
        )
        assert delete_answer.status_code == 200
        for key in (row.file_key, row.preview_key):
            await wait_for(partial(is_gone, runtime.storage, str(key)))


async def is_gone(storage: Any, key: str) -> bool:
    return await storage.get(key) is None


class TestReplyDeadline:
    async def test_reply_deadline_is_set_by_the_first_question_and_cleared_by_the_answer(
        self, conversation: ConversationClient, clock: MovableClock
    ) -> None:
        # It is Saturday, 17:55 in Moscow. The office closed at 16:00.
        clock.freeze(datetime(2026, 11, 21, 14, 55, tzinfo=UTC))
        await conversation.write("buyer", "Есть новости?")
        clock.move(minutes=5)
        await conversation.write("buyer", "Алло")
        row = await conversation.find_admin_row()
        assert row["waiting_since"] == "2026-11-21T14:55:00Z"
        assert row["due_at"] == "2026-11-23T06:15:00Z", "Monday, 15 minutes after opening"
        assert (await conversation.read_timeline("buyer"))["reply_by"] == row["due_at"]
        await conversation.write("company", "Завтра ответим")
        assert (await conversation.find_admin_row())["due_at"] is None

    async def test_a_question_without_an_answer_in_time_is_announced_once(
        self, conversation: ConversationClient, clock: MovableClock, runtime: ContentRuntime, read_events: EventReader
    ) -> None:
        clock.freeze(MONDAY)
        await conversation.write("buyer", "Где машина?")
        for minutes in (14, 2, 30):
            clock.move(minutes=minutes)
            await run_job(runtime, mark_overdue)
        [event] = await read_events(MessageOverdue)
        assert (event.order_id, event.due_at) == (conversation.order_id, datetime(2026, 11, 23, 7, 15, tzinfo=UTC))
        assert (await conversation.find_admin_row(overdue=True))["overdue_at"]

    async def test_message_that_needs_no_answer_is_settled(self, conversation: ConversationClient) -> None:
        await conversation.write("buyer", "Спасибо!")
        url = f"{conversation.paths['company']}/messages/settle"
        assert (await conversation.client.post(url, headers=conversation.headers["company"])).status_code == 200
        assert (await conversation.find_admin_row())["due_at"] is None


class TestMissedMessages:
    async def test_unread_messages_notify_after_a_minute_and_send_one_email_after_ten(
        self, conversation: ConversationClient, clock: MovableClock, runtime: ContentRuntime, read_events: EventReader
    ) -> None:
        clock.freeze(MONDAY)
        await conversation.write("company", "Машина прошла осмотр.")
        events_by_run = []
        for minutes, text in ((0.5, "Фотографии в заказе."), (1, None), (8, "Ещё одна."), (1, None), (20, "И ещё.")):
            clock.move(minutes=minutes)
            await run_job(runtime, notify_missed_messages)
            events_by_run.append([(event.channel, event.count) for event in await read_events(MessageMissed)])
            if text:
                await conversation.write("company", text)
        bell = ("bell", 2)
        email = ("email", 3)
        assert events_by_run == [[], [bell], [bell], [bell, email], [bell, email]]
        event = (await read_events(MessageMissed))[-1]
        assert (event.to, event.message_number, event.excerpt) == ("buyer", 1, "Машина прошла осмотр.")
        clock.move(minutes=60)
        await run_job(runtime, notify_missed_messages)
        assert [event.channel for event in await read_events(MessageMissed)] == ["bell", "email", "bell", "email"]

    async def test_read_message_is_not_emailed_and_the_next_one_begins_a_new_burst(
        self, conversation: ConversationClient, clock: MovableClock, runtime: ContentRuntime, read_events: EventReader
    ) -> None:
        clock.freeze(MONDAY)
        await conversation.write("buyer", "Когда?")
        await conversation.mark_read("company", 1)
        clock.move(minutes=11)
        await run_job(runtime, notify_missed_messages)
        assert await read_events(MessageMissed) == []
        await conversation.write("buyer", "А всё-таки?")
        clock.move(minutes=11)
        await run_job(runtime, notify_missed_messages)
        events = await read_events(MessageMissed)
        assert [(event.to, event.channel, event.message_number) for event in events] == [
            ("company", "bell", 2),
            ("company", "email", 2),
        ]

    async def test_the_event_of_an_unread_message_names_the_assigned_manager(
        self,
        conversation: ConversationClient,
        clock: MovableClock,
        runtime: ContentRuntime,
        read_events: EventReader,
        make_user: Factory[UserCopy],
    ) -> None:
        clock.freeze(MONDAY)
        manager = await make_user(role="admin")
        url = f"{conversation.paths['company']}/assignee"
        body = {"assignee_id": str(manager.id)}
        assert (
            await conversation.client.put(url, json=body, headers=conversation.headers["company"])
        ).status_code == 200
        refusal = await conversation.client.put(
            url, json={"assignee_id": str(new_id())}, headers=conversation.headers["company"]
        )
        assert refusal.status_code == 422
        await conversation.write("buyer", "Когда?")
        clock.move(minutes=2)
        await run_job(runtime, notify_missed_messages)
        assert [event.assignee_id for event in await read_events(MessageMissed)] == [manager.id]
        assert (await conversation.find_admin_row(assignee_id=str(manager.id)))["assignee_name"] == manager.name


class TestWorkOfManagers:
    async def test_assignment_and_settlement_are_audited_and_the_buyer_reads_the_first_name(
        self, conversation: ConversationClient, make_user: Factory[UserCopy]
    ) -> None:
        manager = await make_user(role="admin", first_name="Глеб", last_name="Корнилов")
        await make_user(id=conversation.manager_id, role="admin", first_name="Вера", last_name="Зимина")
        company = conversation.headers["company"]
        await conversation.write("buyer", "Спасибо!")
        body = {"assignee_id": str(manager.id)}
        assign_answer = await conversation.client.put(
            f"{conversation.paths['company']}/assignee", json=body, headers=company
        )
        settle_answer = await conversation.client.post(
            f"{conversation.paths['company']}/messages/settle", headers=company
        )
        assert (assign_answer.status_code, settle_answer.status_code) == (200, 200)
        entries = (await conversation.client.get(f"{ADMIN}/audit?entity=order", headers=company)).json()["items"]
        assert [entry["action"] for entry in entries][:2] == ["settle", "assign"]
        timeline = await conversation.read_timeline("buyer")
        assert (timeline["assignee_name"], timeline["reply_by"]) == ("Глеб", None)
        # The timeline names a manager by the first name only, too.
        await conversation.write("company", "Не за что")
        assert (await conversation.read_timeline("buyer"))["messages"][-1]["author_name"] == "Вера"

    async def test_a_hint_of_typing_stores_nothing(self, conversation: ConversationClient, db: Session) -> None:
        url = f"{conversation.paths['buyer']}/messages/typing"
        assert (await conversation.client.post(url, headers=conversation.headers["buyer"])).json() == {"success": True}
        assert (await conversation.read_timeline("buyer"))["last_number"] == 0
        assert await db.scalar(select(func.count()).select_from(OrderMessage)) == 0

    async def test_a_page_has_at_most_a_hundred_entries(self, conversation: ConversationClient) -> None:
        for limit in (0, 101):
            url = f"{conversation.paths['buyer']}/messages?limit={limit}"
            assert (await conversation.client.get(url, headers=conversation.headers["buyer"])).status_code == 422
        assert (await conversation.read_timeline("buyer", limit=100))["messages"] == []


class TestManagersList:
    async def test_filters_and_search_select_conversations(self, conversation: ConversationClient) -> None:
        assert await conversation.find_admin_row() is None, "nobody has written"
        await conversation.write("buyer", "Хочу тонировку стёкол")
        await conversation.write("buyer", "И зимние шины")
        row = await conversation.find_admin_row(unread=True)
        assert (row["unread"], row["user_name"], row["message"]["text"]) == (2, "Анна Орлова", "И зимние шины")
        for words in ("тониров", "Audi", "орлова анна"):
            assert await conversation.find_admin_row(search=words), words
        assert (await conversation.find_admin_row(search="тониров"))["message"]["number"] == 1
        assert await conversation.find_admin_row(search="кабриолет") is None
        assert await conversation.find_admin_row(waiting=True)
        await conversation.mark_read("company", 2)
        assert await conversation.find_admin_row(unread=True) is None
        assert await conversation.find_admin_row(unread=False)

    async def test_saved_replies_are_changed_found_and_deleted(self, client: ApiClient, admin: dict[str, str]) -> None:
        url = f"{ADMIN}/saved-replies"
        body = {"title": "Приветствие", "text": "Здравствуйте! Смотрю ваш заказ."}
        reply = (await client.post(url, json=body, headers=admin)).json()["item"]
        change_answer = await client.patch(
            f"{url}/{reply['id']}", json={"version": 1, "text": "Добрый день!"}, headers=admin
        )
        assert change_answer.json()["item"]["text"] == "Добрый день!"
        replies = (await client.get(url, params={"search": "добрый"}, headers=admin)).json()
        assert [item["title"] for item in replies["items"]] == ["Приветствие"]
        assert (await client.delete(f"{url}/{reply['id']}", headers=admin)).status_code == 200
        assert (await client.get(url, headers=admin)).json()["total"] == 0


class TestHints:
    async def test_open_pages_get_hints_of_messages_of_reading_and_of_typing(
        self, conversation: ConversationClient, runtime: ContentRuntime
    ) -> None:
        hints: list[Any] = []

        async def record_hint(message: Any) -> None:
            hints.append(orjson.loads(message.data))

        subscription = await runtime.bus.client.subscribe("signals.content", cb=record_hint)
        await runtime.bus.client.flush()
        await conversation.write("buyer", "Где машина?")
        await conversation.mark_read("company", 1)
        url = f"{conversation.paths['company']}/messages/typing"
        assert (await conversation.client.post(url, headers=conversation.headers["company"])).status_code == 200
        await wait_for(lambda: len(hints) == 3)
        await subscription.unsubscribe()
        kinds = [(hint["data"]["kind"], hint["data"].get("number")) for hint in hints]
        assert sorted(kinds) == [("entry", 1), ("read", 1), ("typing", None)]
        typing_hint = next(hint["data"] for hint in hints if hint["data"]["kind"] == "typing")
        assert (typing_hint["order_id"], typing_hint["side"], typing_hint["name"]) == (
            str(conversation.order_id),
            "company",
            "Вера",
        )


class TestPrivacy:
    async def test_export_has_the_messages_and_an_erasure_deletes_them_with_their_files(
        self,
        conversation: ConversationClient,
        runtime: ContentRuntime,
        db: Session,
        deliver: EventDelivery,
        read_events: EventReader,
        make_order: Factory[Order],
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        file = await conversation.upload("buyer")
        await conversation.write("buyer", "Мой паспорт", files=(file["id"],))
        await conversation.write("company", "Получили")
        other_order = await make_order()
        assert other_order.user_id
        other_conversation = ConversationClient(
            conversation.client, other_order.id, build_auth_headers, buyer_id=other_order.user_id, manager_id=new_id()
        )
        await other_conversation.write("buyer", "Чужое")
        key = await db.scalar(select(col(MessageAttachment.file_key)))
        assert key
        row = await conversation.find_admin_row()
        user_id = UUID(row["user_id"])
        await deliver(ExportRequested(user_id=user_id, export_id=new_id()))
        messages = (await read_events(ExportPart))[0].data["messages"]
        assert [(message["side"], message["text"], message["files"]) for message in messages] == [
            ("company", "Получили", []),
            ("buyer", "Мой паспорт", ["счёт.pdf"]),
        ]
        await deliver(UserErased(user_id=user_id, erasure_id=new_id()))
        assert [message.text for message in await db.scalars(select(OrderMessage))] == ["Чужое"]
        await wait_for(partial(is_gone, runtime.storage, str(key)))
        answer = await conversation.send("company", "Вы здесь?")
        assert (answer.status_code, answer.json()["code"]) == (409, "buyer_erased")


class TestTelegram:
    async def test_a_reply_in_telegram_is_added_once_as_a_message_of_the_buyer(
        self, conversation: ConversationClient, deliver: EventDelivery, clock: MovableClock, read_events: EventReader
    ) -> None:
        clock.freeze(MONDAY)
        reply = TelegramReplied(
            order_id=conversation.order_id,
            user_id=conversation.buyer_id,
            update_id=77,
            text="Когда осмотр?",
            sent_at=MONDAY,
        )
        await deliver(reply)
        await deliver(reply)
        timeline = await conversation.read_timeline("company")
        [message] = [message for message in timeline["messages"] if message["text"] == "Когда осмотр?"]
        assert message["side"] == "buyer"
        assert timeline["unread"] == 1
        assert timeline["reply_by"] is not None
        assert await read_events(MessageRefused) == []

    async def test_a_reply_in_telegram_to_an_order_of_another_buyer_is_refused_and_its_writer_notified(
        self, conversation: ConversationClient, deliver: EventDelivery, read_events: EventReader
    ) -> None:
        other_buyer_id = new_id()
        for order_id in (conversation.order_id, new_id()):
            reply = TelegramReplied(
                order_id=order_id, user_id=other_buyer_id, update_id=78, text="Когда осмотр?", sent_at=MONDAY
            )
            await deliver(reply)
        assert {event.user_id for event in await read_events(MessageRefused)} == {other_buyer_id}
        assert len(await read_events(MessageRefused)) == 2
        assert all(
            message["text"] != "Когда осмотр?" for message in (await conversation.read_timeline("buyer"))["messages"]
        )
