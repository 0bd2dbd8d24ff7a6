"""Receiving of updates: Telegram calls the webhook, or one replica at a time asks Telegram for them (long polling)."""

import hmac
from datetime import timedelta

import structlog
from chassis.database.tables import new_id
from pydantic import ValidationError
from sqlalchemy.dialects.postgresql import insert

from notifications.runtime import NotificationsRuntime
from notifications.settings import Settings
from notifications.telegram import updates
from notifications.telegram.schemas import Update
from notifications.telegram.tables import TelegramPolling

log = structlog.get_logger()
WEBHOOK_PATH = "/api/notifications/telegram/updates"
ALLOWED_UPDATES = ["message", "my_chat_member"]
# If the polling replica does not renew its lease for this time, another replica polls.
LEASE = timedelta(seconds=90)
READ_TIMEOUT_SECONDS = 10.0


def derive_webhook_secret(settings: Settings) -> str:
    """Return the secret that Telegram sends with each update. All replicas derive the same secret from SECRET_KEY."""
    key = settings.secret_key.get_secret_value().encode()
    return hmac.digest(key, b"notifications: telegram webhook", "sha256").hex()


class UpdateReceiver:
    """Registers the webhook once after the start, or polls."""

    def __init__(self, runtime: NotificationsRuntime) -> None:
        self._runtime = runtime
        self._id = new_id()
        # True once this process has registered or removed the webhook.
        self._is_prepared = False

    async def step(self) -> bool:
        """Register the webhook, or wait for updates and handle them. Returns True if there may be more."""
        if self._runtime.settings.uses_telegram_webhook:
            if not self._is_prepared:
                await self._register()
            return False
        return await self._poll()

    async def _register(self) -> None:
        settings = self._runtime.settings
        await self._runtime.telegram_queue.bot.api.call(
            "setWebhook",
            url=settings.public_url.rstrip("/") + WEBHOOK_PATH,
            secret_token=derive_webhook_secret(settings),
            allowed_updates=ALLOWED_UPDATES,
        )
        self._is_prepared = True
        log.info("telegram_webhook_registered")

    async def _poll(self) -> bool:
        next_id = await self._claim_polling()
        if next_id is None:
            return False
        api = self._runtime.telegram_queue.bot.api
        if not self._is_prepared:
            # Telegram refuses polling while a webhook is registered.
            await api.call("deleteWebhook")
            self._is_prepared = True
        seconds = self._runtime.settings.telegram_poll_seconds
        received_updates = await api.call(
            "getUpdates",
            offset=next_id,
            timeout=seconds,
            allowed_updates=ALLOWED_UPDATES,
            timeout_seconds=seconds + READ_TIMEOUT_SECONDS,
        )
        for update in received_updates:
            await self._handle(update)
            next_id = int(update["update_id"]) + 1
        await self._save_next_update_id(next_id)
        return True

    async def _handle(self, raw_update: object) -> None:
        """Handle one update. An unreadable update is skipped, so that it does not block the others."""
        try:
            update = Update.model_validate(raw_update)
        except ValidationError:
            log.error("telegram_update_unreadable")
            return
        await updates.receive(self._runtime, update)

    async def _claim_polling(self) -> int | None:
        """Take or extend the lease for polling.

        Returns the id of the next update, or None if another replica has the lease.
        """
        async with self._runtime.database.transaction() as db:
            now = self._runtime.now()
            row = insert(TelegramPolling).values(id=1, holder=self._id, until=now, next_update_id=0)
            await db.execute(row.on_conflict_do_nothing())
            polling = await db.get_one(TelegramPolling, 1, with_for_update=True, populate_existing=True)
            if polling.holder != self._id and polling.until > now:
                return None
            polling.holder = self._id
            polling.until = now + LEASE
            db.add(polling)
            return polling.next_update_id

    async def _save_next_update_id(self, next_update_id: int) -> None:
        async with self._runtime.database.transaction() as db:
            polling = await db.get_one(TelegramPolling, 1, with_for_update=True, populate_existing=True)
            polling.next_update_id = max(polling.next_update_id, next_update_id)
            db.add(polling)
