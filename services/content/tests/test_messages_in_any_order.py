"""Calls of administrators and of the buyer in a random order: each change is announced once, a refused one is not."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader
from chassis.testing.plugin import MovableClock
from content.users.tables import UserCopy

from services.content.tests.fixture_types import Factory
from services.notifications.tests.messages import list_messages

ADMIN = "/api/content/admin"
MONDAY = datetime(2026, 11, 23, 7, 0, tzinfo=UTC)
DAYS = ["2026-12-01", "2026-12-08", "2026-12-15"]
TIMES = ["2026-11-24T09:00:00Z", "2026-11-25T10:00:00Z", "2026-11-26T11:00:00Z"]
PDF = {"file": ("a.pdf", b"%PDF-1.7 scan", "application/pdf")}


@dataclass
class Call:
    """One request."""

    method: str
    path: str
    body: dict[str, Any] | None = None
    # A key of the headers in the test.
    sender: str = "admin"
    files: dict[str, Any] | None = None


@dataclass
class BuyerCalls:
    """The records of one buyer, and the calls that may be made about them."""

    user_id: str
    order_id: str
    random: random.Random
    ids: dict[str, list[str]] = field(default_factory=lambda: {"documents": [], "payments": [], "bookings": []})

    def choose(self) -> Call:
        calls: list[Callable[[], Call]] = [
            self.change_order, self.advance, self.make_report, self.add_document, self.judge_document,
            self.send_document, self.add_payment, self.change_payment, self.add_booking, self.change_booking,
            self.move_booking, self.cancel_booking,
        ]  # fmt: skip
        return self.random.choice(calls)()

    def choose_id(self, kind: str) -> str:
        """Choose the id of a record, or an unknown id if there is none."""
        return self.random.choice(self.ids[kind] or ["01900000-0000-7000-8000-00000000ffff"])

    def choose_some(self, **choices: list[Any]) -> dict[str, Any]:
        """Choose some of the fields, each with one of its values."""
        names = self.random.sample(sorted(choices), self.random.randint(1, len(choices)))
        return {name: self.random.choice(choices[name]) for name in names}

    def change_order(self) -> Call:
        step = {"key": self.random.choice(["search", "customs"]), "planned_to": self.random.choice(DAYS)}
        step |= self.choose_some(delay_reason=["Очередь", None], note=["Ждём", ""], message=["Нашли", None])
        body = self.choose_some(price_rub=[1, 2], title=["BMW", "Audi"], route=["minsk", None], steps=[[step], []])
        return Call("patch", f"{ADMIN}/orders/{self.order_id}", body)

    def advance(self) -> Call:
        return Call("post", f"{ADMIN}/orders/{self.order_id}/advance", self.choose_some(note=["Готово", None, ""]))

    def make_report(self) -> Call:
        return Call("post", f"{ADMIN}/orders/{self.order_id}/reports", {"step": "logistics", "text": "Едем"})

    def add_document(self) -> Call:
        body = {"step": "customs", "title": "Паспорт"} | self.choose_some(
            due_on=[*DAYS, None], side=["client", "company"]
        )
        return Call("post", f"{ADMIN}/orders/{self.order_id}/documents", body)

    def judge_document(self) -> Call:
        body = self.choose_some(
            status=["accepted", "rejected", "needed"], reason=["Не видно", None], due_on=[*DAYS, None], title=["ПТС"]
        )
        return Call("patch", f"{ADMIN}/orders/{self.order_id}/documents/{self.choose_id('documents')}", body)

    def send_document(self) -> Call:
        path = f"/api/me/orders/{self.order_id}/documents/{self.choose_id('documents')}/file"
        return Call("put", path, sender="buyer", files=PDF)

    def add_payment(self) -> Call:
        body = {"order_id": self.order_id, "amount_rub": 5, "kind": self.random.choice(["deposit", "refund"])}
        return Call("post", f"{ADMIN}/payments", body | self.choose_some(status=["pending", "waiting", "paid"]))

    def change_payment(self) -> Call:
        body = self.choose_some(
            status=["pending", "waiting", "paid", "cancelled", "refunded"],
            amount_rub=[5, 6],
            title=["Взнос", None],
            due_at=[*TIMES, None],
            receipt=["№ 7", None],
        )
        return Call("patch", f"{ADMIN}/payments/{self.choose_id('payments')}", body)

    def add_booking(self) -> Call:
        if self.random.random() < 0.5:
            body = {"kind": "viewing", "starts_at": self.random.choice(TIMES)}
            return Call("post", "/api/me/bookings", body, sender="buyer")
        body = {"user_id": self.user_id, "kind": "viewing", "starts_at": self.random.choice(TIMES)}
        return Call(
            "post", f"{ADMIN}/bookings", body | self.choose_some(status=["requested", "confirmed", "cancelled"])
        )

    def change_booking(self) -> Call:
        body = self.choose_some(
            status=["requested", "confirmed", "cancelled"],
            starts_at=TIMES,
            place=["Офис", None],
            note=["Вдвоём", None],
            duration_minutes=[60, 90],
        )
        return Call("patch", f"{ADMIN}/bookings/{self.choose_id('bookings')}", body)

    def move_booking(self) -> Call:
        body = {"starts_at": self.random.choice(TIMES)}
        return Call("patch", f"/api/me/bookings/{self.choose_id('bookings')}", body, sender="buyer")

    def cancel_booking(self) -> Call:
        return Call("delete", f"/api/me/bookings/{self.choose_id('bookings')}", sender="buyer")


@pytest.mark.parametrize("seed", range(3))
async def test_each_change_is_announced_once(
    client: ApiClient,
    build_auth_headers: AuthHeadersBuilder,
    make_user: Factory[UserCopy],
    clock: MovableClock,
    read_events: EventReader,
    seed: int,
) -> None:
    clock.freeze(MONDAY)
    user_id = str((await make_user()).id)
    headers = {"admin": build_auth_headers(role="admin"), "buyer": build_auth_headers(id=user_id)}
    body = {"user_id": user_id, "title": "BMW", "price_rub": 1}
    order_id = (await client.post(f"{ADMIN}/orders", json=body, headers=headers["admin"])).json()["item"]["id"]
    calls = BuyerCalls(user_id, order_id, random.Random(seed))
    announced_count = len(list_messages(await read_events(), MONDAY))
    for _ in range(60):
        call = calls.choose()
        sent_body = call.body
        needs_version = call.method == "patch" and call.sender == "admin" and "/documents/" not in call.path
        if needs_version:
            read_answer = await client.get(call.path, headers=headers["admin"])
            if read_answer.is_success:
                sent_body = {**(call.body or {}), "version": read_answer.json()["item"]["version"]}
        content: dict[str, Any] = {}
        if call.files:
            content = {"files": call.files}
        elif sent_body is not None:
            content = {"json": sent_body}
        answer = await client.request(call.method, call.path, headers=headers[call.sender], **content)
        assert answer.status_code in {200, 201, 404, 409, 422}, (call, answer.text)
        messages = list_messages(await read_events(), MONDAY)
        new_messages = messages[announced_count:]
        announced_count = len(messages)
        assert len([message for message in new_messages if message.to == "user"]) <= 1, (call, new_messages)
        if not answer.is_success:
            assert new_messages == [], call
            continue
        record = answer.json().get("item") or answer.json().get("booking") or {}
        kind = call.path.rpartition("/")[2]
        if call.method == "post" and kind in calls.ids:
            calls.ids[kind].append(record["id"])
        if needs_version:
            repeated_body = {**(call.body or {}), "version": record["version"]}
            await client.patch(call.path, json=repeated_body, headers=headers["admin"])
            assert len(list_messages(await read_events(), MONDAY)) == announced_count, (
                call,
                "a repeated change is not announced",
            )
