"""api.md section 3, the buyer's own data: orders with documents, payments and links, bookings, favourites."""

import hashlib
import hmac
import io
import json
import os
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest
from PIL import Image

from tests.journeys.answers import OLDEST_CAR, call_in_parallel, check_pages, expect_json, expect_problem
from tests.journeys.test_content_comments import list_notifications_with
from tests.journeys.users import Person, wait_for

ADMIN = "/api/content/admin"
STEP_KEYS = ["consultation", "search", "check", "purchase", "logistics", "customs", "handover"]


@pytest.fixture
def order(administrator: Person, buyer: Person) -> Iterator[dict[str, Any]]:
    """A new order of the buyer."""
    body = {"user_id": buyer.id, "title": f"BMW {uuid.uuid4().hex[:8]}", "price_rub": 3_000_000, "route": "klaipeda"}
    new_order: dict[str, Any] = expect_json(administrator.http.post(f"{ADMIN}/orders", json=body), 201)["item"]
    yield new_order
    expect_json(administrator.http.delete(f"{ADMIN}/orders/{new_order['id']}"))


def make_photo() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (640, 480), (200, 30, 30)).save(buffer, "JPEG")
    return buffer.getvalue()


class TestOrders:
    def test_order_requires_an_existing_buyer(self, administrator: Person) -> None:
        body = {"user_id": str(uuid.uuid4()), "title": "BMW", "price_rub": 3_000_000}
        expect_problem(administrator.http.post(f"{ADMIN}/orders", json=body), 422, "validation_error", "user_id")

    def test_order_is_visible_only_to_its_buyer(
        self, visitor: httpx2.Client, buyer: Person, other_user: Person, order: dict[str, Any]
    ) -> None:
        own = f"/api/me/orders/{order['id']}"
        shown_order = expect_json(buyer.http.get(own))["order"]
        assert [step["key"] for step in shown_order["steps"]] == STEP_KEYS
        assert [step["status"] for step in shown_order["steps"]] == ["current", *["pending"] * 6]
        assert shown_order["route"] == "klaipeda"
        assert order["id"] in {row["id"] for row in expect_json(buyer.http.get("/api/me/orders"))["orders"]}
        assert order["id"] not in {row["id"] for row in expect_json(other_user.http.get("/api/me/orders"))["orders"]}
        for path in (own, f"{own}/documents/{uuid.uuid4()}/file"):
            expect_problem(visitor.get(path), 401, "unauthorized")
            expect_problem(other_user.http.get(path), 404, "not_found")
        expect_problem(visitor.post(f"{own}/share", json={}), 401, "unauthorized")
        expect_problem(other_user.http.post(f"{own}/share", json={}), 404, "not_found")
        expect_problem(buyer.http.get("/api/me/orders/me"), 422, "validation_error", "id")
        check_pages(buyer.http, "/api/me/orders", "orders")

    def test_buyer_is_notified_of_each_step(self, buyer: Person, administrator: Person, order: dict[str, Any]) -> None:
        url = f"{ADMIN}/orders/{order['id']}"
        expect_problem(buyer.http.post(f"{url}/advance", json={}), 403, "forbidden")
        version = {"version": order["version"]}
        calls = [lambda: administrator.http.post(f"{url}/advance", json=version)] * 3
        assert call_in_parallel(*calls) == [200, 409, 409]
        late_step = {"key": "search", "planned_to": "2031-01-01"}
        expect_problem(
            administrator.http.patch(url, json={"version": order["version"] + 1, "steps": [late_step]}),
            422,
            "validation_error",
            "steps",
        )
        change = {"version": order["version"] + 1, "steps": [late_step | {"delay_reason": "Продавец в отпуске"}]}
        step = expect_json(administrator.http.patch(url, json=change))["item"]["steps"][1]
        assert (step["planned_to"], step["delay"]["reason"]) == ("2031-01-01", "Продавец в отпуске")
        expect_problem(administrator.http.patch(url, json=change), 409, "stale_version")
        report = {"step": "search", "text": "Нашли три машины", "place": "Бремен"}
        expect_json(administrator.http.post(f"{url}/reports", json=report), 201)
        shown_order = expect_json(buyer.http.get(f"/api/me/orders/{order['id']}"))["order"]
        assert (shown_order["current_step"], shown_order["steps"][0]["status"]) == ("search", "done")
        assert [row["kind"] for row in shown_order["history"]] == ["created", "advanced", "plan", "report"]
        assert shown_order["reports"][0]["place"] == "Бремен"
        notifications = wait_for(lambda: list_notifications_with(buyer, order["title"]))
        assert {row["type"] for row in notifications} == {"booking"}

    def test_documents_are_uploaded_reviewed_and_downloaded(
        self, buyer: Person, other_user: Person, administrator: Person, order: dict[str, Any]
    ) -> None:
        documents = f"{ADMIN}/orders/{order['id']}/documents"
        body = {"step": "customs", "title": "Паспорт"}
        id = expect_json(administrator.http.post(documents, json=body), 201)["item"]["id"]
        file = f"/api/me/orders/{order['id']}/documents/{id}/file"
        expect_problem(buyer.http.get(file), 404, "not_found")
        for content, kind, status, code in (
            (b"MZ", "application/x-msdownload", 415, "unsupported_type"),
            (b"none", "application/pdf", 422, "invalid_file"),
            (b"none", "image/png", 422, "invalid_image"),
            (b"x" * (5 * 1024 * 1024 + 1), "application/pdf", 413, "too_large"),
        ):
            expect_problem(buyer.http.put(file, files={"file": ("a", content, kind)}), status, code)
        picture = {"file": ("паспорт.jpg", make_photo(), "image/jpeg")}
        expect_problem(other_user.http.put(file, files=picture), 404, "not_found")
        sent_document = expect_json(buyer.http.put(file, files=picture))["document"]
        assert (sent_document["status"], sent_document["content_type"]) == ("sent", "image/webp")
        expect_problem(
            administrator.http.patch(f"{documents}/{id}", json={"status": "rejected"}), 422, "validation_error"
        )
        expect_json(
            administrator.http.patch(f"{documents}/{id}", json={"status": "rejected", "reason": "Не видно печати"})
        )
        expect_json(buyer.http.put(file, files=picture))
        expect_json(administrator.http.patch(f"{documents}/{id}", json={"status": "accepted"}))
        expect_problem(buyer.http.put(file, files=picture), 409, "paper_accepted")
        answer = buyer.http.get(file)
        assert (answer.content[8:12], answer.headers["cache-control"]) == (b"WEBP", "private, no-store")
        assert answer.headers["content-disposition"].startswith("attachment")
        expect_problem(other_user.http.get(file), 404, "not_found")

    def test_shared_link_shows_the_steps_but_not_the_buyer(
        self, visitor: httpx2.Client, buyer: Person, order: dict[str, Any]
    ) -> None:
        url = f"/api/me/orders/{order['id']}/share"
        expect_problem(buyer.http.post(url, json={"days": 0}), 422, "validation_error", "days")
        link = expect_json(buyer.http.post(url, json={"days": 1}), 201)
        assert link["url"].endswith(f"/shared/orders/{link['token']}")
        answer = visitor.get(f"/api/shared/orders/{link['token']}")
        assert buyer.email not in answer.text
        assert {"price_rub", "money", "history", "user_id"}.isdisjoint(expect_json(answer)["order"])
        page = visitor.get(f"/shared/orders/{link['token']}", headers={"Accept": "text/html"})
        assert (page.status_code, page.headers["content-type"][:9]) == (200, "text/html")
        expect_json(buyer.http.delete(url))
        expect_problem(visitor.get(f"/api/shared/orders/{link['token']}"), 404, "not_found")


