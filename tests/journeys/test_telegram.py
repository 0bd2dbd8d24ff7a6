"""Telegram as a channel, through the gateway: `make test` starts a stand-in for the Bot API with its stack."""

import os
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest
from chassis.testing.limits import HANG_SECONDS

from tests.journeys.answers import expect_json
from tests.journeys.users import AUTHORITIES, Person, wait_for

BOT_URL = os.environ.get("TELEGRAM_BOT_STAND_IN", "")
TELEGRAM_PATH = "/api/notifications/telegram"
MAINTENANCE = "/api/status/admin/maintenance"
pytestmark = pytest.mark.skipif(not BOT_URL, reason="a stack that was started by hand may have a real bot, or none")


class Chat:
    """A private chat with the bot."""

    def __init__(self) -> None:
        self.id = 10_000_000 + secrets.randbelow(2_000_000_000)

    def write(self, text: str, *, reply_to: int | None = None) -> None:
        """Write to the bot, as a reply to one of its messages if `reply_to` is the number of that message."""
        body: dict[str, Any] = {"chat_id": self.id, "text": text}
        if reply_to is not None:
            body["reply_to"] = reply_to
        httpx2.post(f"{BOT_URL}/_updates", json=body, timeout=HANG_SECONDS, verify=AUTHORITIES).raise_for_status()

    def list_messages(self) -> list[dict[str, Any]]:
        """Return the messages of the bot, oldest first."""
        chat = {"chat_id": self.id}
        answer = httpx2.get(f"{BOT_URL}/_messages", params=chat, timeout=HANG_SECONDS, verify=AUTHORITIES)
        messages: list[dict[str, Any]] = answer.json()
        return messages

    def wait_for_message(self, text: str) -> dict[str, Any]:
        """Wait for a message of the bot with this text."""

        def find() -> dict[str, Any] | None:
            return next((message for message in reversed(self.list_messages()) if text in message["text"]), None)

        message: dict[str, Any] = wait_for(find)
        return message


def test_buyer_links_a_chat_gets_a_notification_replies_and_ends_the_link(
    administrator: Person, newcomer: Person
) -> None:
    chat = Chat()
    link = expect_json(newcomer.http.post(f"{TELEGRAM_PATH}/link"), 201)
    assert link["url"].startswith("https://t.me/")
    chat.write(f"/start {link['url'].partition('?start=')[2]}")
    chat.wait_for_message("уведомления теперь приходят и сюда")
    assert expect_json(newcomer.http.get(TELEGRAM_PATH))["account"]["name"] == "Анна Орлова (@anna)"

    order = {"user_id": newcomer.id, "title": "Audi A6, 2021", "price_rub": 3_000_000}
    order_id = expect_json(administrator.http.post("/api/content/admin/orders", json=order), 201)["item"]["id"]
    notification = chat.wait_for_message("Audi A6, 2021")
    # Telegram refuses buttons that lead to localhost: there the text ends with the link.
    keyboard = notification.get("reply_markup", {}).get("inline_keyboard")
    address = keyboard[0][0]["url"] if keyboard else notification["text"].split()[-1]
    assert address.endswith(f"/dashboard/orders/{order_id}")

    def is_next_reply_accepted() -> bool:
        """Reply once more. The bot stores the number of a message after it sends it, so a reply may be too early."""
        before = len(chat.list_messages())
        chat.write("Когда машина будет в порту?", reply_to=notification["message_id"])
        wait_for(lambda: len(chat.list_messages()) > before)
        return any("ответ в переписке по заказу" in message["text"] for message in chat.list_messages())

    wait_for(is_next_reply_accepted)

    def list_texts() -> list[str]:
        conversation = expect_json(newcomer.http.get(f"/api/me/orders/{order_id}/messages"))
        return [message["text"] for message in conversation["messages"]]

    wait_for(lambda: "Когда машина будет в порту?" in list_texts())

    expect_json(newcomer.http.delete(TELEGRAM_PATH))
    assert expect_json(newcomer.http.get(TELEGRAM_PATH))["account"] is None
    chat.write("Ещё вопрос")
    chat.wait_for_message("не подключён к кабинету")


def test_visitor_subscribes_a_chat_to_a_component_of_the_status_page(
    administrator: Person, visitor: httpx2.Client
) -> None:
    chat = Chat()
    address = expect_json(visitor.get(f"{TELEGRAM_PATH}/bot"))["status_url"] + "-email"
    chat.write(f"/start {address.partition('?start=')[2]}")
    chat.wait_for_message("О чём: почта.")

    title = f"Переезд почты {chat.id}"
    starts_at = datetime.now(UTC) + timedelta(days=2)
    planned_maintenance = {
        "title": title,
        "description": "Письма придут позже обычного.",
        "scheduledStart": starts_at.isoformat(),
        "scheduledEnd": (starts_at + timedelta(hours=1)).isoformat(),
        "affectedServices": ["email"],
    }
    work_id = expect_json(administrator.http.post(MAINTENANCE, json=planned_maintenance), 201)["item"]["id"]
    assert chat.wait_for_message(title)["text"].endswith("/status")
    chat.write("/stop_status")
    chat.wait_for_message("Отписали")
    expect_json(administrator.http.delete(f"{MAINTENANCE}/{work_id}"))
