"""Bodies of the Telegram routes, and the parts of an update that the site reads (core.telegram.org/bots/api#update)."""

from datetime import datetime
from typing import Annotated

from contracts.envelopes import Answer
from pydantic import BaseModel, ConfigDict, Field

# Longer names of an account are cut.
MAX_FULL_NAME_LENGTH = 100
MAX_NAME_LENGTH = 150
# Ids of Telegram have at most 52 significant bits.
TelegramId = Annotated[int, Field(ge=-(2**62), le=2**62)]


class TelegramAccount(BaseModel):
    """The linked account, as Telegram shows it."""

    name: str
    linked_at: datetime


class TelegramState(Answer):
    """The name of the site's bot, if it has one, and the caller's linked account."""

    is_available: bool
    bot_name: str | None
    account: TelegramAccount | None


class TelegramBot(Answer):
    """The site's bot, and the link that subscribes a chat to the news of the status page. Both are null without a bot.

    A page adds `-` and the id of each chosen component to `status_url`. Without a component the subscription is
    about all components.
    """

    bot_name: str | None
    status_url: str | None


class TelegramLink(Answer):
    """A link that opens the bot and links the chat, once and until `expires_at`.

    `now` is the server's time of the answer: a page counts the time left from the difference, as the clock of a device
    may be wrong.
    """

    url: str
    expires_at: datetime
    now: datetime


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore")


class Chat(_Part):
    id: TelegramId
    type: str


class Sender(_Part):
    first_name: str = ""
    last_name: str = ""
    username: str = ""

    @property
    def name(self) -> str:
        """The name of the account as Telegram shows it, for example `Анна Орлова (@anna)`."""
        full_name = f"{self.first_name} {self.last_name}".strip()
        if not self.username:
            return full_name[:MAX_FULL_NAME_LENGTH] or "Telegram"
        if not full_name:
            return f"@{self.username}"
        return f"{full_name} (@{self.username})"[:MAX_NAME_LENGTH]


class RepliedMessage(_Part):
    message_id: TelegramId


class Message(_Part):
    """A message to the bot. `text` is missing in a message with a file, whose text is `caption`."""

    message_id: TelegramId
    chat: Chat
    sender: Sender = Field(default_factory=Sender, alias="from")
    text: str | None = None
    reply_to_message: RepliedMessage | None = None


class ChatMember(_Part):
    status: str


class ChatMemberUpdated(_Part):
    """The user blocked or unblocked the bot."""

    chat: Chat
    new_chat_member: ChatMember


class Update(_Part):
    update_id: TelegramId
    message: Message | None = None
    my_chat_member: ChatMemberUpdated | None = None
