"""Every text of messages about content is sent after an action through the API."""

from datetime import UTC, datetime
from typing import Any

from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader
from chassis.testing.plugin import MovableClock
from content.bookings.service import send_reminders as send_booking_reminders
from content.cars.tables import Car
from content.conversations.missed_messages import mark_overdue as mark_overdue_answers
from content.conversations.missed_messages import notify_missed_messages
from content.inquiries.service import mark_overdue
from content.payments.service import send_reminders as send_payment_reminders
from content.reservations.service import end_overdue_reservations, send_ending_warnings
from content.runtime import ContentRuntime
from content.saved_searches.service import publish_found_cars
from content.users.tables import UserCopy
from contracts.content import FavoritePriceChanged, MessageRefused, PriceLimitCrossed, RequestsClaimed

from services.content.tests.fixture_types import Factory
from services.notifications.tests.messages import assert_all_sent, list_messages

ADMIN = "/api/content/admin"
MONDAY = datetime(2026, 11, 23, 7, 0, tzinfo=UTC)
PDF = {"file": ("птс.pdf", b"%PDF-1.7 scan", "application/pdf")}


class People:
    """Requests of a buyer and of an administrator. Every response must be a success."""

    def __init__(self, client: ApiClient, admin: dict[str, str], buyer: dict[str, str]) -> None:
        self._client = client
        self._admin = admin
        self._buyer = buyer

    async def call_as_company(self, method: str, path: str, **body: Any) -> Any:
        return await self._send(method, ADMIN + path, self._admin, json=body)

    async def edit_as_company(self, path: str, *changes: dict[str, Any]) -> None:
        """Change a record step by step, each time with the version that the previous change returned."""
        item = (await self.call_as_company("get", path))["item"]
        for change in changes:
            item = (await self.call_as_company("patch", path, version=item["version"], **change))["item"]

    async def take_back(self, payment_id: str, status: str) -> None:
        """Take back the status of a payment that was set by mistake."""
        path = f"/payments/{payment_id}"
        version = (await self.call_as_company("get", path))["item"]["version"]
        await self.call_as_company("post", f"{path}/take-back", version=version, status=status)

    async def call_as_client(self, method: str, path: str, **body: Any) -> Any:
        return await self._send(method, path, self._buyer, json=body)

    async def upload(self, path: str, *, by_company: bool = False) -> None:
        await self._send("put", path, self._admin if by_company else self._buyer, files=PDF)

    async def _send(self, method: str, path: str, headers: dict[str, str], **content: Any) -> Any:
        # The client sends no body with these methods.
        if method in {"get", "delete"}:
            content = {}
        if path.endswith("/messages"):
            headers = {**headers, "Idempotency-Key": str(new_id())}
        answer = await self._client.request(method, path, headers=headers, **content)
        assert answer.is_success, (method, path, answer.text)
        return answer.json()


async def run_orders(people: People, user_id: str) -> None:
    """Move an order from the first step to the last with every change in between. Cancel and delete another one."""
    body = {"user_id": user_id, "title": "BMW 320d, 2022", "price_rub": 4_100_000}
    order = (await people.call_as_company("post", "/orders", **body))["item"]
    path = f"/orders/{order['id']}"
    order_url = f"/api/me/orders/{order['id']}"
    plan = {"key": "search", "planned_to": "2026-12-04", "delay_reason": "Продавец в отпуске"}
    await people.edit_as_company(path, {"price_rub": 4_050_000, "route": "klaipeda"}, {"steps": [plan]})
    document = {"step": "customs", "title": "Паспорт"}
    document_id = (await people.call_as_company("post", f"{path}/documents", **document))["item"]["id"]
    await people.call_as_company("patch", f"{path}/documents/{document_id}", due_on="2026-12-01")
    for verdict in ({"status": "rejected", "reason": "Не видно серии"}, {"status": "accepted"}):
        await people.upload(f"{order_url}/documents/{document_id}/file")
        await people.call_as_company("patch", f"{path}/documents/{document_id}", **verdict)
    company_document = {"step": "handover", "title": "ПТС", "side": "company"}
    company_document_id = (await people.call_as_company("post", f"{path}/documents", **company_document))["item"]["id"]
    await people.upload(f"{ADMIN}{path}/documents/{company_document_id}/file", by_company=True)
    await people.call_as_company("delete", f"{path}/documents/{company_document_id}")
    await people.call_as_company("post", f"{path}/reports", step="logistics", text="Прошли границу.", place="Брест")
    for note in ("Начинаем завтра.", *[None] * 6):
        await people.call_as_company("post", f"{path}/advance", note=note)
    unwanted_order_id = (await people.call_as_company("post", "/orders", **body))["item"]["id"]
    await people.call_as_company("post", f"/orders/{unwanted_order_id}/cancel", reason="Клиент передумал")
    await people.call_as_company("delete", f"/orders/{unwanted_order_id}")


