"""Messages of users to the bot. Each update is handled once, in one transaction; the answer is sent after it."""

import re
from datetime import timedelta
from uuid import UUID

from chassis.database.batches import delete_in_batches
from chassis.events import outbox
from chassis.fields import refuse_control_characters, trim
from chassis.web import limits
from chassis.web.errors import RateLimited
from contracts.notifications import TelegramReplied
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.channels import queries, telegram_links
from notifications.channels.tables import TelegramChat, TelegramMessage
from notifications.channels.telegram_messages import STATUS_PATH, get_button_label
from notifications.channels.telegram_texts import ANSWERS, BUTTONS
from notifications.runtime import NotificationsRuntime, Session
from notifications.telegram import linking, status_subscriptions
from notifications.telegram.answers import BotAnswer
from notifications.telegram.schemas import ChatMemberUpdated, Message, Update
from notifications.telegram.tables import TelegramUpdate
from notifications.users.tables import UserCopy

SETTINGS_PATH = "/dashboard#settings"
ORDERS_PATH = "/dashboard"
# The longest message of a conversation, as for a message written on the site.
MAX_TEXT_LENGTH = 4000
START = re.compile(r"/start(?:@\w+)?(?:\s+(?P<token>[A-Za-z0-9_-]{1,64}))?\s*")
STOP = re.compile(r"/stop(?:@\w+)?\s*")
STOP_STATUS = re.compile(r"/stop_status(?:@\w+)?\s*")
# Telegram repeats an update for a day.
UPDATES_RETENTION = timedelta(days=7)
MESSAGES_RETENTION = timedelta(days=365)


async def receive(runtime: NotificationsRuntime, update: Update) -> None:
    """Handle an update, unless it was handled before, and answer it."""
    async with runtime.database.transaction() as db:
        row = insert(TelegramUpdate).values(update_id=update.update_id, received_at=runtime.now())
        statement = row.on_conflict_do_nothing().returning(col(TelegramUpdate.update_id))
        if await db.scalar(statement) is None:
            return
        answer = await _handle(db, update)
    chat = update.message.chat if update.message else None
    if answer is not None and chat is not None:
        runtime.telegram_queue.answers.answer(chat.id, answer.text, button=answer.button, path=answer.path)


async def _handle(db: Session, update: Update) -> BotAnswer | None:
    if update.my_chat_member is not None:
        await _forget_blocked_chat(db, update.my_chat_member)
        return None
    message = update.message
    # The bot is for private chats: in a group others would read what concerns one user.
    if message is None or message.chat.type != "private":
        return None
    text = message.text or ""
    if start_command := START.fullmatch(text):
        return await _start(db, message, start_command["token"])
    if STOP.fullmatch(text):
        return await _stop(db, message)
    if STOP_STATUS.fullmatch(text):
        return await status_subscriptions.unsubscribe(db, message.chat.id)
    chat = await queries.find_chat(db, message.chat.id)
    if chat is None:
        return BotAnswer(ANSWERS.not_linked, BUTTONS.settings, SETTINGS_PATH)
    if message.reply_to_message is None:
        return BotAnswer(ANSWERS.help, BUTTONS.site, ORDERS_PATH)
    return await _reply(db, chat, message, update.update_id)


async def _forget_blocked_chat(db: Session, member_update: ChatMemberUpdated) -> None:
    """End the link of a user who blocked the bot, and the subscription of the chat to the status page."""
    if member_update.chat.type != "private" or member_update.new_chat_member.status != "kicked":
        return
    await telegram_links.forget_chat(db, member_update.chat.id)


