"""Stand-in of Telegram's Bot API: messages, updates by long polling, and the webhook.

`python -m tests.standins.telegram_bot --port N`. Tests read what the bot sent by `GET /_messages`, write to the bot by
`POST /_updates` and let the next calls of sendMessage fail by `POST /_refusals`.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from tests.standins.running import serve

BOT_TOKEN = "110201543:stand-in-of-the-token-of-a-bot"
BOT_NAME = "meridian_notices_bot"
MAX_TEXT_LENGTH = 4096


@dataclass
class BotState:
    """The messages and calls of the bot, and the updates and refusals that it receives next."""

    messages: list[dict[str, Any]] = field(default_factory=list)
    updates: list[dict[str, Any]] = field(default_factory=list)
    refusals: list[dict[str, Any]] = field(default_factory=list)
    webhook: dict[str, Any] | None = None
    calls: list[str] = field(default_factory=list)
    last_update: int = 0

    def write(self, chat_id: int, text: str | None, **fields: Any) -> dict[str, Any]:
        """Add an update with a message of the user of a private chat."""
        message = {
            "message_id": 1_000_000 + self.last_update,
            "date": int(time.time()),
            "chat": {"id": chat_id, "type": "private"},
            "from": {"id": chat_id, "is_bot": False, "first_name": "Анна", "last_name": "Орлова", "username": "anna"},
            **({"text": text} if text is not None else {}),
            **fields,
        }
        return self.add_update({"message": message})

    def reply(self, chat_id: int, to: dict[str, Any], text: str | None, **fields: Any) -> dict[str, Any]:
        """Add an update with a reply to a message of the bot."""
        original = {"message_id": to["message_id"], "date": 0, "chat": {"id": chat_id, "type": "private"}}
        return self.write(chat_id, text, reply_to_message=original, **fields)

    def add_update(self, content: dict[str, Any]) -> dict[str, Any]:
        self.last_update += 1
        update = {"update_id": self.last_update, **content}
        self.updates.append(update)
        return update


def build(state: BotState | None = None) -> FastAPI:
    bot = state or BotState()
    app = FastAPI()
    methods: dict[str, Callable[[dict[str, Any]], Any]] = {
        "setWebhook": lambda body: _set_webhook(bot, body),
        "deleteWebhook": lambda body: _set_webhook(bot, None),
        "sendMessage": lambda body: _send_message(bot, body),
    }

    @app.post("/bot{token}/{method}")
    async def call(token: str, method: str, request: Request) -> JSONResponse:
        if token != BOT_TOKEN:
            return _refuse(401, "Unauthorized")
        bot.calls.append(method)
        body = await request.json()
        if method == "getUpdates":
            return await _get_updates(bot, body)
        if method not in methods:
            return _refuse(404, "Not Found")
        answer: JSONResponse = methods[method](body)
        return answer

    @app.get("/_messages")
    async def list_messages(chat_id: int | None = None) -> list[dict[str, Any]]:
        return [message for message in bot.messages if chat_id in (None, message["chat_id"])]

    @app.post("/_updates")
    async def add_update(request: Request) -> dict[str, Any]:
        body = await request.json()
        to = body.pop("reply_to", None)
        return bot.reply(body["chat_id"], {"message_id": to}, body["text"]) if to else bot.write(**body)

    @app.post("/_refusals")
    async def add_refusals(request: Request) -> dict[str, bool]:
        bot.refusals += await request.json()
        return {"success": True}

    return app


def _build_answer(result: Any) -> JSONResponse:
    return JSONResponse({"ok": True, "result": result})


def _refuse(status: int, description: str, **parameters: Any) -> JSONResponse:
    body = {"ok": False, "error_code": status, "description": description}
    return JSONResponse(body | ({"parameters": parameters} if parameters else {}), status_code=status)


def _set_webhook(bot: BotState, body: dict[str, Any] | None) -> JSONResponse:
    if body is not None and not body["url"].startswith("https://"):
        return _refuse(400, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook")
    bot.webhook = body
    return _build_answer(True)


def _send_message(bot: BotState, body: dict[str, Any]) -> JSONResponse:
    """Check a message as Telegram does, and keep it."""
    if bot.refusals:
        refusal = bot.refusals.pop(0)
        return _refuse(refusal["status"], refusal.get("description", ""), **refusal.get("parameters", {}))
    text = body["text"]
    units = len(text.encode("utf-16-le")) // 2
    if not text.strip() or units > MAX_TEXT_LENGTH:
        return _refuse(400, "Bad Request: message is too long")
    if any(entity["offset"] + entity["length"] > units for entity in body.get("entities", [])):
        return _refuse(400, "Bad Request: ENTITY_BOUNDS_INVALID")
    for row in body.get("reply_markup", {}).get("inline_keyboard", []):
        for button in row:
            url = urlsplit(button["url"])
            if not button["text"] or url.scheme not in {"http", "https"} or url.hostname in {None, "localhost"}:
                return _refuse(400, "Bad Request: BUTTON_URL_INVALID")
    message = {"message_id": len(bot.messages) + 1, **body}
    bot.messages.append(message)
    return _build_answer({"message_id": message["message_id"], "chat": {"id": body["chat_id"]}, "text": text})


async def _get_updates(bot: BotState, body: dict[str, Any]) -> JSONResponse:
    """Wait for updates from an offset on, at most for the timeout of the call."""
    if bot.webhook is not None:
        return _refuse(409, "Conflict: can't use getUpdates method while webhook is active")
    until = time.monotonic() + body["timeout"]
    while True:
        updates = [update for update in bot.updates if update["update_id"] >= body["offset"]]
        if updates or time.monotonic() >= until:
            return _build_answer(updates)
        await asyncio.sleep(0.02)


if __name__ == "__main__":
    serve(build())
