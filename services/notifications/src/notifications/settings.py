import re
from datetime import datetime, timedelta
from typing import Literal, Self

from chassis.retries import compute_next_attempt
from chassis.settings import CommonSettings, build_service_config
from pydantic import Field, SecretStr, model_validator

BOT_TOKEN = re.compile(r"[0-9]{3,20}:[A-Za-z0-9_-]{10,100}")
BOT_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{3,31}")


class Settings(CommonSettings):
    """Limits of streams, channels and campaigns.

    Environment names have the prefix NOTIFICATIONS_, unless the field has a `validation_alias`.
    """

    model_config = build_service_config("NOTIFICATIONS_")

    # Role of this process: everything, only the live streams, or everything except the streams (docs/decisions/0145).
    role: Literal["all", "streams", "api"] = "all"
    heartbeat_seconds: int = Field(15, ge=1, le=60)
    streams_per_user: int = Field(20, ge=1)
    # Bytes of one stream that this process and the kernel buffer while its client does not read. A stream whose buffer
    # stays full for `stream_stuck_seconds` is aborted.
    stream_unsent_bytes: int = Field(65_536, ge=4096)
    stream_send_buffer: int = Field(65_536, ge=4096)
    stream_stuck_seconds: float = Field(30, gt=0)
    # Age up to which events are kept for streams that reconnect.
    replay_hours: float = Field(24, gt=0)

    # Time before the start of a campaign without a schedule, in which an administrator can cancel it. A campaign then
    # notifies its users in batches, with a pause between two batches.
    campaign_undo_seconds: float = Field(0, ge=0)
    campaign_batch: int = Field(800, ge=1, le=5000)
    campaign_pause_seconds: float = Field(0.025, ge=0)

    read_kept_days: int = Field(180, ge=1)
    unread_kept_days: int = Field(365, ge=1)

    delivery_retry_seconds: tuple[float, ...] = (30, 120, 600, 3600, 4 * 3600)
    emails_per_second: float = Field(20, gt=0)
    pushes_per_second: float = Field(200, gt=0)
    push_ttl_seconds: int = Field(86_400, ge=0)
    digest_hour: int = Field(10, ge=0, le=23)

    # The channel Telegram exists only with a token. The token is a secret: TELEGRAM_BOT_TOKEN is a file in SECRETS_DIR.
    telegram_bot_token: SecretStr = Field(SecretStr(""), validation_alias="TELEGRAM_BOT_TOKEN")
    telegram_bot_name: str = Field("", max_length=32, validation_alias="TELEGRAM_BOT_NAME")
    telegram_api_url: str = Field("https://api.telegram.org", validation_alias="TELEGRAM_API_URL")
    # How updates arrive: Telegram calls the site, or the site asks Telegram. `auto` means the webhook in production and
    # polling elsewhere.
    telegram_mode: Literal["auto", "webhook", "polling"] = Field("auto", validation_alias="TELEGRAM_MODE")
    # Limits of the Bot API: messages of the bot in a second, and the pause between two messages of one chat.
    telegram_messages_per_second: float = Field(30, gt=0, le=30)
    telegram_chat_pause_seconds: float = Field(1, gt=0)
    telegram_poll_seconds: int = Field(25, ge=0, le=50)
    telegram_link_minutes: int = Field(15, ge=1, le=1440)
    telegram_links_per_hour: int = Field(20, ge=1)
    telegram_replies_per_minute: int = Field(30, ge=1)

    @model_validator(mode="after")
    def check_telegram(self) -> Self:
        """Refuse a malformed token, and a token without the name of its bot. The messages do not contain the token."""
        token = self.telegram_bot_token.get_secret_value()
        if not token:
            return self
        if not BOT_TOKEN.fullmatch(token):
            raise ValueError("TELEGRAM_BOT_TOKEN must look like 123456:letters-and-digits")
        if not BOT_NAME.fullmatch(self.telegram_bot_name):
            raise ValueError("TELEGRAM_BOT_NAME must name the bot of TELEGRAM_BOT_TOKEN, without @")
        return self

    @property
    def has_telegram(self) -> bool:
        return bool(self.telegram_bot_token.get_secret_value())

    @property
    def uses_telegram_webhook(self) -> bool:
        if self.telegram_mode == "auto":
            return self.environment == "production"
        return self.telegram_mode == "webhook"

    def retry_at(self, attempts: int, now: datetime) -> datetime | None:
        """Return the time of the next attempt after this many failures, or None after the last attempt."""
        pauses = [timedelta(seconds=seconds) for seconds in self.delivery_retry_seconds]
        return compute_next_attempt(pauses, attempts=attempts, now=now)

    @property
    def has_streams(self) -> bool:
        return self.role != "api"

    @property
    def has_api(self) -> bool:
        """True if this process serves the API and sends campaigns, emails, push messages and Telegram messages."""
        return self.role != "streams"