async def _start(db: Session, message: Message, token: str | None) -> BotAnswer:
    """Link the chat to the user of a one-time link, or subscribe it to the status page."""
    if token is None:
        if await queries.find_chat(db, message.chat.id):
            return BotAnswer(ANSWERS.already_linked, BUTTONS.settings, SETTINGS_PATH)
        return BotAnswer(ANSWERS.not_linked, BUTTONS.settings, SETTINGS_PATH)
    components = status_subscriptions.read_choice(token)
    if components is not None:
        return await status_subscriptions.subscribe(db, message.chat.id, components)
    user_id = await linking.use_token(db, token)
    if user_id is None:
        minutes = db.runtime.settings.telegram_link_minutes
        return BotAnswer(ANSWERS.link_invalid.format(minutes=minutes), BUTTONS.settings, SETTINGS_PATH)
    name = _clean_name(message.sender.name)
    await telegram_links.link_chat(db, user_id=user_id, chat_id=message.chat.id, name=name)
    return BotAnswer(
        ANSWERS.linked.format(name=_clean_name(message.sender.first_name)), BUTTONS.settings, SETTINGS_PATH
    )


def _clean_name(name: str) -> str:
    """Return a name that can be stored and shown on one line."""
    try:
        return " ".join(refuse_control_characters(name).split()) or "Telegram"
    except ValueError:
        return "Telegram"


async def _stop(db: Session, message: Message) -> BotAnswer:
    """End everything that the bot sends to the chat."""
    was_subscribed = await queries.delete_subscriber(db, message.chat.id)
    chat = await queries.find_chat(db, message.chat.id)
    if chat is None and was_subscribed:
        return BotAnswer(ANSWERS.status_stopped, BUTTONS.status, STATUS_PATH)
    if chat is None:
        return BotAnswer(ANSWERS.not_linked, BUTTONS.settings, SETTINGS_PATH)
    await telegram_links.unlink(db, chat.user_id, reason="stopped")
    return BotAnswer(ANSWERS.stopped, BUTTONS.settings, SETTINGS_PATH)


async def _reply(db: Session, chat: TelegramChat, message: Message, update_id: int) -> BotAnswer:
    """Pass a reply to a message about an order on to the conversation of that order."""
    assert message.reply_to_message is not None
    replied_message = await db.get(TelegramMessage, (chat.chat_id, message.reply_to_message.message_id))
    if replied_message is None or replied_message.user_id != chat.user_id:
        return BotAnswer(ANSWERS.reply_unknown, BUTTONS.site, ORDERS_PATH)
    link = replied_message.link
    button = get_button_label(link)
    user = await db.get(UserCopy, chat.user_id)
    if user is not None and user.is_blocked:
        return BotAnswer(ANSWERS.blocked, BUTTONS.site, "/contacts")
    if message.text is None:
        return BotAnswer(ANSWERS.file_refused, button, link)
    try:
        text = refuse_control_characters(trim(message.text))
    except ValueError:
        return BotAnswer(ANSWERS.text_invalid, button, link)
    if not text:
        return BotAnswer(ANSWERS.text_invalid, button, link)
    if len(text) > MAX_TEXT_LENGTH:
        return BotAnswer(ANSWERS.text_too_long, button, link)
    if not await _may_reply(db, chat.user_id):
        return BotAnswer(ANSWERS.too_many, button, link)
    reply = TelegramReplied(
        order_id=replied_message.order_id, user_id=chat.user_id, update_id=update_id, text=text, sent_at=db.now()
    )
    await outbox.record(db, reply)
    return BotAnswer(ANSWERS.reply_sent, button, link)


async def _may_reply(db: Session, user_id: UUID) -> bool:
    """Count a reply. Returns False if the user has sent too many in a minute."""
    per_minute = db.runtime.settings.telegram_replies_per_minute
    try:
        await limits.hit(
            db.runtime, "telegram-replies", str(user_id), limit=per_minute, per=timedelta(minutes=1), within=db
        )
    except RateLimited:
        return False
    return True


async def purge_old_updates(db: Session, runtime: NotificationsRuntime) -> None:
    """Delete the ids of old updates and the rows of old messages. Replies to these messages are then refused."""
    now = runtime.now()
    received_at = col(TelegramUpdate.received_at)
    sent_at = col(TelegramMessage.sent_at)
    await delete_in_batches(db, TelegramUpdate, received_at < now - UPDATES_RETENTION, oldest_by=received_at)
    await delete_in_batches(db, TelegramMessage, sent_at < now - MESSAGES_RETENTION, oldest_by=sent_at)