class TestPayments:
    def test_payment_is_recorded_announced_and_paid_once(
        self, visitor: httpx2.Client, buyer: Person, other_user: Person, administrator: Person, order: dict[str, Any]
    ) -> None:
        body = {"order_id": order["id"], "amount_rub": 300_000, "kind": "deposit", "status": "waiting"}
        expect_problem(buyer.http.post(f"{ADMIN}/payments", json=body), 403, "forbidden")
        expect_problem(
            administrator.http.post(f"{ADMIN}/payments", json=body | {"amount_rub": 0}), 422, "validation_error"
        )
        id = expect_json(administrator.http.post(f"{ADMIN}/payments", json=body), 201)["item"]["id"]
        assert id in {row["id"] for row in expect_json(buyer.http.get("/api/me/payments"))["payments"]}
        assert id not in {row["id"] for row in expect_json(other_user.http.get("/api/me/payments"))["payments"]}
        expect_problem(visitor.get("/api/me/payments"), 401, "unauthorized")
        if secret := os.environ.get("CONTENT_PAYMENT_SECRET"):
            self.pay_by_notice(visitor, id, secret)
        else:
            expect_problem(visitor.post("/api/content/payments/notices/signed", json={}), 404, "not_found")
            expect_json(administrator.http.patch(f"{ADMIN}/payments/{id}", json={"version": 1, "status": "paid"}))
        payment = expect_json(administrator.http.get(f"{ADMIN}/payments/{id}"))["item"]
        assert (payment["status"], bool(payment["paid_at"])) == ("paid", True)
        money = expect_json(buyer.http.get(f"/api/me/orders/{order['id']}"))["order"]["money"]
        assert (money["paid_rub"], money["left_rub"]) == (300_000, 2_700_000)
        reopening = {"version": payment["version"], "status": "pending"}
        expect_problem(administrator.http.patch(f"{ADMIN}/payments/{id}", json=reopening), 409, "wrong_transition")
        wait_for(lambda: [row for row in list_notifications_with(buyer, order["title"]) if row["type"] == "payment"])

    def test_cancelled_payment_is_announced(self, buyer: Person, administrator: Person) -> None:
        http = administrator.http
        title = f"Audi {uuid.uuid4().hex[:8]}"
        order_body = {"user_id": buyer.id, "title": title, "price_rub": 3_000_000}
        order = expect_json(http.post(f"{ADMIN}/orders", json=order_body), 201)["item"]
        body = {"order_id": order["id"], "amount_rub": 700, "kind": "deposit", "status": "waiting"}
        invoice = expect_json(http.post(f"{ADMIN}/payments", json=body), 201)["item"]["id"]
        paid_id = expect_json(http.post(f"{ADMIN}/payments", json=body), 201)["item"]["id"]
        for version, change in enumerate(({"status": "paid"}, {"receipt_url": "https://example.com/receipt"}), start=1):
            expect_json(http.patch(f"{ADMIN}/payments/{paid_id}", json=change | {"version": version}))
        for path in (f"payments/{invoice}", f"payments/{paid_id}", f"orders/{order['id']}"):
            expect_json(http.delete(f"{ADMIN}/{path}"))
        expected = {
            "Чек на 700 ₽",
            "Счёт на 700 ₽ отменён",
            "Запись о платеже на 700 ₽ удалена",
            f"Заказ {order['number']} удалён",
        }
        wait_for(
            lambda: expected <= {row["title"].replace("\xa0", " ") for row in list_notifications_with(buyer, title)}
        )

    def pay_by_notice(self, visitor: httpx2.Client, id: str, secret: str) -> None:
        """Send the provider's notice four times at once, and a forged notice that changes nothing."""
        url = "/api/content/payments/notices/signed"
        notice = {"id": str(uuid.uuid4()), "payment_id": id, "status": "succeeded", "amount_rub": 300_000}
        body = json.dumps(notice).encode()
        signature = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
        expect_problem(visitor.post(url, content=body, headers={"X-Signature": "00"}), 401, "forged_notice")
        expect_problem(visitor.post(f"{url}-other", content=body, headers={"X-Signature": signature}), 404, "not_found")
        calls = [lambda: visitor.post(url, content=body, headers={"X-Signature": signature})] * 4
        assert call_in_parallel(*calls) == [200] * 4