async def change_payments(people: People, user_id: str) -> None:
    """Make every change of an invoice and of a refund that notifies somebody."""
    order = (await people.call_as_company("post", "/orders", user_id=user_id, title="Audi A6, 2021", price_rub=1))[
        "item"
    ]
    invoice = {"order_id": order["id"], "amount_rub": 200_000, "kind": "deposit", "due_at": "2026-11-25T07:00:00Z"}
    invoice_id = (await people.call_as_company("post", "/payments", **invoice))["item"]["id"]
    await people.edit_as_company(
        f"/payments/{invoice_id}",
        {"amount_rub": 250_000},
        {"status": "waiting"},
        {"status": "pending"},
        {"status": "paid"},
        {"receipt_url": "https://example.com/receipt"},
        {"title": "Задаток по договору"},
        {"status": "refunded"},
    )
    # A mistake about money is taken back.
    await people.take_back(invoice_id, "paid")
    await people.take_back(invoice_id, "pending")
    await people.edit_as_company(f"/payments/{invoice_id}", {"status": "paid"})
    await people.take_back(invoice_id, "cancelled")
    await people.call_as_company("delete", f"/payments/{invoice_id}")
    cancelled_id = (await people.call_as_company("post", "/payments", **invoice))["item"]["id"]
    await people.edit_as_company(f"/payments/{cancelled_id}", {"status": "cancelled"})
    # This invoice stays open, so that its buyer is reminded.
    await people.call_as_company("post", "/payments", **invoice)
    paid_id = (await people.call_as_company("post", "/payments", **invoice))["item"]["id"]
    await people.edit_as_company(f"/payments/{paid_id}", {"status": "paid"})
    refund = {"order_id": order["id"], "amount_rub": 50_000, "kind": "refund"}
    for changes in ([{"amount_rub": 60_000}, {"status": "paid"}], [{"status": "cancelled"}]):
        refund_id = (await people.call_as_company("post", "/payments", **refund))["item"]["id"]
        await people.edit_as_company(f"/payments/{refund_id}", *changes)


async def change_bookings(people: People, user_id: str) -> None:
    """Book meetings as the buyer and as the company, move and cancel them, and set and clear their times."""
    booking = {"kind": "viewing", "starts_at": "2026-11-24T09:00:00Z"}
    booking_id = (await people.call_as_client("post", "/api/me/bookings", **booking))["booking"]["id"]
    await people.call_as_client("patch", f"/api/me/bookings/{booking_id}", starts_at="2026-11-24T10:00:00Z")
    await people.call_as_client("delete", f"/api/me/bookings/{booking_id}")
    handover = {"user_id": user_id, "kind": "handover", "starts_at": "2026-11-26T09:00:00Z", "status": "confirmed"}
    handover_id = (await people.call_as_company("post", "/bookings", **handover))["item"]["id"]
    await people.edit_as_company(
        f"/bookings/{handover_id}",
        {"status": "requested"},
        {"status": "confirmed", "place": "Офис 7"},
        {"place": "Офис 8", "duration_minutes": 90},
        {"starts_at": "2026-11-25T09:00:00Z"},
        {"starts_at": None},
        {"starts_at": "2026-11-25T09:00:00Z", "status": "confirmed"},
    )
    form = {"kind": "callback", "name": "Анна", "phone": "+7 495 000-00-21", "consent": True}
    await people.call_as_client("post", "/api/requests", **form)
    requested_id = (await people.call_as_client("get", "/api/me/bookings"))["bookings"][0]["id"]
    await people.edit_as_company(f"/bookings/{requested_id}", {"starts_at": "2026-11-27T09:00:00Z"})
    await people.call_as_client("post", "/api/requests", **form, message="И ещё вопрос")
    unwanted_booking_id = (await people.call_as_client("get", "/api/me/bookings"))["bookings"][0]["id"]
    await people.call_as_client("delete", f"/api/me/bookings/{unwanted_booking_id}")


