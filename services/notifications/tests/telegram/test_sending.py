"""Notifications in Telegram: by preferences and quiet hours, within the limits of the Bot API."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from uuid import UUID

import structlog
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery, EventReader
from chassis.testing.plugin import MovableClock, wait_for
from contracts.auth import PasswordChanged
from contracts.content import MessageMissed, OrderAdvanced, OrderCreated
from contracts.notifications import TelegramLinked, TelegramUnlinked
from notifications.channels import queries, telegram_links
from notifications.channels.tables import Delivery, TelegramChat, TelegramChatPace
from notifications.channels.telegram import TelegramQueue
from notifications.channels.telegram_api import TelegramRefused
from notifications.channels.telegram_messages import build_message
from notifications.channels.telegram_pace import PacedBot
from notifications.jobs import JOBS
from notifications.runtime import NotificationsRuntime, Session
from opentelemetry.instrumentation.httpx import HTTPX2ClientInstrumentor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pydantic import SecretStr
from sqlalchemy import select
from sqlmodel import col

from services.notifications.tests.fixture_types import InboxReader, UserFactory
from tests.standins.telegram_bot import BOT_TOKEN, BotState

PREFERENCES = "/api/notifications/preferences"
CHAT = 700_100_200
SendFunction = Callable[[], Awaitable[None]]
LinkFunction = Callable[..., Awaitable[None]]


def build_order_created(user_id: UUID, order_id: UUID | None = None) -> OrderCreated:
    return OrderCreated(order_id=order_id or new_id(), user_id=user_id, title="BMW X5", number="МА-12")


async def list_telegram_deliveries(db: Session) -> list[Delivery]:
    rows = select(Delivery).where(col(Delivery.channel) == "telegram").order_by(col(Delivery.id))
    return list(await db.scalars(rows.execution_options(populate_existing=True)))


class TestMessage:
    async def test_message_has_a_button_that_opens_the_order(
        self,
        make_user: UserFactory,
        link: LinkFunction,
        deliver: EventDelivery,
        send_all: SendFunction,
        bot: BotState,
        db: Session,
    ) -> None:
        user_id = await make_user()
        await link(user_id, CHAT)
        order_id = new_id()
        await deliver(build_order_created(user_id, order_id))
        await send_all()
        message = bot.messages[-1]
        assert message["chat_id"] == CHAT
        title = "Заказ МА-12 открыт"
        assert message["text"].startswith(f"{title}\n\nBMW X5.")
        assert message["entities"] == [{"type": "bold", "offset": 0, "length": len(title)}]
        button = {"text": "Открыть заказ", "url": f"https://www.example.com/dashboard/orders/{order_id}"}
        assert message["reply_markup"] == {"inline_keyboard": [[button]]}
        [delivery] = await list_telegram_deliveries(db)
        assert (delivery.state, delivery.title, delivery.message) == ("sent", "", "")

    async def test_a_message_of_the_conversation_opens_it(
        self, make_user: UserFactory, link: LinkFunction, deliver: EventDelivery, send_all: SendFunction, bot: BotState
    ) -> None:
        user_id = await make_user()
        await link(user_id, CHAT)
        order = {"order_id": new_id(), "user_id": user_id, "title": "BMW X5", "number": "МА-12"}
        missed_message = MessageMissed(
            **order, to="buyer", channel="bell", message_number=42, count=1, author="Вера", excerpt="Нашли три машины"
        )
        await deliver(missed_message)
        await send_all()
        message = bot.messages[-1]
        assert message["text"].endswith("Вера: Нашли три машины")
        [[button]] = message["reply_markup"]["inline_keyboard"]
        assert button["text"] == "Открыть переписку"
        assert button["url"].endswith(f"/dashboard/orders/{order['order_id']}#message-42")

    def test_a_long_text_is_cut_as_telegram_counts_it(self, runtime: NotificationsRuntime) -> None:
        local_settings = runtime.settings.model_copy(update={"public_url": "http://localhost:8080"})
        text = build_message("😀" * 200, "😀" * 2000, "/dashboard", local_settings)["text"]
        assert len(text.encode("utf-16-le")) // 2 <= 4096
        assert text.endswith("…\n\nhttp://localhost:8080/dashboard")


class TestChoice:
    async def test_without_a_linked_chat_nothing_is_queued(
        self, make_user: UserFactory, deliver: EventDelivery, queue: TelegramQueue, db: Session
    ) -> None:
        await deliver(build_order_created(await make_user()))
        assert await list_telegram_deliveries(db) == []

    async def test_a_type_that_the_user_refused_is_not_queued(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: UserFactory,
        link: LinkFunction,
        deliver: EventDelivery,
        db: Session,
    ) -> None:
        user_id = await make_user()
        await link(user_id, CHAT)
        headers = build_auth_headers(id=user_id)
        preferences = (await client.get(PREFERENCES, headers=headers)).json()["preferences"]
        assert preferences["booking"] == {"in_app": True, "email": True, "push": True, "telegram": True}
        assert preferences["promotion"]["telegram"] is False
        change_answer = await client.put(PREFERENCES, json={"booking": {"telegram": False}}, headers=headers)
        assert change_answer.json()["preferences"]["booking"]["telegram"] is False
        await deliver(build_order_created(user_id))
        assert await list_telegram_deliveries(db) == []

    async def test_a_campaign_reaches_linked_chats_whose_users_allow_its_type(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: UserFactory,
        link: LinkFunction,
        send_all: SendFunction,
        bot: BotState,
        db: Session,
    ) -> None:
        allowing_user, refusing_user, unlinked_user = [await make_user() for _ in range(3)]
        await link(allowing_user, CHAT)
        await link(refusing_user, CHAT + 1)
        await client.put(
            PREFERENCES, json={"system": {"telegram": False}}, headers=build_auth_headers(id=refusing_user)
        )
        admin_headers = build_auth_headers(role="admin")
        audience = {"user_ids": [str(id) for id in (allowing_user, refusing_user, unlinked_user)]}
        audience_body = {"audience": audience, "type": "system", "channels": ["in_app", "telegram"]}
        preview = await client.post("/api/notifications/admin/audience", json=audience_body, headers=admin_headers)
        assert preview.json()["channels"] == {"in_app": 3, "telegram": 1}
        campaign = audience_body | {"title": "Зимний график", "message": "С 31 декабря.", "channels": ["telegram"]}
        assert (
            await client.post("/api/notifications/admin/send", json=campaign, headers=admin_headers)
        ).status_code == 202

        async def is_sent() -> bool:
            await send_all()
            return any(message["text"].startswith("Зимний график") for message in bot.messages)

        await wait_for(is_sent)
        assert [delivery.user_id for delivery in await list_telegram_deliveries(db) if delivery.campaign_id] == [
            allowing_user
        ]

    async def test_quiet_hours_delay_messages_except_security_messages(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: UserFactory,
        link: LinkFunction,
        deliver: EventDelivery,
        send_all: SendFunction,
        bot: BotState,
        clock: MovableClock,
    ) -> None:
        user_id = await make_user()
        clock.freeze(datetime(2026, 11, 26, 20, 0, tzinfo=UTC))
        await link(user_id, CHAT)
        quiet_hours = {"from": "22:00", "to": "08:00", "timezone": "Europe/Moscow"}
        await client.put(PREFERENCES, json={"quiet_hours": quiet_hours}, headers=build_auth_headers(id=user_id))
        await deliver(build_order_created(user_id))
        clock.move(seconds=2)
        await send_all()
        assert len(bot.messages) == 1, "only the answer to /start"
        await deliver(PasswordChanged(user_id=user_id))
        await send_all()
        assert bot.messages[-1]["text"].startswith("Пароль изменён")
        clock.move(hours=9)
        await send_all()
        assert bot.messages[-1]["text"].startswith("Заказ МА-12 открыт")


class TestLimits:
    async def test_a_chat_gets_one_message_in_each_pause_and_in_order(
        self,
        make_user: UserFactory,
        link: LinkFunction,
        deliver: EventDelivery,
        queue: TelegramQueue,
        bot: BotState,
        clock: MovableClock,
    ) -> None:
        clock.freeze(datetime(2026, 11, 26, 9, 0, tzinfo=UTC))
        user_id = await make_user()
        await link(user_id, CHAT)
        order: dict[str, Any] = {"order_id": new_id(), "user_id": user_id, "title": "BMW X5", "number": "МА-12"}
        await deliver(build_order_created(user_id, order["order_id"]))
        await deliver(OrderAdvanced(**order, step="search", step_title="Поиск"))
        clock.move(seconds=1)
        assert await queue.step()
        await queue.wait()
        assert not await queue.step(), "the chat has had its message"
        assert len(bot.messages) == 2
        clock.move(seconds=1)
        assert await queue.step()
        await queue.wait()
        assert [message["text"].partition("\n")[0] for message in bot.messages[1:]] == [
            "Заказ МА-12 открыт",
            "Начали поиск, заказ МА-12",
        ]

    async def test_another_owner_of_a_chat_does_not_shorten_its_pause(
        self,
        make_user: UserFactory,
        link: LinkFunction,
        deliver: EventDelivery,
        queue: TelegramQueue,
        runtime: NotificationsRuntime,
        clock: MovableClock,
    ) -> None:
        clock.freeze(datetime(2026, 11, 26, 9, 0, tzinfo=UTC))
        former_owner = await make_user()
        await link(former_owner, CHAT)
        await deliver(build_order_created(former_owner))
        assert await queue.step()
        await queue.wait()
        owner = await make_user()
        async with runtime.database.transaction() as db:
            await telegram_links.link_chat(db, user_id=owner, chat_id=CHAT, name="Вера")
        await deliver(build_order_created(owner))
        assert not await queue.step(), "the chat has had its message"
        clock.move(seconds=1)
        assert await queue.step()

    async def test_an_answer_waits_for_the_pause_of_a_chat_whose_link_has_ended(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: UserFactory,
        link: LinkFunction,
        deliver: EventDelivery,
        queue: TelegramQueue,
        runtime: NotificationsRuntime,
        clock: MovableClock,
    ) -> None:
        clock.freeze(datetime(2026, 11, 26, 9, 0, tzinfo=UTC))
        user_id = await make_user()
        await link(user_id, CHAT)
        await deliver(build_order_created(user_id))
        assert await queue.step()
        await queue.wait()
        end_answer = await client.delete("/api/notifications/telegram", headers=build_auth_headers(id=user_id))
        assert end_answer.status_code == 200
        slot = await queue.answers._try_to_reserve(CHAT)
        pause = timedelta(seconds=runtime.settings.telegram_chat_pause_seconds)
        assert (slot.is_reserved, slot.at) == (False, clock() + pause)

    async def test_a_new_link_does_not_end_the_wait_that_telegram_asked_for(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: UserFactory,
        link: LinkFunction,
        deliver: EventDelivery,
        send_all: SendFunction,
        queue: TelegramQueue,
        runtime: NotificationsRuntime,
        bot: BotState,
        clock: MovableClock,
    ) -> None:
        clock.freeze(datetime(2026, 11, 26, 9, 0, tzinfo=UTC))
        user_id = await make_user()
        await link(user_id, CHAT)
        await deliver(build_order_created(user_id))
        bot.refusals = [{"status": 429, "parameters": {"retry_after": 17}}]
        await send_all()
        sent_count = len(bot.messages)
        end_answer = await client.delete("/api/notifications/telegram", headers=build_auth_headers(id=user_id))
        assert end_answer.status_code == 200
        async with runtime.database.transaction() as db:
            await telegram_links.link_chat(db, user_id=user_id, chat_id=CHAT, name="Анна")
        await deliver(build_order_created(user_id))
        clock.move(seconds=15)
        assert not await queue.step()
        clock.move(seconds=2)
        await send_all()
        assert len(bot.messages) == sent_count + 1

    async def test_pauses_that_are_over_are_deleted(
        self,
        make_user: UserFactory,
        link: LinkFunction,
        runtime: NotificationsRuntime,
        db: Session,
        clock: MovableClock,
    ) -> None:
        await link(await make_user(), CHAT)
        [job] = [job for job in JOBS if job.name == "notifications.telegram_paces"]
        await job.run(db, runtime)
        assert list(await db.scalars(select(col(TelegramChatPace.chat_id)))) == [CHAT]
        clock.move(hours=1, seconds=1)
        await job.run(db, runtime)
        assert list(await db.scalars(select(col(TelegramChatPace.chat_id)))) == []

    async def test_two_replicas_share_thirty_messages_a_second(
        self,
        make_user: UserFactory,
        deliver: EventDelivery,
        queue: TelegramQueue,
        runtime: NotificationsRuntime,
        bot: BotState,
        db: Session,
        clock: MovableClock,
    ) -> None:
        """The slots of both replicas together are a thirtieth of a second apart, and none is given twice."""
        clock.freeze(datetime(2026, 11, 26, 9, 0, tzinfo=UTC))
        for number in range(35):
            user_id = await make_user()
            now = clock()
            db.add(TelegramChat(user_id=user_id, chat_id=CHAT + number, name="Анна", linked_at=now))
            await db.flush()
            await deliver(build_order_created(user_id), wait=number == 34)
        other_queue = TelegramQueue(runtime)
        slots: list[datetime] = []
        while claims := [*await queue._claim(10), *await other_queue._claim(10)]:
            slots += [claim.at for claim in claims]
        assert len(set(slots)) == len(slots) == 30
        slots.sort()
        gaps = [later - earlier for earlier, later in pairwise(slots)]
        assert min(gaps) >= timedelta(seconds=1 / 30)
        slots_of_first_second = [slot for slot in slots if slot < slots[0] + timedelta(seconds=1)]
        assert len(slots_of_first_second) <= 30

    async def test_429_stops_the_bot_as_long_as_telegram_asks(
        self,
        make_user: UserFactory,
        link: LinkFunction,
        deliver: EventDelivery,
        send_all: SendFunction,
        runtime: NotificationsRuntime,
        bot: BotState,
        db: Session,
        clock: MovableClock,
    ) -> None:
        clock.freeze(datetime(2026, 11, 26, 9, 0, tzinfo=UTC))
        user_id = await make_user()
        await link(user_id, CHAT)
        clock.move(seconds=1)
        other_user = await make_user()
        await link(other_user, CHAT + 1)
        await deliver(build_order_created(user_id))
        clock.move(seconds=1)
        bot.refusals = [{"status": 429, "description": "Too Many Requests", "parameters": {"retry_after": 17}}]
        await send_all()
        sent_count = len(bot.messages)
        [delivery] = await list_telegram_deliveries(db)
        assert (delivery.state, delivery.attempts) == ("queued", 0)
        assert delivery.due_at == clock() + timedelta(seconds=17)
        await deliver(build_order_created(other_user))
        clock.move(seconds=15)
        await send_all()
        other_queue = TelegramQueue(runtime)
        assert not await other_queue.step(), "another replica waits too"
        assert len(bot.messages) == sent_count
        clock.move(seconds=3)
        await send_all()
        assert {message["chat_id"] for message in bot.messages[sent_count:]} == {CHAT, CHAT + 1}

    async def test_a_later_429_does_not_shorten_the_pause(
        self, runtime: NotificationsRuntime, clock: MovableClock
    ) -> None:
        clock.freeze(datetime(2026, 11, 26, 9, 0, tzinfo=UTC))
        paced_bot = PacedBot(runtime)
        pause_end = await paced_bot.pause(TelegramRefused(429, "Too Many Requests", 17))
        clock.move(seconds=1)
        await paced_bot.pause(TelegramRefused(429, "Too Many Requests", 2))
        assert paced_bot.pause_end == pause_end
        async with runtime.database.transaction() as db:
            pace_of_all_replicas = await queries.lock_telegram_pace(db, runtime.now())
            assert pace_of_all_replicas.next_at == pause_end

    async def test_an_outage_is_retried_and_the_last_failure_is_kept(
        self,
        make_user: UserFactory,
        link: LinkFunction,
        deliver: EventDelivery,
        queue: TelegramQueue,
        bot: BotState,
        db: Session,
        clock: MovableClock,
    ) -> None:
        user_id = await make_user()
        await link(user_id, CHAT)
        await deliver(build_order_created(user_id))
        bot.refusals = [{"status": 502, "description": "Bad Gateway"}] * 3
        for _ in range(3):
            clock.move(seconds=2)
            assert await queue.step()
            await queue.wait()
        [delivery] = await list_telegram_deliveries(db)
        assert (delivery.state, delivery.reason, delivery.attempts) == ("failed", "http_502", 3)

    def test_the_pauses_between_attempts_grow_to_four_hours(self, runtime: NotificationsRuntime) -> None:
        pauses = type(runtime.settings).model_fields["delivery_retry_seconds"].default
        settings = runtime.settings.model_copy(update={"delivery_retry_seconds": pauses})
        now = datetime(2026, 11, 26, 9, 0, tzinfo=UTC)
        attempt_times = [settings.retry_at(attempts, now) for attempts in range(1, 7)]
        assert [attempt_time - now for attempt_time in attempt_times[:5] if attempt_time] == [
            timedelta(seconds=30),
            timedelta(minutes=2),
            timedelta(minutes=10),
            timedelta(hours=1),
            timedelta(hours=4),
        ]
        assert attempt_times[5] is None

    async def test_a_message_that_telegram_refuses_as_invalid_fails_at_once(
        self,
        make_user: UserFactory,
        link: LinkFunction,
        deliver: EventDelivery,
        send_all: SendFunction,
        bot: BotState,
        db: Session,
    ) -> None:
        user_id = await make_user()
        await link(user_id, CHAT)
        await deliver(build_order_created(user_id))
        bot.refusals = [{"status": 400, "description": "Bad Request: message is too long"}]
        await send_all()
        [delivery] = await list_telegram_deliveries(db)
        assert (delivery.state, delivery.reason) == ("failed", "http_400")


class TestBlockedBot:
    async def test_403_unlinks_the_chat_and_the_user_is_notified_on_the_site(
        self,
        make_user: UserFactory,
        link: LinkFunction,
        deliver: EventDelivery,
        send_all: SendFunction,
        bot: BotState,
        db: Session,
        read_events: EventReader,
        read_inbox: InboxReader,
    ) -> None:
        user_id = await make_user()
        await link(user_id, CHAT)
        await deliver(build_order_created(user_id))
        await deliver(build_order_created(user_id))
        bot.refusals = [{"status": 403, "description": "Forbidden: bot was blocked by the user"}]
        await send_all()
        assert await db.scalar(select(TelegramChat)) is None
        assert {(delivery.state, delivery.reason) for delivery in await list_telegram_deliveries(db)} == {
            ("failed", "not_linked")
        }
        [event] = await read_events(TelegramUnlinked)
        assert event == TelegramUnlinked(user_id=user_id, reason="blocked")
        await deliver(event)
        newest_entry = (await read_inbox(user_id))["notifications"][0]
        assert newest_entry["title"] == "Telegram отключён"
        assert newest_entry["data"]["link"] == "/dashboard#settings"

    async def test_the_user_gets_a_security_notification_of_a_linked_chat(
        self, make_user: UserFactory, deliver: EventDelivery, read_inbox: InboxReader, queue: TelegramQueue
    ) -> None:
        user_id = await make_user()
        await deliver(TelegramLinked(user_id=user_id, account_name="Анна (@anna)"))
        [entry] = (await read_inbox(user_id))["notifications"]
        assert (entry["type"], entry["title"]) == ("security", "К кабинету подключён Telegram")
        assert "Анна (@anna)" in entry["message"]

    async def test_a_delivery_whose_user_has_no_chat_fails(
        self, make_user: UserFactory, link: LinkFunction, deliver: EventDelivery, queue: TelegramQueue, db: Session
    ) -> None:
        user_id = await make_user()
        await link(user_id, CHAT)
        await deliver(build_order_created(user_id))
        await db.delete(await db.get_one(TelegramChat, user_id))
        await db.flush()
        assert not await queue.step()
        assert [delivery.reason for delivery in await list_telegram_deliveries(db)] == ["not_linked"]


class TestSecrets:
    async def test_neither_logs_nor_spans_have_the_token_or_the_chat(
        self,
        make_user: UserFactory,
        link: LinkFunction,
        deliver: EventDelivery,
        send_all: SendFunction,
        runtime: NotificationsRuntime,
        bot: BotState,
        clock: MovableClock,
    ) -> None:
        exporter = InMemorySpanExporter()
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(exporter))
        instrumentor = HTTPX2ClientInstrumentor()
        instrumentor.instrument(tracer_provider=provider)
        try:
            with structlog.testing.capture_logs() as logs:
                user_id = await make_user()
                await link(user_id, CHAT)
                for refusal in ({"status": 400}, {"status": 502}, {"status": 403}):
                    await deliver(build_order_created(user_id))
                    bot.refusals = [refusal]
                    await send_all()
                    # The next message waits for the pause of the chat.
                    clock.move(seconds=1)
                original_settings = runtime.settings
                runtime.settings = original_settings.model_copy(update={"telegram_api_url": "http://127.0.0.1:1"})
                await fail_to_answer(runtime)
                runtime.settings = original_settings
        finally:
            instrumentor.uninstrument()
        logs_and_spans = repr(logs) + repr([dict(span.attributes or {}) for span in exporter.get_finished_spans()])
        assert {"telegram_linked", "telegram_unlinked", "telegram_message_refused"} <= {
            entry["event"] for entry in logs
        }
        assert BOT_TOKEN not in logs_and_spans
        assert BOT_TOKEN.partition(":")[2] not in logs_and_spans
        assert str(CHAT) not in logs_and_spans
        assert BOT_TOKEN not in repr(runtime.settings)
        assert isinstance(runtime.settings.telegram_bot_token, SecretStr)


async def fail_to_answer(runtime: NotificationsRuntime) -> None:
    """Answer while Telegram cannot be reached: the failure is logged."""
    unreachable_queue = TelegramQueue(runtime)
    unreachable_queue.answers.answer(CHAT, "Текст")
    await unreachable_queue.wait()
    await unreachable_queue.close()