class TestBookings:
    def test_slot_has_at_most_one_booking(self, visitor: httpx2.Client, buyer: Person, other_user: Person) -> None:
        expect_problem(
            visitor.get("/api/me/bookings/slots", params={"kind": "visit", "day": "2030-01-01"}), 401, "unauthorized"
        )
        first, second = list_free_slots(buyer.http)[:2]
        body = {"kind": "visit", "starts_at": first}
        calls = [
            lambda person=person: person.http.post("/api/me/bookings", json=body) for person in (buyer, other_user)
        ]
        assert call_in_parallel(*calls * 2) == [201, 409, 409, 409]

        winner, other = (buyer, other_user) if find_booking(buyer, first) else (other_user, buyer)
        booking = find_booking(winner, first)
        assert booking
        url = f"/api/me/bookings/{booking['id']}"
        for call in (
            other.http.get(f"{url}/calendar.ics"),
            other.http.patch(url, json={"starts_at": second}),
            other.http.delete(url),
        ):
            expect_problem(call, 404, "not_found")

        moved_booking = expect_json(winner.http.patch(url, json={"starts_at": second}))["booking"]
        assert moved_booking["starts_at"] == second
        calendar = winner.http.get(f"{url}/calendar.ics")
        assert calendar.headers["content-type"].startswith("text/calendar")
        stamp = datetime.fromisoformat(second).astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
        assert f"DTSTART:{stamp}\r\n" in calendar.text

        expect_json(winner.http.delete(url))
        expect_problem(winner.http.delete(url), 404, "not_found")
        assert second in list_free_slots(other.http)
        cancelled_bookings = [
            row for row in expect_json(winner.http.get("/api/me/bookings"))["bookings"] if row["id"] == booking["id"]
        ]
        assert cancelled_bookings[0]["status"] == "cancelled"

    @pytest.mark.parametrize("starts_at", ["2020-01-01T09:00:00Z", "2099-01-01T09:00:00Z", "tomorrow", 1])
    def test_times_outside_of_opening_hours_are_refused(self, buyer: Person, starts_at: object) -> None:
        body = {"kind": "visit", "starts_at": starts_at}
        expect_problem(buyer.http.post("/api/me/bookings", json=body), 422, "validation_error", "starts_at")


