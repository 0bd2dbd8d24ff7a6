"""Messages of users to the bot: replies to messages about orders, commands, and other texts."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery, EventReader
from chassis.testing.plans import wait_until_blocked
from chassis.testing.plugin import MovableClock, wait_for
from contracts.content import OrderCreated
from contracts.notifications import TelegramReplied
from notifications.channels import queries
from notifications.channels.tables import TelegramMessage
from notifications.channels.telegram import TelegramQueue
from notifications.channels.telegram_texts import ANSWERS
from notifications.runtime import NotificationsRuntime, Session
from notifications.telegram import updates
from notifications.telegram.receiving import UpdateReceiver, derive_webhook_secret
from notifications.telegram.schemas import Update
from notifications.telegram.tables import TelegramPolling, TelegramUpdate
from notifications.users.tables import UserCopy
from sqlalchemy import func, select

from services.notifications.tests.fixture_types import UserFactory
from tests.standins.telegram_bot import BotState

CHAT = 700_100_200
WEBHOOK_PATH = "/api/notifications/telegram/updates"
PollFunction = Callable[[], Awaitable[None]]
LinkFunction = Callable[..., Awaitable[None]]


class OrderMessage(NamedTuple):
    """A message about an order in the chat of its buyer."""

    user_id: UUID
    order_id: UUID
    message: dict[str, Any]


@pytest.fixture
async def order_message(
    make_user: UserFactory, link: LinkFunction, deliver: EventDelivery, send_all: PollFunction, bot: BotState
) -> OrderMessage:
    """Send a message about an order to a linked chat."""
    user_id = await make_user()
    await link(user_id, CHAT)
    order_id = new_id()
    await deliver(OrderCreated(order_id=order_id, user_id=user_id, title="BMW X5", number="МА-12"))
    await send_all()
    return OrderMessage(user_id, order_id, bot.messages[-1])


class TestReply:
    async def test_reply_goes_to_the_conversation_of_the_order_once(
        self,
        order_message: OrderMessage,
        bot: BotState,
        poll: PollFunction,
        read_events: EventReader,
        runtime: NotificationsRuntime,
    ) -> None:
        user_id, order_id, message = order_message
        update = bot.reply(CHAT, message, "  Когда осмотр?\nМожно в субботу ")
        await poll()
        [reply] = await read_events(TelegramReplied)
        assert (reply.order_id, reply.user_id, reply.update_id) == (order_id, user_id, update["update_id"])
        assert reply.text == "Когда осмотр?\nМожно в субботу"
        assert bot.messages[-1]["text"] == ANSWERS.reply_sent
        [[button]] = bot.messages[-1]["reply_markup"]["inline_keyboard"]
        assert button["url"] == f"https://www.example.com/dashboard/orders/{order_id}"
        await updates.receive(runtime, Update.model_validate(update))
        assert len(await read_events(TelegramReplied)) == 1, "Telegram repeats an update"

    @pytest.mark.parametrize(
        ("text", "fields", "answer"),
        [
            (None, {"photo": [{"file_id": "a"}], "caption": "Смотрите"}, ANSWERS.file_refused),
            (None, {"document": {"file_id": "a"}}, ANSWERS.file_refused),
            (None, {"voice": {"file_id": "a"}}, ANSWERS.file_refused),
            ("а" * 4001, {}, ANSWERS.text_too_long),
            ("\u200b", {}, ANSWERS.text_invalid),
            ("Привет\u0000", {}, ANSWERS.text_invalid),
        ],
    )
    async def test_a_reply_that_cannot_be_passed_on_is_explained(
        self,
        order_message: OrderMessage,
        bot: BotState,
        poll: PollFunction,
        read_events: EventReader,
        text: str | None,
        fields: dict[str, Any],
        answer: str,
    ) -> None:
        _, _, message = order_message
        bot.reply(CHAT, message, text, **fields)
        await poll()
        assert bot.messages[-1]["text"] == answer
        assert await read_events(TelegramReplied) == []

    async def test_a_reply_of_four_thousand_characters_is_passed_on(
        self, order_message: OrderMessage, bot: BotState, poll: PollFunction, read_events: EventReader
    ) -> None:
        bot.reply(CHAT, order_message.message, "а" * 4000)
        await poll()
        [reply] = await read_events(TelegramReplied)
        assert len(reply.text) == 4000

    async def test_a_reply_of_another_account_goes_nowhere(
        self,
        order_message: OrderMessage,
        bot: BotState,
        poll: PollFunction,
        read_events: EventReader,
        make_user: UserFactory,
        link: LinkFunction,
    ) -> None:
        """After the chat has moved to another account, the old messages are still in it."""
        await link(await make_user(), CHAT)
        bot.reply(CHAT, order_message.message, "Когда осмотр?")
        await poll()
        assert bot.messages[-1]["text"] == ANSWERS.reply_unknown
        assert await read_events(TelegramReplied) == []

    async def test_a_reply_of_a_blocked_account_is_not_passed_on(
        self, order_message: OrderMessage, bot: BotState, poll: PollFunction, read_events: EventReader, db: Session
    ) -> None:
        user = await db.get_one(UserCopy, order_message.user_id)
        user.is_blocked = True
        db.add(user)
        await db.flush()
        bot.reply(CHAT, order_message.message, "Когда осмотр?")
        await poll()
        assert bot.messages[-1]["text"] == ANSWERS.blocked
        assert await read_events(TelegramReplied) == []

    async def test_thirty_replies_a_minute_are_accepted(
        self, order_message: OrderMessage, bot: BotState, poll: PollFunction, read_events: EventReader
    ) -> None:
        for number in range(31):
            bot.reply(CHAT, order_message.message, f"Сообщение {number}")
        await poll()
        assert len(await read_events(TelegramReplied)) == 30
        assert [message["text"] for message in bot.messages].count(ANSWERS.too_many) == 1


class TestManyAnswers:
    async def test_answers_that_wait_for_their_slots_leave_connections_for_requests(
        self,
        runtime: NotificationsRuntime,
        queue: TelegramQueue,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        async with runtime.database.transaction() as other_db:
            await queries.lock_telegram_pace(other_db, runtime.now())
            for number in range(2 * runtime.settings.database_pool):
                queue.answers.answer(CHAT + number, "Здравствуйте")
            await wait_until_blocked(runtime)
            answer = await client.get("/api/notifications", headers=build_auth_headers())
        assert answer.status_code == 200


class TestAnswersInOrder:
    async def test_stop_right_after_another_message_is_answered(
        self, order_message: OrderMessage, bot: BotState, poll: PollFunction
    ) -> None:
        bot.write(CHAT, "Здравствуйте")
        bot.write(CHAT, "/stop")
        await poll()
        assert bot.messages[-1]["text"] == ANSWERS.stopped

    @pytest.mark.parametrize("command", ["/stop", "/stop_status"])
    async def test_end_of_a_subscription_right_after_its_start_is_answered(
        self, bot: BotState, poll: PollFunction, command: str
    ) -> None:
        for _ in range(3):
            bot.write(CHAT, "/start status")
            bot.write(CHAT, command)
            await poll()
            assert bot.messages[-1]["text"] == ANSWERS.status_stopped

    async def test_an_answer_that_telegram_delays_is_sent_before_the_next_one(
        self, order_message: OrderMessage, bot: BotState, poll: PollFunction
    ) -> None:
        bot.refusals = [{"status": 429, "parameters": {"retry_after": 0.1}}]
        bot.reply(CHAT, order_message.message, "Когда осмотр?")
        bot.write(CHAT, "Здравствуйте")
        await poll()
        assert [message["text"] for message in bot.messages][-2:] == [ANSWERS.reply_sent, ANSWERS.help]


class TestOtherMessages:
    async def test_a_linked_user_learns_how_to_write(
        self, order_message: OrderMessage, bot: BotState, poll: PollFunction
    ) -> None:
        bot.write(CHAT, "Здравствуйте")
        await poll()
        assert bot.messages[-1]["text"] == ANSWERS.help
        assert bot.messages[-1]["reply_markup"]["inline_keyboard"][0][0]["url"] == "https://www.example.com/dashboard"

    async def test_a_stranger_learns_how_to_link(self, bot: BotState, poll: PollFunction) -> None:
        bot.write(CHAT, "/start")
        await poll()
        assert [message["text"] for message in bot.messages] == [ANSWERS.not_linked]
        [[button]] = bot.messages[0]["reply_markup"]["inline_keyboard"]
        assert button == {"text": "Открыть настройки", "url": "https://www.example.com/dashboard#settings"}

    async def test_a_stranger_who_writes_a_lot_gets_the_newest_answer_after_the_pause(
        self, bot: BotState, runtime: NotificationsRuntime, queue: TelegramQueue, clock: MovableClock
    ) -> None:
        clock.freeze(clock())
        for text in ("/start", "Здравствуйте", "/stop_status", "/start status"):
            bot.write(CHAT, text)
        await UpdateReceiver(runtime).step()
        await wait_for(lambda: len(bot.messages) == 1)
        assert bot.messages[0]["text"] == ANSWERS.not_linked
        clock.move(seconds=1)
        await queue.wait()
        [newest_message] = bot.messages[1:]
        assert newest_message["text"].startswith(ANSWERS.status_subscribed.partition("{")[0])

    async def test_an_unreadable_update_does_not_block_the_next_one(
        self, bot: BotState, poll: PollFunction, db: Session
    ) -> None:
        bot.add_update({"message": {"chat": "unreadable"}})
        bot.write(CHAT, "/start")
        await poll()
        assert [message["text"] for message in bot.messages] == [ANSWERS.not_linked]
        polling = await db.get_one(TelegramPolling, 1)
        assert polling.next_update_id == 3


class TestWebhook:
    @pytest.fixture
    def webhook_mode(self, runtime: NotificationsRuntime, queue: TelegramQueue) -> None:
        runtime.settings = runtime.settings.model_copy(update={"telegram_mode": "webhook"})

    async def test_webhook_is_registered_with_a_secret_for_the_updates_that_are_read(
        self, runtime: NotificationsRuntime, webhook_mode: None, bot: BotState
    ) -> None:
        receiver = UpdateReceiver(runtime)
        await receiver.step()
        await receiver.step()
        assert bot.calls == ["setWebhook"]
        assert bot.webhook == {
            "url": f"https://www.example.com{WEBHOOK_PATH}",
            "secret_token": derive_webhook_secret(runtime.settings),
            "allowed_updates": ["message", "my_chat_member"],
        }

    async def test_update_is_accepted_only_with_the_secret(
        self, client: ApiClient, runtime: NotificationsRuntime, webhook_mode: None, bot: BotState, queue: TelegramQueue
    ) -> None:
        update = bot.write(CHAT, "/start")
        for headers in ({}, {"X-Telegram-Bot-Api-Secret-Token": "0" * 64}):
            refusal = await client.post(WEBHOOK_PATH, json=update, headers=headers)
            assert (refusal.status_code, refusal.json()["code"]) == (403, "forbidden")
        valid_headers = {"X-Telegram-Bot-Api-Secret-Token": derive_webhook_secret(runtime.settings)}
        for _ in range(2):
            assert (await client.post(WEBHOOK_PATH, json=update, headers=valid_headers)).json() == {"success": True}
        await queue.wait()
        assert [message["text"] for message in bot.messages] == [ANSWERS.not_linked]
        assert (await client.post(WEBHOOK_PATH, json={}, headers=valid_headers)).status_code == 422

    async def test_webhook_is_absent_while_polling(self, client: ApiClient, queue: TelegramQueue) -> None:
        assert (await client.post(WEBHOOK_PATH, json={"update_id": 1})).status_code == 404

    def test_production_uses_the_webhook_and_other_environments_poll(self, runtime: NotificationsRuntime) -> None:
        production = runtime.settings.model_copy(update={"environment": "production"})
        assert production.uses_telegram_webhook
        assert not runtime.settings.uses_telegram_webhook


class TestPolling:
    async def test_one_replica_polls_at_a_time(
        self, runtime: NotificationsRuntime, queue: TelegramQueue, bot: BotState, clock: MovableClock
    ) -> None:
        first_receiver = UpdateReceiver(runtime)
        second_receiver = UpdateReceiver(runtime)
        assert await first_receiver.step()
        assert not await second_receiver.step()
        bot.write(CHAT, "/start")
        assert await first_receiver.step()
        clock.move(minutes=2)
        bot.write(CHAT + 1, "/start")
        assert await second_receiver.step(), "the first replica has not polled for its lease"
        await queue.wait()
        assert sorted(message["chat_id"] for message in bot.messages) == [CHAT, CHAT + 1]

    async def test_an_earlier_webhook_is_removed_before_polling(
        self, runtime: NotificationsRuntime, queue: TelegramQueue, bot: BotState
    ) -> None:
        bot.webhook = {"url": "https://www.example.com/old"}
        await UpdateReceiver(runtime).step()
        assert bot.calls == ["deleteWebhook", "getUpdates"]


async def test_old_updates_and_messages_are_deleted(
    order_message: OrderMessage, db: Session, runtime: NotificationsRuntime, clock: MovableClock
) -> None:
    clock.move(days=8)
    await updates.purge_old_updates(db, runtime)
    assert await db.scalar(select(func.count()).select_from(TelegramUpdate)) == 0
    assert await db.scalar(select(func.count()).select_from(TelegramMessage)) == 1
    clock.move(days=365)
    await updates.purge_old_updates(db, runtime)
    assert await db.scalar(select(func.count()).select_from(TelegramMessage)) == 0
