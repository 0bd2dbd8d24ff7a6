"""Client of Telegram's Bot API. It uses the HTTP library of the other clients, not a library for bots
(docs/decisions/0291).

The token is a part of each address. So addresses are neither logged nor traced, and errors do not repeat them.
"""

from typing import Any

import httpx2
import orjson
from chassis.web.http import create_external_client
from opentelemetry.instrumentation.utils import suppress_http_instrumentation
from pydantic import BaseModel, ConfigDict

from notifications.settings import Settings

TIMEOUT_SECONDS = 10.0
# An answer with the updates of one call has at most 100 messages of a few kilobytes.
MAX_ANSWER_BYTES = 8 * 1024 * 1024


class TelegramUnavailable(ConnectionError):
    """Telegram cannot be reached, or its answer cannot be read."""


class TelegramRefused(Exception):
    """Telegram refused a call. `retry_after` is the pause in seconds that it asks for."""

    def __init__(self, status: int, description: str, retry_after: float | None) -> None:
        super().__init__(f"{status} {description}")
        self.status = status
        self.description = description
        self.retry_after = retry_after

    @property
    def is_chat_gone(self) -> bool:
        """True if the user has blocked the bot or deleted the account or the chat."""
        return self.status == 403 or (self.status == 400 and "chat not found" in self.description.lower())


class Parameters(BaseModel):
    model_config = ConfigDict(extra="ignore")
    retry_after: float | None = None


class Response(BaseModel):
    """The envelope of every answer."""

    model_config = ConfigDict(extra="ignore")
    ok: bool
    result: Any = None
    error_code: int = 0
    description: str = ""
    parameters: Parameters = Parameters()


class BotApi:
    """Calls methods of the bot of TELEGRAM_BOT_TOKEN."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._http = create_external_client(timeout=TIMEOUT_SECONDS)

    async def call(self, method: str, *, timeout_seconds: float | None = None, **fields: Any) -> Any:
        """Call a method with these fields and return its result. Raises TelegramRefused or TelegramUnavailable."""
        timeout = TIMEOUT_SECONDS if timeout_seconds is None else timeout_seconds
        token = self._settings.telegram_bot_token.get_secret_value()
        address = f"{self._settings.telegram_api_url.rstrip('/')}/bot{token}/{method}"
        try:
            with suppress_http_instrumentation():
                answer = await self._http.post(address, json=fields, timeout=timeout)
        except (httpx2.HTTPError, OSError) as error:
            raise TelegramUnavailable(type(error).__name__) from None
        response = _parse_answer(answer)
        if not response.ok:
            status = response.error_code or answer.status_code
            raise TelegramRefused(status, response.description, response.parameters.retry_after)
        return response.result

    async def close(self) -> None:
        await self._http.aclose()


def _parse_answer(answer: httpx2.Response) -> Response:
    """Read an answer. A proxy in between may answer with something else. Raises TelegramUnavailable."""
    if len(answer.content) > MAX_ANSWER_BYTES:
        raise TelegramUnavailable("answer_too_large")
    try:
        return Response.model_validate(orjson.loads(answer.content))
    except ValueError:
        raise TelegramUnavailable(f"http_{answer.status_code}") from None
