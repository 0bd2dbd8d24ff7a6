"""One-time links, by which a user links a chat with the bot, and the state of the linked chat."""

import hashlib
import secrets
from datetime import timedelta
from uuid import UUID

from chassis.web.errors import raises
from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.channels import telegram_links
from notifications.channels.tables import TelegramChat
from notifications.runtime import NotificationsRuntime, Session
from notifications.settings import Settings
from notifications.telegram.errors import NoTelegram, NotLinked
from notifications.telegram.schemas import TelegramAccount, TelegramBot, TelegramLink, TelegramState
from notifications.telegram.status_subscriptions import START_PARAMETER
from notifications.telegram.tables import TelegramLinkToken

# Telegram allows a start parameter of 64 characters: A-Z, a-z, 0-9, _ and -. In base64, 24 bytes have 32 characters.
TOKEN_BYTES = 24


def read_bot(settings: Settings) -> TelegramBot:
    """Return the site's bot and its deep link for the status page."""
    if not settings.has_telegram:
        return TelegramBot(bot_name=None, status_url=None)
    return TelegramBot(bot_name=settings.telegram_bot_name, status_url=_build_deep_link(settings, START_PARAMETER))


async def read_state(db: Session, *, user_id: UUID) -> TelegramState:
    """Return whether the site has a bot, and which account is linked."""
    settings = db.runtime.settings
    if not settings.has_telegram:
        return TelegramState(is_available=False, bot_name=None, account=None)
    chat = await db.get(TelegramChat, user_id)
    account = TelegramAccount(name=chat.name, linked_at=chat.linked_at) if chat else None
    return TelegramState(is_available=True, bot_name=settings.telegram_bot_name, account=account)


@raises(NoTelegram)
async def create_link(db: Session, *, user_id: UUID) -> TelegramLink:
    """Create a one-time link. It replaces an unused link of the user."""
    settings = db.runtime.settings
    if not settings.has_telegram:
        raise NoTelegram
    token = secrets.token_urlsafe(TOKEN_BYTES)
    now = db.now()
    expires_at = now + timedelta(minutes=settings.telegram_link_minutes)
    values = {"token_hash": _hash(token), "expires_at": expires_at}
    row = insert(TelegramLinkToken).values(user_id=user_id, **values)
    await db.execute(row.on_conflict_do_update(index_elements=[col(TelegramLinkToken.user_id)], set_=values))
    return TelegramLink(url=_build_deep_link(settings, token), expires_at=expires_at, now=now)


async def use_token(db: Session, token: str) -> UUID | None:
    """Use up a one-time link and return its user. Returns None if the link is unknown, used or expired."""
    deletion = (
        delete(TelegramLinkToken)
        .where(col(TelegramLinkToken.token_hash) == _hash(token), col(TelegramLinkToken.expires_at) > db.now())
        .returning(col(TelegramLinkToken.user_id))
    )
    return await db.scalar(deletion)


@raises(NotLinked)
async def end_link(db: Session, *, user_id: UUID) -> None:
    """Disconnect the chat of a user, and delete an unused one-time link. Raises NotLinked without a chat."""
    await db.execute(delete(TelegramLinkToken).where(col(TelegramLinkToken.user_id) == user_id))
    if not await telegram_links.unlink(db, user_id, reason="stopped"):
        raise NotLinked


async def purge_expired_links(db: Session, runtime: NotificationsRuntime) -> None:
    """Delete one-time links that have expired."""
    await db.execute(delete(TelegramLinkToken).where(col(TelegramLinkToken.expires_at) < runtime.now()))


def _build_deep_link(settings: Settings, parameter: str) -> str:
    """Return the link that opens the bot and sends `/start <parameter>` when the user presses "Start"."""
    return f"https://t.me/{settings.telegram_bot_name}?start={parameter}"


def _hash(token: str) -> str:
    """Return the hash that is stored instead of a token. A token is random and long, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()