async def write_texts(people: People) -> None:
    """Write articles, comments and messages."""
    post = {"title": "Пошлины", "content": "Сколько платить.", "category": "news", "status": "published"}
    post_id = (await people.call_as_company("post", "/posts", **post))["item"]["id"]
    verdicts: list[tuple[str, dict[str, str]]] = [("approve", {}), ("reject", {"reason": "Реклама."})]
    for action, body in verdicts:
        comment = {"post_id": post_id, "content": f"Спасибо: {action}"}
        comment_id = (await people.call_as_client("post", "/api/comments", **comment))["data"]["id"]
        await people.call_as_company("post", f"/comments/{comment_id}/{action}", **body)
    message = {"name": "Пётр", "phone": "+7 495 000-00-22", "email": "p@example.com", "message": "Когда?"}
    await people.call_as_client("post", "/api/contact", **message, subject="order", consent=True)


async def leave_messages_unread(people: People, user_id: str, manager_id: str, wait_for_notices: Any) -> None:
    """Write messages of both sides that stay unread for a while, before and after a manager is assigned."""
    order = (await people.call_as_company("post", "/orders", user_id=user_id, title="Audi A6, 2021", price_rub=1))[
        "item"
    ]
    messages_url = f"/api/me/orders/{order['id']}/messages"
    await people.call_as_company("post", f"/orders/{order['id']}/messages", text="Машина прошла осмотр.")
    await people.call_as_client("post", messages_url, text="Когда она будет в Минске?")
    await wait_for_notices()
    await people.call_as_company("put", f"/orders/{order['id']}/messages/read", number=99)
    await people.call_as_company("put", f"/orders/{order['id']}/assignee", assignee_id=manager_id)
    await people.call_as_client("post", messages_url, text="А сейчас?")
    await wait_for_notices()


async def end_reservations(people: People, make_car: Factory[Car], run_jobs_after: Any) -> None:
    """Reserve cars: one reservation for each way in which it can end."""

    async def reserve() -> dict[str, Any]:
        car = await make_car(price_rub=3_000_000)
        answer = await people.call_as_client("post", "/api/me/reservations", car_id=str(car.id))
        return dict(answer["reservation"])

    await reserve()
    await run_jobs_after(hours=1, minutes=40)
    await run_jobs_after(hours=2)
    paid_reservation = await reserve()
    invoice_id = paid_reservation["invoice"]["id"]
    await people.edit_as_company(f"/payments/{invoice_id}", {"status": "paid"})
    await people.take_back(invoice_id, "pending")
    await people.edit_as_company(f"/payments/{invoice_id}", {"status": "paid"})
    await run_jobs_after(hours=65)
    await run_jobs_after(hours=72)
    answer = await people.call_as_client("get", f"/api/me/reservations/{paid_reservation['id']}")
    refund_id = answer["reservation"]["refund"]["id"]
    await people.edit_as_company(f"/payments/{refund_id}", {"status": "paid"})
    await people.take_back(refund_id, "pending")
    await people.edit_as_company(f"/payments/{refund_id}", {"status": "paid"})
    await people.call_as_client("delete", f"/api/me/reservations/{(await reserve())['id']}")
    await people.call_as_company(
        "post", f"/reservations/{(await reserve())['id']}/release", reason="Машину сняли с продажи."
    )
    for is_released in (False, True):
        reservation = await reserve()
        await people.edit_as_company(f"/payments/{reservation['invoice']['id']}", {"status": "paid"})
        if is_released:
            url = f"/reservations/{reservation['id']}/release"
            await people.call_as_company("post", url, reason="Машину сняли с продажи.")
        else:
            await people.call_as_client("delete", f"/api/me/reservations/{reservation['id']}")
    await people.call_as_company("post", f"/reservations/{(await reserve())['id']}/order")


