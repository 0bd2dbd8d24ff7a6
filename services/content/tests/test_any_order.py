"""Calls of administrators, readers and buyers in a random order, two at a time: none of them ends in a 500.

The variable FUZZ_SEEDS sets how many random sequences of calls are tried.
"""

import asyncio
import json
import os
import random
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest
from chassis.testing.authorization import METHODS
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.plugin import MovableClock
from content.runtime import ContentRuntime
from content.users.tables import UserCopy
from fastapi import FastAPI

from services.content.tests.fixture_types import Factory
from services.content.tests.payment_notices import sign

ADMIN = "/api/content/admin"
MONDAY = datetime(2026, 11, 23, 7, 0, tzinfo=UTC)
TIMES = ["2026-11-24T09:00:00Z", "2026-11-24T09:30:00Z", "2026-11-25T10:00:00Z"]
UNKNOWN_ID = "01900000-0000-7000-8000-00000000ffff"
FILE = b"%PDF-1.4\n%%EOF\n"
KINDS = ("posts", "comments", "orders", "payments", "bookings", "requests", "saved-replies", "cars", "reservations")
ROUNDS = 100
SEED_COUNT = int(os.environ.get("FUZZ_SEEDS", "4"))
# The tags of the features that are called here. Each route with one of them has to be among the calls.
TAGS = {
    "blog",
    "comments",
    "shared orders",
    "payment notices",
    "requests",
    *(f"admin: {name}" for name in ("posts", "comments", "orders", "payments", "bookings", "requests", "reservations")),
    *(f"{side}: conversations" for side in ("admin", "me")),
    *(f"me: {name}" for name in ("orders", "payments", "bookings", "reservations")),
}


