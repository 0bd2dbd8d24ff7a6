import hmac
from datetime import timedelta
from typing import Annotated

from chassis.web import limits
from chassis.web.auth import Caller
from chassis.web.errors import RateLimited, document_errors
from contracts.envelopes import Done
from fastapi import APIRouter, Depends, Header

from notifications.runtime import CurrentRuntime, Db, ReadDb
from notifications.telegram import linking, updates
from notifications.telegram.errors import NoTelegram, WrongSecret
from notifications.telegram.receiving import derive_webhook_secret
from notifications.telegram.schemas import TelegramBot, TelegramLink, TelegramState, Update

router = APIRouter(prefix="/api/notifications/telegram", tags=["telegram"])
SecretToken = Annotated[str, Header(alias="X-Telegram-Bot-Api-Secret-Token", max_length=256)]


async def require_webhook_secret(runtime: CurrentRuntime, secret_token: SecretToken = "") -> None:
    """Refuse an update that Telegram did not send. Raises NoTelegram, WrongSecret."""
    if not runtime.settings.has_telegram or not runtime.settings.uses_telegram_webhook:
        raise NoTelegram
    if not hmac.compare_digest(secret_token.encode(), derive_webhook_secret(runtime.settings).encode()):
        raise WrongSecret


@router.get("")
async def read_telegram(caller: Caller, db: ReadDb) -> TelegramState:
    """Return whether the site has a Telegram bot, and which account the caller has linked."""
    return await linking.read_state(db, user_id=caller.id)


@router.get("/bot")
async def read_telegram_bot(runtime: CurrentRuntime) -> TelegramBot:
    """Return the site's Telegram bot, and the link that subscribes a chat to the news of the status page."""
    return linking.read_bot(runtime.settings)


@router.post("/link", status_code=201, responses=document_errors(linking.create_link, RateLimited))
async def create_telegram_link(caller: Caller, db: Db, runtime: CurrentRuntime) -> TelegramLink:
    """Create a one-time link that opens the bot. It links the chat of whoever presses "Start" there."""
    per_hour = runtime.settings.telegram_links_per_hour
    await limits.hit(runtime, "telegram-links", str(caller.id), limit=per_hour, per=timedelta(hours=1))
    return await linking.create_link(db, user_id=caller.id)


@router.delete("", responses=document_errors(linking.end_link))
async def remove_telegram(caller: Caller, db: Db) -> Done:
    """Send nothing to Telegram any more."""
    await linking.end_link(db, user_id=caller.id)
    return Done()


@router.post(
    "/updates", dependencies=[Depends(require_webhook_secret)], responses=document_errors(NoTelegram, WrongSecret)
)
async def receive_telegram_update(body: Update, runtime: CurrentRuntime) -> Done:
    """Receive an update with a user's message to the bot. Telegram calls this webhook."""
    await updates.receive(runtime, body)
    return Done()
