"""News of the status page in Telegram: a chat subscribes by a deep link, with or without an account."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, EventDelivery, EventReader
from chassis.testing.plugin import MovableClock
from contracts.auth import ExportPart, ExportRequested, UserErased
from contracts.notifications import TelegramUnlinked
from contracts.status import AnnouncementPublished
from notifications.channels.tables import Delivery, StatusNews, StatusSubscriber
from notifications.channels.telegram_texts import ANSWERS
from notifications.runtime import NotificationsRuntime, Session
from notifications.telegram.status_subscriptions import read_choice, subscribe, unsubscribe
from sqlalchemy import func, select
from sqlmodel import col

from services.notifications.tests.fixture_types import UserFactory
from tests.standins.telegram_bot import BOT_NAME, BotState

CHAT = 700_100_200
OTHER_CHAT = 700_100_201
PollFunction = Callable[[], Awaitable[None]]
LinkFunction = Callable[..., Awaitable[None]]


def build_news(*components: str, subject: str = "Сбой: почта") -> AnnouncementPublished:
    return AnnouncementPublished(announcement_id=new_id(), subject=subject, text="Разбираемся.", affected=[*components])


async def list_components(db: Session, chat_id: int) -> list[str] | None:
    components_query = select(col(StatusSubscriber.components)).where(col(StatusSubscriber.chat_id) == chat_id)
    return await db.scalar(components_query)


async def count_waiting(db: Session) -> int:
    return await db.scalar(select(func.count()).select_from(StatusNews)) or 0


def list_texts(bot: BotState, chat_id: int) -> list[str]:
    return [message["text"] for message in bot.messages if message["chat_id"] == chat_id]


class TestChoice:
    @pytest.mark.parametrize(
        ("parameter", "components"),
        [
            ("status", []),
            ("status-email", ["email"]),
            ("status-email-api-email", ["api", "email"]),
            ("status-website-api-database-auth-storage-email", []),
            ("status-weather", None),
            ("status-", None),
            ("statusemail", None),
            ("Kx3-9sdf_status", None),
        ],
    )
    def test_the_deep_link_has_the_choice(self, parameter: str, components: list[str] | None) -> None:
        assert read_choice(parameter) == components

    async def test_a_visitor_learns_the_bot_without_signing_in(
        self, client: ApiClient, bot: BotState, poll: PollFunction
    ) -> None:
        body = (await client.get("/api/notifications/telegram/bot")).json()
        assert body == {"success": True, "bot_name": BOT_NAME, "status_url": f"https://t.me/{BOT_NAME}?start=status"}

    async def test_without_a_bot_the_status_page_has_no_link(self, client: ApiClient, no_bot: None) -> None:
        body = (await client.get("/api/notifications/telegram/bot")).json()
        assert body == {"success": True, "bot_name": None, "status_url": None}

    async def test_start_subscribes_and_another_link_changes_the_choice(
        self, bot: BotState, poll: PollFunction, db: Session, clock: MovableClock
    ) -> None:
        bot.write(CHAT, "/start status-email-api")
        await poll()
        assert await list_components(db, CHAT) == ["api", "email"]
        assert "О чём: сервер API, почта." in bot.messages[-1]["text"]
        [[button]] = bot.messages[-1]["reply_markup"]["inline_keyboard"]
        assert button == {"text": "Открыть страницу статуса", "url": "https://www.example.com/status"}
        clock.move(seconds=2)
        bot.write(CHAT, "/start status")
        await poll()
        assert await list_components(db, CHAT) == []
        assert "О чём: все части сайта." in bot.messages[-1]["text"]

    async def test_a_chat_changes_its_choice_twenty_times_an_hour(
        self, bot: BotState, poll: PollFunction, db: Session, clock: MovableClock
    ) -> None:
        for _ in range(20):
            bot.write(CHAT, "/start status")
        bot.write(CHAT, "/start status-email")
        await poll()
        assert await list_components(db, CHAT) == []
        assert await db.scalar(select(func.count()).select_from(StatusSubscriber)) == 1
        clock.move(hours=2)
        bot.write(CHAT, "/start status-email")
        await poll()
        assert await list_components(db, CHAT) == ["email"]


class TestNews:
    async def test_news_go_once_to_the_chats_that_chose_a_component(
        self, bot: BotState, poll: PollFunction, deliver: EventDelivery, send_news: PollFunction, db: Session
    ) -> None:
        bot.write(CHAT, "/start status-email-api")
        bot.write(OTHER_CHAT, "/start status-website")
        await poll()
        event = build_news("email")
        await deliver(event)
        await deliver(event)
        await send_news()
        assert list_texts(bot, CHAT)[1:] == ["Сбой: почта\n\nРазбираемся."]
        assert len(list_texts(bot, OTHER_CHAT)) == 1
        [[button]] = bot.messages[-1]["reply_markup"]["inline_keyboard"]
        assert button["url"] == "https://www.example.com/status"
        assert await count_waiting(db) == 0

    async def test_news_about_no_component_go_to_everybody(
        self, bot: BotState, poll: PollFunction, deliver: EventDelivery, send_news: PollFunction
    ) -> None:
        bot.write(CHAT, "/start status-email")
        bot.write(OTHER_CHAT, "/start status")
        await poll()
        await deliver(build_news())
        await send_news()
        assert len(list_texts(bot, CHAT)) == len(list_texts(bot, OTHER_CHAT)) == 2

    async def test_without_a_bot_no_news_are_stored(self, deliver: EventDelivery, no_bot: None, db: Session) -> None:
        db.add(StatusSubscriber(chat_id=CHAT, components=[], subscribed_at=db.now()))
        await db.flush()
        await deliver(build_news("email"))
        assert await count_waiting(db) == 0

    async def test_two_news_for_a_chat_keep_the_pause_of_the_chat(
        self,
        bot: BotState,
        poll: PollFunction,
        deliver: EventDelivery,
        send_news: PollFunction,
        db: Session,
        clock: MovableClock,
    ) -> None:
        bot.write(CHAT, "/start status")
        await poll()
        clock.freeze(db.now() + timedelta(seconds=5))
        await deliver(build_news(subject="Первое"))
        await deliver(build_news(subject="Второе"))
        await send_news()
        assert len(list_texts(bot, CHAT)) == 2
        assert await count_waiting(db) == 1
        clock.move(seconds=2)
        await send_news()
        assert len(list_texts(bot, CHAT)) == 3
        assert await count_waiting(db) == 0

    async def test_another_subscription_of_a_chat_does_not_shorten_its_pause(
        self,
        bot: BotState,
        poll: PollFunction,
        deliver: EventDelivery,
        send_news: PollFunction,
        runtime: NotificationsRuntime,
        db: Session,
        clock: MovableClock,
    ) -> None:
        bot.write(CHAT, "/start status")
        await poll()
        clock.freeze(db.now() + timedelta(seconds=5))
        await deliver(build_news(subject="Первое"))
        await send_news()
        assert await unsubscribe(db, CHAT)
        await subscribe(db, CHAT, ["email"])
        await db.commit()
        await deliver(build_news(subject="Второе"))
        assert not await runtime.status_news_queue.step(), "the chat has had its message"
        await send_news()
        assert [text.partition("\n")[0] for text in list_texts(bot, CHAT)[1:]] == ["Первое", "Второе"]

    async def test_a_busy_bot_waits_as_long_as_telegram_asks(
        self,
        bot: BotState,
        poll: PollFunction,
        deliver: EventDelivery,
        send_news: PollFunction,
        db: Session,
        clock: MovableClock,
    ) -> None:
        bot.write(CHAT, "/start status")
        await poll()
        clock.freeze(db.now() + timedelta(seconds=5))
        bot.refusals.append({"status": 429, "parameters": {"retry_after": 30}})
        await deliver(build_news())
        await send_news()
        [row] = await db.scalars(select(StatusNews).execution_options(populate_existing=True))
        assert (row.attempts, row.due_at) == (0, clock() + timedelta(seconds=30))
        clock.move(seconds=31)
        await send_news()
        assert await count_waiting(db) == 0
        assert len(list_texts(bot, CHAT)) == 2

    async def test_an_outage_of_telegram_delays_news_and_a_refusal_ends_them(
        self,
        bot: BotState,
        poll: PollFunction,
        deliver: EventDelivery,
        send_news: PollFunction,
        db: Session,
        clock: MovableClock,
    ) -> None:
        bot.write(CHAT, "/start status")
        await poll()
        clock.freeze(db.now() + timedelta(seconds=5))
        bot.refusals += [{"status": 502}, {"status": 400, "description": "Bad Request: message is too long"}]
        await deliver(build_news())
        await send_news()
        assert await count_waiting(db) == 1
        clock.move(seconds=31)
        await send_news()
        assert await count_waiting(db) == 0
        assert await list_components(db, CHAT) == []
        assert len(list_texts(bot, CHAT)) == 1


class TestEnd:
    @pytest.mark.parametrize("command", ["/stop_status", "/stop"])
    async def test_a_command_ends_the_subscription_of_a_chat_without_an_account(
        self, command: str, bot: BotState, poll: PollFunction, deliver: EventDelivery, db: Session, clock: MovableClock
    ) -> None:
        bot.write(CHAT, "/start status")
        await poll()
        await deliver(build_news())
        clock.move(seconds=2)
        bot.write(CHAT, command)
        await poll()
        assert await list_components(db, CHAT) is None
        assert await count_waiting(db) == 0
        assert bot.messages[-1]["text"] == ANSWERS.status_stopped
        clock.move(seconds=2)
        bot.write(CHAT, "/stop_status")
        await poll()
        assert bot.messages[-1]["text"] == ANSWERS.status_not_subscribed

    async def test_stop_status_keeps_the_link_of_the_account_and_stop_ends_both(
        self,
        make_user: UserFactory,
        link: LinkFunction,
        bot: BotState,
        poll: PollFunction,
        db: Session,
        clock: MovableClock,
    ) -> None:
        await link(await make_user(), CHAT)
        bot.write(CHAT, "/start status-email")
        bot.write(CHAT, "/stop_status")
        await poll()
        bot.write(CHAT, "/start")
        await poll()
        assert bot.messages[-1]["text"] == ANSWERS.already_linked
        bot.write(CHAT, "/start status-email")
        await poll()
        # A chat without a link gets one answer in each pause.
        clock.move(seconds=1)
        bot.write(CHAT, "/stop")
        await poll()
        assert await list_components(db, CHAT) is None
        assert bot.messages[-1]["text"] == ANSWERS.stopped

    async def test_a_block_of_the_bot_ends_the_subscription(
        self, bot: BotState, poll: PollFunction, db: Session
    ) -> None:
        bot.write(CHAT, "/start status")
        await poll()
        chat = {"id": CHAT, "type": "private"}
        bot.add_update({"my_chat_member": {"chat": chat, "new_chat_member": {"status": "kicked"}}})
        await poll()
        assert await list_components(db, CHAT) is None

    async def test_a_block_that_news_find_ends_the_link_of_the_account_too(
        self,
        make_user: UserFactory,
        link: LinkFunction,
        bot: BotState,
        poll: PollFunction,
        deliver: EventDelivery,
        send_news: PollFunction,
        db: Session,
        read_events: EventReader,
        clock: MovableClock,
    ) -> None:
        user_id = await make_user()
        await link(user_id, CHAT)
        bot.write(CHAT, "/start status")
        await poll()
        clock.move(seconds=5)
        bot.refusals.append({"status": 403, "description": "Forbidden: bot was blocked by the user"})
        await deliver(build_news())
        await send_news()
        assert await list_components(db, CHAT) is None
        [unlink_event] = await read_events(TelegramUnlinked)
        assert (unlink_event.user_id, unlink_event.reason) == (user_id, "blocked")


class TestPersonalData:
    async def test_an_export_has_the_choice_and_an_erasure_ends_it(
        self,
        make_user: UserFactory,
        link: LinkFunction,
        bot: BotState,
        poll: PollFunction,
        deliver: EventDelivery,
        db: Session,
        read_events: EventReader,
    ) -> None:
        user_id = await make_user()
        await link(user_id, CHAT)
        bot.write(CHAT, "/start status-email")
        bot.write(OTHER_CHAT, "/start status")
        await poll()
        await deliver(ExportRequested(user_id=user_id, export_id=new_id()))
        [part] = await read_events(ExportPart)
        assert part.data["telegram"]["status"]["components"] == ["email"]
        await deliver(UserErased(user_id=user_id, erasure_id=new_id()))
        assert await list_components(db, CHAT) is None
        assert await list_components(db, OTHER_CHAT) == []
        assert await db.scalar(select(func.count()).select_from(Delivery)) == 0