async def test_every_message_is_sent_and_its_text_states_the_change(
    client: ApiClient,
    build_auth_headers: AuthHeadersBuilder,
    make_user: Factory[UserCopy],
    make_car: Factory[Car],
    clock: MovableClock,
    runtime: ContentRuntime,
    read_events: EventReader,
) -> None:
    clock.freeze(MONDAY)
    user = await make_user(first_name="Анна", last_name="Орлова")
    people = People(
        client, build_auth_headers(role="admin"), build_auth_headers(id=user.id, first_name="Анна", last_name="Орлова")
    )
    await run_orders(people, str(user.id))
    await change_payments(people, str(user.id))
    await change_bookings(people, str(user.id))
    await write_texts(people)
    await people.call_as_client("post", "/api/me/searches", name="BMW", filters={"brand": "BMW"})
    await people.call_as_company(
        "post", "/cars", brand="BMW", model="320d", year=2022, body_type="sedan", fuel="diesel"
    )
    # The clock stands still, and a search is compared only if its last comparison is earlier than now.
    clock.move(seconds=1)
    async with runtime.database.transaction() as db:
        await publish_found_cars(db, runtime)
    clock.freeze(MONDAY)

    async def wait_for_notices() -> None:
        """Let 16 minutes pass, then set the clock back, because the callers' tokens are short-lived."""
        clock.move(minutes=16)
        async with runtime.database.transaction() as db:
            await notify_missed_messages(db, runtime)
            await mark_overdue_answers(db, runtime)
        clock.freeze(MONDAY)

    manager = await make_user(role="admin")
    await leave_messages_unread(people, str(user.id), str(manager.id), wait_for_notices)

    async def run_jobs_after(**time: int) -> None:
        clock.move(**time)
        async with runtime.database.transaction() as db:
            await send_ending_warnings(db, runtime)
            await end_overdue_reservations(db, runtime)
        clock.freeze(MONDAY)

    reservation_terms = {"max_active": 20, "per_day": 100}
    await client.put("/api/settings", json={"reservation": reservation_terms}, headers=build_auth_headers(role="admin"))
    await end_reservations(people, make_car, run_jobs_after)
    for hours in (1, 26):
        clock.move(hours=hours)
        async with runtime.database.transaction() as db:
            await send_booking_reminders(db, runtime)
            await send_payment_reminders(db, runtime)
            await mark_overdue(db, runtime)
    messages = list_messages(await read_events(), MONDAY)
    # The price of a car in favourites comes from the calculator: tests/cars/test_prices.py publishes this event.
    car = {"car_id": user.id, "user_id": user.id, "car_title": "BMW 320d", "car_slug": "bmw-320d"}
    price_event = FavoritePriceChanged(**car, old_price_rub=4_100_000, new_price_rub=4_050_000)
    # conversations/test_conversations.py publishes this event by a reply in Telegram.
    refused_event = MessageRefused(order_id=user.id, user_id=user.id)
    # inquiries/test_claims.py publishes this event by a registration.
    claimed_event = RequestsClaimed(user_id=user.id, references=["MA-7K3QX9"])
    # price_limits/test_price_limits.py publishes these events, for a car and for a calculation.
    limit = {"limit_id": user.id, "user_id": user.id, "limit_rub": 5_000_000, "stop_url": "https://example.ru/stop"}
    car_limit = limit | {"car_id": user.id, "title": "BMW 320d", "car_slug": "bmw-320d"}
    calculation_limit = limit | {"calculation_id": user.id}
    limit_events = [
        PriceLimitCrossed(**subject, current_rub=current_rub, direction=direction)
        for subject in (car_limit, calculation_limit)
        for current_rub, direction in ((4_990_000, "fell"), (5_050_000, "rose"))
    ]
    events = [price_event, refused_event, claimed_event, *limit_events]
    assert_all_sent([*messages, *list_messages(events, MONDAY)], "content")