@dataclass
class Call:
    """One request."""

    method: str
    path: str
    body: dict[str, Any] | None = None
    # A key of the headers in the test.
    sender: str = "admin"
    file: bytes = b""
    # Further headers, such as the idempotency key of a message.
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Site:
    """The records that earlier calls have created, and the calls that may be made about them."""

    user_id: str
    random: random.Random
    ids: dict[str, list[str]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    # The documents of orders, each with the id of its order.
    documents: list[tuple[str, str]] = field(default_factory=list)
    # The attachments of messages, each with the id of its order.
    attachments: list[tuple[str, str]] = field(default_factory=list)
    # The tokens of shared orders.
    tokens: list[str] = field(default_factory=lambda: ["unknown"])

    def choose_id(self, kind: str) -> str:
        """Choose the id of a record, which may be deleted or may never have existed."""
        if not self.ids[kind] or self.random.random() < 0.2:
            return UNKNOWN_ID
        return self.random.choice(self.ids[kind])

    def choose_some(self, **choices: list[Any]) -> dict[str, Any]:
        """Choose some of the fields, each with one of its values."""
        names = self.random.sample(sorted(choices), self.random.randint(1, len(choices)))
        return {name: self.random.choice(choices[name]) for name in names}

    def choose_version(self) -> dict[str, int]:
        return {"version": self.random.randint(1, 4)}

    def store_ids(self, call: Call, answer: dict[str, Any]) -> None:
        """Store the ids of the records that the call has created."""
        *_, parent_id, kind = call.path.split("/")
        if kind == "documents":
            self.documents.append((parent_id, answer["item"]["id"]))
        elif kind == "attachments":
            self.attachments.append((parent_id, answer["attachment"]["id"]))
        elif kind == "share":
            self.tokens.append(answer["token"])
        else:
            records = [answer[name] for name in ("item", "booking", "reservation", "data") if answer.get(name)]
            if kind in self.ids and records and "id" in records[0]:
                self.ids[kind].append(records[0]["id"])

    def choose(self) -> Call:
        kind = self.random.choice(KINDS)
        if not self.ids[kind]:
            return self.create(kind)
        further_calls = {
            "posts": self.use_posts,
            "comments": self.use_comments,
            "orders": self.use_orders,
            "payments": self.use_payments,
            "bookings": self.use_bookings,
            "requests": self.use_requests,
            "saved-replies": self.use_saved_replies,
            "cars": self.use_cars,
            "reservations": self.use_reservations,
        }
        make_call = self.random.choice([self.create, self.change, self.delete, self.read, further_calls[kind]])
        return make_call(kind)

    def read(self, kind: str) -> Call:
        """Read a list or a record, as an administrator or as the buyer."""
        reads = {
            "posts": ["/api/blog/posts?search=bmw", "/api/blog/categories", "/api/blog/tags"],
            "orders": ["/api/me/orders", f"/api/shared/orders/{self.random.choice(self.tokens)}"],
            "payments": ["/api/me/payments"],
            "cars": ["/api/cars"],
            "reservations": ["/api/me/reservations", f"/api/me/reservations/{self.choose_id('reservations')}"],
            "bookings": ["/api/me/bookings", "/api/me/bookings/slots?kind=visit&day=2026-11-24"],
        }.get(kind, [])
        lists = [Call("GET", f"{ADMIN}/{kind}"), Call("GET", f"{ADMIN}/{kind}/{self.choose_id(kind)}")]
        return self.random.choice([*lists, *(Call("GET", path, sender="buyer") for path in reads)])

    def create(self, kind: str) -> Call:
        order_id = self.choose_id("orders")
        bodies: dict[str, dict[str, Any]] = {
            "posts": {
                "title": self.random.choice(["BMW", "Audi"]),
                "content": "Текст",
                "category": "news",
                "status": self.random.choice(["draft", "published"]),
                **self.choose_some(slug=["bmw", "audi", None]),
            },
            "comments": {"post_id": self.choose_id("posts"), "content": self.random.choice(["Да", "Нет"])},
            "orders": {"user_id": self.user_id, "title": "BMW", "price_rub": 1},
            "payments": {
                "order_id": order_id,
                "amount_rub": self.random.choice([1, 2]),
                "kind": self.random.choice(["deposit", "payment", "refund"]),
                "status": self.random.choice(["pending", "waiting", "paid"]),
            },
            "bookings": {
                "user_id": self.user_id,
                "kind": self.random.choice(["viewing", "visit"]),
                "starts_at": self.random.choice(TIMES),
                "order_id": self.random.choice([order_id, None]),
            },
            "requests": {"kind": "callback", "name": "Анна", "phone": "+7 495 000-00-21"},
            "saved-replies": {"title": "Осмотр", "text": "Осмотр завершён"},
            "cars": {"brand": "BMW", "model": "X5", "year": 2022, "body_type": "suv", "fuel": "diesel", "price_rub": 9},
        }
        if kind == "reservations":
            sender = self.random.choice(["buyer", "other_buyer"])
            return Call("POST", "/api/me/reservations", {"car_id": self.choose_id("cars")}, sender=sender)
        return Call("POST", f"{ADMIN}/{kind}", bodies[kind])

    def change(self, kind: str) -> Call:
        bodies: dict[str, dict[str, Any]] = {
            "posts": self.choose_some(status=["draft", "published"], slug=["bmw", "audi", "vw"], title=["VW"]),
            "comments": self.choose_some(content=["Да", "Нет"]),
            "orders": self.choose_some(title=["Audi"], price_rub=[2, None], status=["active", "cancelled", "finished"]),
            "payments": self.choose_some(
                status=["pending", "waiting", "paid", "cancelled", "refunded"],
                amount_rub=[1, 2],
                kind=["payment", "refund"],
                title=["Взнос", None],
            ),
            "bookings": self.choose_some(
                status=["requested", "confirmed", "cancelled"],
                starts_at=[*TIMES, None],
                kind=["visit", "viewing"],
                duration_minutes=[60, 120],
            ),
            "requests": self.choose_some(
                status=["new", "in_progress", "answered", "closed", "spam"], note=["Перезвонить"]
            ),
            "saved-replies": self.choose_some(title=["Доставка"], text=["Едем"]),
            "cars": self.choose_some(status=["published", "sold", "hidden"], price_rub=[1, 2, None]),
            "reservations": {},
        }
        return Call("PATCH", f"{ADMIN}/{kind}/{self.choose_id(kind)}", bodies[kind] | self.choose_version())

    def delete(self, kind: str) -> Call:
        return Call("DELETE", f"{ADMIN}/{kind}/{self.choose_id(kind)}")

    def restore(self, kind: str, **values: list[Any]) -> Call:
        """Undo a bulk change of one record. The version is random."""
        earlier_values = {name: self.random.choice(choices) for name, choices in values.items()}
        item = {"id": self.choose_id(kind), "version": self.random.randint(1, 3), **earlier_values}
        return Call("POST", f"{ADMIN}/{kind}/restore", {"items": [item]})

    def use_posts(self, kind: str) -> Call:
        if self.random.random() < 0.3:
            return Call("POST", f"{ADMIN}/posts/preview", {"content": "# Текст"})
        if self.random.random() < 0.2:
            return self.restore(kind, status=["draft", "published"])
        if self.random.random() < 0.2:
            return Call("GET", f"{ADMIN}/posts/{self.choose_id(kind)}/revisions")
        path = self.random.choice(["/api/blog/posts/{}", "/api/comments/{}", "/blog/{}"])
        return Call("GET", path.format(self.random.choice(["bmw", "audi", self.choose_id(kind)])), sender="buyer")

    def use_comments(self, kind: str) -> Call:
        id = self.choose_id(kind)
        written_body = {"post_id": self.choose_id("posts"), "content": self.random.choice(["Да", "Нет"])}
        action = self.random.choice(["approve", "reject", "reopen", "delete"])
        bulk = {"action": action, "ids": list({id, self.choose_id(kind)}), "reason": "Реклама"}
        return self.random.choice(
            [
                Call("POST", "/api/comments", written_body, sender="buyer"),
                Call("POST", "/api/comments", written_body, sender="buyer"),
                Call("PATCH", f"/api/comments/{id}", {"content": self.random.choice(["Да", "Нет"])}, sender="buyer"),
                Call("DELETE", f"/api/comments/{id}", sender=self.random.choice(["buyer", "admin"])),
                Call("POST", f"/api/comments/{id}/restore", sender=self.random.choice(["buyer", "admin"])),
                Call("POST", f"{ADMIN}/comments/{id}/approve", {}),
                Call("POST", f"{ADMIN}/comments/{id}/reject", {"reason": "Реклама"}),
                Call("POST", f"{ADMIN}/comments/bulk", bulk),
            ]
        )

    def use_orders(self, kind: str) -> Call:
        id = self.choose_id(kind)
        document = {"step": "customs", "title": "Паспорт", "side": self.random.choice(["client", "company"])}
        if self.ids[kind] and not self.documents:
            return Call("POST", f"{ADMIN}/orders/{self.ids[kind][-1]}/documents", document)
        order_id, document_id = self.random.choice([*self.documents, (id, UNKNOWN_ID)])
        path = f"{ADMIN}/orders/{order_id}/documents/{document_id}"
        decision = self.choose_some(
            status=["accepted", "rejected", "needed"], title=["Договор"], due_at=[TIMES[0], None]
        )
        own_path = f"/api/me/orders/{order_id}/documents/{document_id}/file"
        return self.random.choice(
            [
                Call("PUT", f"{path}/file", file=FILE),
                Call("GET", f"{path}/file"),
                Call("PUT", own_path, sender="buyer", file=FILE),
                Call("GET", own_path, sender="buyer"),
                Call("PATCH", path, decision | self.choose_version()),
                Call("DELETE", path),
                Call("POST", f"{ADMIN}/orders/{id}/cancel", {"reason": "Передумал"}),
                Call("POST", f"/api/me/orders/{id}/share", {"days": 7}, sender="buyer"),
                Call("DELETE", f"/api/me/orders/{id}/share", sender="buyer"),
                Call("POST", f"{ADMIN}/orders/{id}/advance", {"note": "Готово"}),
                Call("POST", f"{ADMIN}/orders/{id}/advance/preview", {"note": "Готово"}),
                Call("POST", f"{ADMIN}/orders/{id}/documents", document),
                Call("POST", f"{ADMIN}/orders/{id}/reports", {"step": "logistics", "text": "Едем"}),
                Call("GET", f"/api/me/orders/{id}", sender="buyer"),
                self.use_conversation(id),
                self.use_conversation(id),
            ]
        )

    def use_conversation(self, order_id: str) -> Call:
        """Call a route of the messages of an order, as one of its sides."""
        sender = self.random.choice(["buyer", "admin"])
        path = f"/api/me/orders/{order_id}" if sender == "buyer" else f"{ADMIN}/orders/{order_id}"
        query = self.random.choice(["", "?before=3", "?after=1", "?around=2", "?day=2026-11-23"])
        key = {"Idempotency-Key": f"key-number-{self.random.randint(1, 9)}"}
        written_body: dict[str, Any] = {"text": self.random.choice(["Где машина?", "Едет"])}
        owner = "/api/me" if sender == "buyer" else ADMIN
        attachment_order_id, attachment_id = self.random.choice([*self.attachments, (order_id, UNKNOWN_ID)])
        if self.random.random() < 0.3:
            written_body["attachment_ids"] = [attachment_id]
        assignment = {"assignee_id": self.random.choice([self.user_id, None])}
        return self.random.choice(
            [
                Call("POST", f"{path}/messages", written_body, sender=sender, headers=key),
                Call("POST", f"{path}/messages", written_body, sender=sender, headers=key),
                Call("GET", f"{path}/messages{query}", sender=sender),
                Call("PUT", f"{path}/messages/read", {"number": self.random.randint(0, 5)}, sender=sender),
                Call("POST", f"{path}/messages/typing", sender=sender),
                Call("POST", f"{path}/attachments", sender=sender, file=FILE),
                Call("GET", f"{owner}/orders/{attachment_order_id}/attachments/{attachment_id}/file", sender=sender),
                Call("POST", f"{ADMIN}/orders/{order_id}/messages/settle"),
                Call("PUT", f"{ADMIN}/orders/{order_id}/assignee", assignment),
                Call("GET", f"{ADMIN}/conversations?unread=true&search=машина"),
            ]
        )

    def use_payments(self, kind: str) -> Call:
        id = self.choose_id(kind)
        settlement = {"provider": "signed", "notice_id": f"n-{self.random.randint(1, 5)}", "note": "Вернули"}
        take_back_body = {"status": self.random.choice(["pending", "cancelled", "paid"]), **self.choose_version()}
        other_calls = [
            Call("POST", f"{ADMIN}/payments/{id}/notices/settle", settlement),
            Call("POST", f"{ADMIN}/payments/{id}/take-back", take_back_body),
            Call("GET", f"{ADMIN}/payments?unbooked=true"),
            Call("GET", f"/api/me/payments/{id}/invoice.pdf", sender="buyer"),
            Call("GET", "/api/me/payments", sender="buyer"),
        ]
        return self.random.choice([self._make_notice(kind), self._make_notice(kind), *other_calls])

    def _make_notice(self, kind: str) -> Call:
        notice = {
            "id": f"n-{self.random.randint(1, 5)}",
            "payment_id": self.choose_id(kind),
            "status": self.random.choice(["waiting", "succeeded", "canceled", "refunded"]),
            "amount_rub": self.random.choice([1, 2]),
        }
        return Call("POST", "/api/content/payments/notices/signed", notice, sender="provider")

    def use_cars(self, kind: str) -> Call:
        return self.create("reservations")

    def use_reservations(self, kind: str) -> Call:
        id = self.choose_id(kind)
        url = f"/api/me/reservations/{id}"
        return self.random.choice(
            [
                self.create(kind),
                self.create(kind),
                Call("GET", url, sender="buyer"),
                Call("DELETE", url, sender="buyer"),
                Call("POST", f"{ADMIN}/reservations/{id}/release", {"reason": "Продан"}),
                Call("POST", f"{ADMIN}/reservations/{id}/order", {"route": "minsk"}),
            ]
        )

    def use_requests(self, kind: str) -> Call:
        form = {"kind": "callback", "name": "Анна", "phone": "+7 495 000-00-21", "consent": True}
        return self.random.choice(
            [
                Call("POST", "/api/requests", form, sender="buyer"),
                self.restore(kind, status=["new", "in_progress", "closed"], assignee_id=[self.user_id, None]),
            ]
        )

    def use_saved_replies(self, kind: str) -> Call:
        return Call("GET", f"{ADMIN}/{kind}?search=осмотр")

    def use_bookings(self, kind: str) -> Call:
        starts_at = {"starts_at": self.random.choice(TIMES)}
        id = self.choose_id(kind)
        return self.random.choice(
            [
                Call("POST", "/api/me/bookings", {"kind": "viewing", **starts_at}, sender="buyer"),
                Call("PATCH", f"/api/me/bookings/{id}", starts_at, sender="buyer"),
                Call("DELETE", f"/api/me/bookings/{id}", sender="buyer"),
                Call("GET", f"/api/me/bookings/{id}/calendar.ics", sender="buyer"),
            ]
        )


def test_every_route_of_these_features_is_among_the_calls(app: FastAPI) -> None:
    operations = [
        (method.upper(), path)
        for path, operations in app.openapi()["paths"].items()
        for method, operation in operations.items()
        if method in METHODS and TAGS.intersection(operation["tags"])
    ]
    site = Site(UNKNOWN_ID, random.Random(0))
    site.ids = {kind: [UNKNOWN_ID] for kind in KINDS}
    site.documents = [(UNKNOWN_ID, UNKNOWN_ID)]
    called_routes = {(call.method, call.path.partition("?")[0]) for call in (site.choose() for _ in range(50_000))}
    missing_routes = []
    for method, template in operations:
        pattern = re.sub(r"\{\w+\}", "[^/]+", template)
        if not any(method == called_method and re.fullmatch(pattern, path) for called_method, path in called_routes):
            missing_routes.append(f"{method} {template}")
    assert missing_routes == []
    assert len(operations) > 60


@pytest.mark.parametrize("seed", range(SEED_COUNT))
async def test_no_sequence_of_calls_ends_in_a_500(
    client: ApiClient,
    build_auth_headers: AuthHeadersBuilder,
    make_user: Factory[UserCopy],
    clock: MovableClock,
    runtime: ContentRuntime,
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
) -> None:
    clock.freeze(MONDAY)
    raised_limits = {"comments_per_minute": 10_000, "bookings_per_hour": 10_000, "messages_per_minute": 10_000}
    monkeypatch.setattr(runtime, "settings", runtime.settings.model_copy(update=raised_limits))
    user_id = (await make_user()).id
    other_user_id = (await make_user()).id
    headers = {
        "admin": build_auth_headers(role="admin"),
        "buyer": build_auth_headers(id=user_id),
        "other_buyer": build_auth_headers(id=other_user_id),
        "provider": {},
    }
    site = Site(str(user_id), random.Random(seed))

    async def send(call: Call) -> Any:
        if call.file:
            files = {"file": ("passport.pdf", call.file, "application/pdf")}
            return await client.request(call.method, call.path, files=files, headers=headers[call.sender])
        content = json.dumps(call.body).encode() if call.body is not None else b""
        sent_headers = {**headers[call.sender], "Content-Type": "application/json"} if content else headers[call.sender]
        if call.sender == "provider":
            sent_headers["X-Signature"] = sign(content)
        return await client.request(call.method, call.path, content=content, headers={**sent_headers, **call.headers})

    async def check(call: Call) -> None:
        answer = await send(call)
        # The pages of the web app are not built here, so they answer 503.
        assert answer.status_code != 500, (call, answer.text)
        if answer.status_code == 201:
            site.store_ids(call, answer.json())

    # One record of each kind. A random article may be a draft, which takes no comments.
    while missing_kinds := [kind for kind in KINDS if not site.ids[kind]]:
        for kind in (*missing_kinds, "posts"):
            await check(site.create(kind))
    while not site.documents:
        await check(site.use_orders("orders"))

    for _ in range(ROUNDS):
        await asyncio.gather(check(site.choose()), check(site.choose()))
