"""The pace of the bot: the messages of all replicas together keep the limits of the Bot API.

Each message has a time slot. By default, the slots of the bot are a thirtieth of a second apart, and the slots of one
chat a whole second (`telegram_chat_paces`). The row `telegram_pace`, locked by each claim, orders the slots of all
replicas.
"""

import asyncio
import math
from datetime import datetime, timedelta

from notifications.channels import metrics, queries
from notifications.channels.telegram_api import BotApi, TelegramRefused
from notifications.runtime import NotificationsRuntime
from notifications.settings import Settings


class PacedBot:
    """The Bot API of this process, and the pause that Telegram has asked for."""

    def __init__(self, runtime: NotificationsRuntime) -> None:
        self._runtime = runtime
        self._api: BotApi | None = None
        # Telegram asked this process to wait until then.
        self._paused_until: datetime | None = None

    @property
    def api(self) -> BotApi:
        if self._api is None:
            self._api = BotApi(self._runtime.settings)
        return self._api

    @property
    def pause_end(self) -> datetime | None:
        """The time at which the bot may send again, if Telegram asked this process to wait."""
        if self._paused_until and self._paused_until > self._runtime.now():
            return self._paused_until
        return None

    async def pause(self, error: TelegramRefused) -> datetime:
        """Stop the whole bot, on all replicas, for the time that Telegram asks for. Returns its end."""
        until = self._runtime.now() + timedelta(seconds=error.retry_after or 1)
        # A later refusal may name a shorter time.
        self._paused_until = max(until, self._paused_until or until)
        metrics.RESULTS.labels("telegram", "paused").inc()
        async with self._runtime.database.transaction() as db:
            pace = await queries.lock_telegram_pace(db, self._runtime.now())
            pace.next_at = max(pace.next_at, until)
            db.add(pace)
        return until

    async def close(self) -> None:
        if self._api is not None:
            await self._api.close()


async def sleep_until(moment: datetime, runtime: NotificationsRuntime) -> None:
    await asyncio.sleep(max(0.0, (moment - runtime.now()).total_seconds()))


def compute_slot_length(settings: Settings) -> timedelta:
    """Return the time between two messages of the bot, rounded up, so that no second has one message too many."""
    return timedelta(microseconds=math.ceil(1_000_000 / settings.telegram_messages_per_second))
