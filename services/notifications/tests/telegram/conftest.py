"""Fixtures of a service with a bot. A stand-in serves the Bot API over HTTP."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from uuid import UUID

import pytest
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.plugin import MovableClock
from notifications.channels import telegram_api
from notifications.channels.telegram import TelegramQueue
from notifications.runtime import NotificationsRuntime
from notifications.telegram import receiving
from notifications.telegram.receiving import UpdateReceiver
from pydantic import SecretStr

from tests.standins import telegram_bot
from tests.standins.running import run_app
from tests.standins.telegram_bot import BotState

SITE = "https://www.example.com"


@pytest.fixture
def bot() -> BotState:
    return BotState()


@pytest.fixture
async def queue(
    runtime: NotificationsRuntime, bot: BotState, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[TelegramQueue]:
    """The queue of a service whose bot is the stand-in. Tests call its steps, as no worker runs for it."""
    # The stand-in shares the processor with the service, and the machine may be slow.
    monkeypatch.setattr(telegram_api, "TIMEOUT_SECONDS", HANG_SECONDS)
    monkeypatch.setattr(receiving, "READ_TIMEOUT_SECONDS", HANG_SECONDS)
    earlier_settings = runtime.settings
    earlier_queue = runtime.telegram_queue
    with run_app(telegram_bot.build(bot)) as address:
        runtime.settings = earlier_settings.model_copy(
            update={
                "public_url": SITE,
                "telegram_bot_token": SecretStr(telegram_bot.BOT_TOKEN),
                "telegram_bot_name": telegram_bot.BOT_NAME,
                "telegram_api_url": address,
                "telegram_poll_seconds": 0,
                "telegram_chat_pause_seconds": 0.05,
            }
        )
        runtime.telegram_queue = TelegramQueue(runtime)
        yield runtime.telegram_queue
        await runtime.telegram_queue.wait()
        await runtime.telegram_queue.close()
    runtime.settings = earlier_settings
    runtime.telegram_queue = earlier_queue


@pytest.fixture
def poll(runtime: NotificationsRuntime, queue: TelegramQueue) -> Callable[[], Awaitable[None]]:
    """Handle the messages of users to the bot, and wait for the answers."""
    receiver = UpdateReceiver(runtime)

    async def handle() -> None:
        await receiver.step()
        await queue.wait()

    return handle


@pytest.fixture
def send_all(queue: TelegramQueue) -> Callable[[], Awaitable[None]]:
    """Send everything that is due."""

    async def send() -> None:
        while await queue.step():
            await queue.wait()

    return send


@pytest.fixture
def send_news(
    runtime: NotificationsRuntime, queue: TelegramQueue, clock: MovableClock
) -> Callable[[], Awaitable[None]]:
    """Send the due news of the status page, after the pause that follows the bot's earlier answers."""
    news_queue = runtime.status_news_queue

    async def send() -> None:
        clock.move(seconds=1)
        while await news_queue.step():
            await news_queue.wait()

    return send


@pytest.fixture
def link(
    client: ApiClient,
    build_auth_headers: AuthHeadersBuilder,
    bot: BotState,
    poll: Callable[[], Awaitable[None]],
    clock: MovableClock,
) -> Callable[..., Awaitable[None]]:
    """Link a chat to a user by a one-time link of the site and "Start" in the chat. Then let the chat's pause pass."""

    async def start(user_id: UUID, chat_id: int, **fields: Any) -> None:
        answer = await client.post("/api/notifications/telegram/link", headers=build_auth_headers(id=user_id))
        assert answer.status_code == 201, answer.text
        token = answer.json()["url"].partition("?start=")[2]
        bot.write(chat_id, f"/start {token}", **fields)
        await poll()
        clock.move(seconds=1)

    return start


@pytest.fixture
def no_bot(runtime: NotificationsRuntime) -> None:
    """Check that the service has no bot."""
    assert not runtime.settings.has_telegram