def list_free_slots(http: httpx2.Client) -> list[str]:
    """Return the free times of the first coming day that has at least two."""
    for days_ahead in range(2, 30):
        day = (datetime.now(UTC) + timedelta(days=days_ahead)).date().isoformat()
        slots: list[str] = expect_json(http.get("/api/me/bookings/slots", params={"kind": "visit", "day": day}))[
            "slots"
        ]
        if len(slots) >= 2:
            return slots
    raise AssertionError("no free time in a month")


def find_booking(person: Person, starts_at: str) -> dict[str, Any] | None:
    """Return the person's booking at this time, unless it is cancelled."""
    bookings = expect_json(person.http.get("/api/me/bookings"))["bookings"]
    return next((row for row in bookings if row["starts_at"] == starts_at and row["status"] != "cancelled"), None)


class TestFavorites:
    def test_adding_and_removing_a_favourite_is_idempotent(
        self, visitor: httpx2.Client, buyer: Person, other_user: Person
    ) -> None:
        car = expect_json(visitor.get("/api/cars", params=OLDEST_CAR))["cars"][0]
        url = f"/api/me/favorites/{car['id']}"
        for call in (visitor.get("/api/me/favorites"), visitor.put(url), visitor.delete(url)):
            expect_problem(call, 401, "unauthorized")
        for _ in range(2):
            favorite = expect_json(buyer.http.put(url, json={"note": "Показать брату"}))["favorite"]
        assert (favorite["id"], favorite["note"], favorite["seen_price_rub"]) == (
            car["id"],
            "Показать брату",
            car["price_rub"],
        )
        assert [row["id"] for row in expect_json(buyer.http.get("/api/me/favorites"))["favorites"]] == [car["id"]]
        assert expect_json(other_user.http.get("/api/me/favorites"))["favorites"] == []
        for _ in range(2):
            expect_json(buyer.http.delete(url))
        expect_problem(buyer.http.put(f"/api/me/favorites/{uuid.uuid4()}"), 404, "not_found")
