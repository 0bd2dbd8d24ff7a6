import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import UUID

from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery, EventReader
from chassis.testing.plugin import MovableClock
from content.cars.tables import Car
from content.orders.tables import Order
from content.payments.tables import Payment
from content.reservations.service import end_overdue_reservations, purge_old_reservations, send_ending_warnings
from content.reservations.tables import Reservation
from content.runtime import ContentRuntime, Session
from content.users.tables import UserCopy
from contracts.auth import UserErased
from contracts.content import ReservationChanged
from pypdf import PdfReader
from sqlalchemy import select
from sqlmodel import col

from services.content.tests.fixture_types import Factory
from services.content.tests.payment_notices import REQUISITES, sign_notice
from services.content.tests.qr_codes import decode_data_uri, read_qr_codes

OWN_URL = "/api/me/reservations"
ADMIN = "/api/content/admin"
NOW = datetime(2026, 11, 23, 7, 0, tzinfo=UTC)
PRICED_CAR: dict[str, Any] = {
    "price_rub": 3_000_000,
    "eur_rate": "93.3508",
    "rate_date": NOW.date(),
    "price_details": {"edition": "ru-2026-01", "carPrice": 2_400_000, "customsDuty": 595_000, "recyclingFee": 5_000},
}


async def reserve(client: ApiClient, car: Car, headers: dict[str, str]) -> dict[str, Any]:
    answer = await client.post(OWN_URL, json={"car_id": str(car.id)}, headers=headers)
    assert answer.status_code == 201, answer.text
    reservation: dict[str, Any] = answer.json()["reservation"]
    return reservation


async def pay(
    client: ApiClient, payment_id: str, *, status: str = "succeeded", amount_rub: int = 50_000
) -> dict[str, Any]:
    notice = {"id": str(new_id()), "payment_id": payment_id, "status": status, "amount_rub": amount_rub}
    answer = await client.post("/api/content/payments/notices/signed", **sign_notice(notice))
    assert answer.status_code == 200, answer.text
    notice_answer: dict[str, Any] = answer.json()
    return notice_answer


async def read_reservation(client: ApiClient, reservation: dict[str, Any], headers: dict[str, str]) -> dict[str, Any]:
    answer = await client.get(f"{OWN_URL}/{reservation['id']}", headers=headers)
    assert answer.status_code == 200, answer.text
    newest_reservation: dict[str, Any] = answer.json()["reservation"]
    return newest_reservation


async def list_news(read_events: EventReader) -> list[str]:
    return [event.news for event in await read_events(ReservationChanged)]


async def list_payments(db: Session, reservation_id: str) -> Sequence[Payment]:
    statement = select(Payment).where(col(Payment.reservation_id) == UUID(reservation_id)).order_by(col(Payment.id))
    return (await db.scalars(statement.execution_options(populate_existing=True))).all()


class TestReserve:
    async def test_reservation_holds_the_car_until_the_invoice_is_due(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        clock: MovableClock,
        read_events: EventReader,
    ) -> None:
        clock.freeze(NOW)
        car = await make_car(**PRICED_CAR)
        buyer = build_auth_headers()
        reservation = await reserve(client, car, buyer)
        assert (reservation["status"], reservation["edition"]) == ("awaiting_payment", "ru-2026-01")
        assert reservation["amount_rub"] == 50_000
        assert reservation["expires_at"] == "2026-11-23T09:00:00Z"
        assert reservation["now"] == "2026-11-23T07:00:00Z"
        assert reservation["invoice"]["status"] == "pending"
        # Turnkey: the price with customs and the company's services.
        assert reservation["price_rub"] == 3_000_000 + 214_000 + 196_000 + 48_000
        shown_car = (await client.get(f"/api/cars/{car.slug}")).json()["car"]
        assert shown_car["reserved_until"] == "2026-11-23T09:00:00Z"
        listed_cars = (await client.get("/api/cars")).json()["cars"]
        assert [listed_car["reserved_until"] for listed_car in listed_cars] == ["2026-11-23T09:00:00Z"]
        payments = (await client.get("/api/me/payments", headers=buyer)).json()["payments"]
        assert [(payment["order_id"], payment["order_number"], payment["amount_rub"]) for payment in payments] == [
            (None, reservation["number"], 50_000)
        ]
        assert await list_news(read_events) == ["made"]

    async def test_simultaneous_requests_of_a_buyer_return_one_reservation(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_car: Factory[Car]
    ) -> None:
        car = await make_car(**PRICED_CAR)
        buyer = build_auth_headers()
        first_reservation, second_reservation = await asyncio.gather(
            reserve(client, car, buyer), reserve(client, car, buyer)
        )
        assert first_reservation["id"] == second_reservation["id"]

    async def test_one_of_several_simultaneous_buyers_gets_the_car(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_car: Factory[Car], db: Session
    ) -> None:
        car = await make_car(**PRICED_CAR)
        body = {"car_id": str(car.id)}
        answers = await asyncio.gather(
            *(client.post(OWN_URL, json=body, headers=build_auth_headers()) for _ in range(4))
        )
        assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
        refusal = next(answer.json() for answer in answers if answer.status_code == 409)
        assert refusal["code"] == "car_reserved"
        assert "другой покупатель" in refusal["message"]
        assert len((await db.scalars(select(Reservation))).all()) == 1
        assert len((await db.scalars(select(Payment))).all()) == 1

    async def test_cars_that_cannot_be_reserved_are_refused(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, admin: dict[str, str], make_car: Factory[Car]
    ) -> None:
        cars = {
            "car_not_on_offer": await make_car(**PRICED_CAR, status="sold"),
            "not_found": await make_car(**PRICED_CAR, status="hidden"),
            "car_not_priced": await make_car(),
        }
        buyer = build_auth_headers()
        for code, car in cars.items():
            answer = await client.post(OWN_URL, json={"car_id": str(car.id)}, headers=buyer)
            assert answer.json()["code"] == code
        assert (await client.post(OWN_URL, json={"car_id": str(new_id())}, headers=buyer)).status_code == 404
        assert (await client.post(OWN_URL, json={"car_id": "no id"}, headers=buyer)).status_code == 422
        assert (await client.post(OWN_URL, json={"car_id": str(new_id())})).status_code == 401
        await client.put("/api/settings", json={"reservation": {"enabled": False}}, headers=admin)
        car = await make_car(**PRICED_CAR)
        answer = await client.post(OWN_URL, json={"car_id": str(car.id)}, headers=buyer)
        assert (answer.status_code, answer.json()["code"]) == (409, "reservations_off")

    async def test_reservations_of_a_buyer_are_limited_at_a_time_and_per_day(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, admin: dict[str, str], make_car: Factory[Car]
    ) -> None:
        buyer = build_auth_headers()
        reservation_terms = {"max_active": 1, "per_day": 2, "amount_rub": 10_000, "pay_hours": 3, "hold_hours": 24}
        await client.put("/api/settings", json={"reservation": reservation_terms}, headers=admin)
        first_reservation = await reserve(client, await make_car(**PRICED_CAR), buyer)
        assert (first_reservation["amount_rub"], first_reservation["pay_hours"], first_reservation["hold_hours"]) == (
            10_000,
            3,
            24,
        )
        second_body = {"car_id": str((await make_car(**PRICED_CAR)).id)}
        answer = await client.post(OWN_URL, json=second_body, headers=buyer)
        assert (answer.status_code, answer.json()["code"]) == (409, "too_many_reservations")
        await client.delete(f"{OWN_URL}/{first_reservation['id']}", headers=buyer)
        second_answer = await client.post(OWN_URL, json=second_body, headers=buyer)
        assert second_answer.status_code == 201
        await client.delete(f"{OWN_URL}/{second_answer.json()['reservation']['id']}", headers=buyer)
        answer = await client.post(OWN_URL, json=second_body, headers=buyer)
        assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")


def parse_payment_code(payload: str) -> dict[str, str]:
    """Return the fields of a payment code of GOST R 56042-2014 (version 1, UTF-8)."""
    service_data, *fields = payload.split("|")
    assert service_data == "ST00012"
    return dict(field.split("=", 1) for field in fields)


async def enter_requisites(client: ApiClient, admin: dict[str, str]) -> None:
    answer = await client.put("/api/settings", json={"requisites": REQUISITES}, headers=admin)
    assert answer.status_code == 200, answer.text


class TestInvoice:
    async def test_qr_codes_on_the_screen_and_in_the_pdf_have_payee_sum_and_purpose(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        admin: dict[str, str],
        make_car: Factory[Car],
        tmp_path: Path,
    ) -> None:
        buyer = build_auth_headers()
        await enter_requisites(client, admin)
        reservation = await reserve(client, await make_car(**PRICED_CAR), buyer)
        answer = await client.get(f"/api/me/payments/{reservation['invoice']['id']}/invoice.pdf", headers=buyer)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
        [shown_text] = read_qr_codes(decode_data_uri(reservation["qr"]), tmp_path, name="screen.svg")
        [printed_text] = read_qr_codes(answer.content, tmp_path, name="invoice.pdf")
        assert shown_text == printed_text
        number = reservation["number"]
        purpose = f"Бронь № {number}: Бронирование {reservation['car_title']}"
        assert parse_payment_code(shown_text) == {
            "Name": "ООО «Пассат Авто»",
            "PersonalAcc": "40702810900000000001",
            "BankName": "Банк",
            "BIC": "044525000",
            "CorrespAcc": "30101810400000000000",
            "Sum": "5000000",
            "Purpose": purpose,
            "PayeeINN": "7700000001",
            "KPP": "770001001",
        }

    async def test_the_invoice_has_the_car_the_sum_and_the_minute_of_the_deadline(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        clock: MovableClock,
    ) -> None:
        clock.freeze(NOW)
        buyer = build_auth_headers()
        await enter_requisites(client, build_auth_headers(role="admin"))
        car = await make_car(**PRICED_CAR)
        reservation = await reserve(client, car, buyer)
        url = f"/api/me/payments/{reservation['invoice']['id']}/invoice.pdf"
        text = await read_pdf_text(client, url, buyer)
        for expected in ("50000₽", f"Бронь{reservation['number']}", car.title, "Оплатитьдо23ноября2026,12:00МСК"):
            assert "".join(expected.split()) in text
        assert (await client.get(url, headers=build_auth_headers())).status_code == 404
        await pay(client, reservation["invoice"]["id"])
        text = await read_pdf_text(client, url, buyer)
        assert "Подтверждениеоплаты" in text
        assert "Оплатитьдо" not in text

    async def test_without_requisites_or_after_the_end_there_is_no_qr_code_and_no_pdf(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, admin: dict[str, str], make_car: Factory[Car]
    ) -> None:
        buyer = build_auth_headers()
        reservation = await reserve(client, await make_car(**PRICED_CAR), buyer)
        url = f"/api/me/payments/{reservation['invoice']['id']}/invoice.pdf"
        refusal = await client.get(url, headers=buyer)
        assert reservation["qr"] is None
        assert refusal.status_code == 409
        assert refusal.json()["code"] == "no_requisites"
        await enter_requisites(client, admin)
        ended_reservation = (await client.delete(f"{OWN_URL}/{reservation['id']}", headers=buyer)).json()["reservation"]
        refusal = await client.get(url, headers=buyer)
        assert ended_reservation["qr"] is None
        assert refusal.status_code == 409
        assert refusal.json()["code"] == "nothing_to_pay"


async def read_pdf_text(client: ApiClient, url: str, headers: dict[str, str]) -> str:
    """Return the text of the first page of a PDF without spaces."""
    answer = await client.get(url, headers=headers)
    assert answer.status_code == 200, answer.text
    return "".join(PdfReader(BytesIO(answer.content)).pages[0].extract_text().split())


class TestDeadlines:
    async def test_an_unpaid_reservation_ends_and_frees_the_car(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        clock: MovableClock,
        runtime: ContentRuntime,
        db: Session,
        read_events: EventReader,
    ) -> None:
        clock.freeze(NOW)
        car = await make_car(**PRICED_CAR)
        buyer_id = new_id()
        reservation = await reserve(client, car, build_auth_headers(id=buyer_id))
        clock.freeze(NOW + timedelta(hours=1, minutes=31))
        for _ in range(2):
            await send_ending_warnings(db, runtime)
            await end_overdue_reservations(db, runtime)
        clock.freeze(NOW + timedelta(hours=2))
        # Two replicas run the job at one moment.
        async with runtime.database.reading() as other_db:
            await asyncio.gather(end_overdue_reservations(db, runtime), end_overdue_reservations(other_db, runtime))
        assert await list_news(read_events) == ["made", "ending", "expired"]
        newest_reservation = await read_reservation(client, reservation, build_auth_headers(id=buyer_id))
        assert (
            newest_reservation["status"],
            newest_reservation["invoice"]["status"],
            newest_reservation["refund"],
        ) == ("expired", "cancelled", None)
        assert (await client.get(f"/api/cars/{car.slug}")).json()["car"]["reserved_until"] is None
        # Money that comes too late is kept for a manager.
        assert (await pay(client, reservation["invoice"]["id"]))["booked"] is False

    async def test_the_next_buyer_does_not_wait_for_the_job(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_car: Factory[Car], clock: MovableClock
    ) -> None:
        clock.freeze(NOW)
        car = await make_car(**PRICED_CAR)
        buyer_id = new_id()
        reservation = await reserve(client, car, build_auth_headers(id=buyer_id))
        clock.freeze(NOW + timedelta(hours=2))
        await reserve(client, car, build_auth_headers())
        newest_reservation = await read_reservation(client, reservation, build_auth_headers(id=buyer_id))
        assert newest_reservation["status"] == "expired"

    async def test_a_paid_reservation_ends_after_the_agreed_time_and_its_money_is_given_back(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        clock: MovableClock,
        runtime: ContentRuntime,
        db: Session,
        read_events: EventReader,
    ) -> None:
        clock.freeze(NOW)
        car = await make_car(**PRICED_CAR)
        buyer_id = new_id()
        reservation = await reserve(client, car, build_auth_headers(id=buyer_id))
        await pay(client, reservation["invoice"]["id"])
        newest_reservation = await read_reservation(client, reservation, build_auth_headers(id=buyer_id))
        assert (newest_reservation["status"], newest_reservation["expires_at"]) == ("paid", "2026-11-26T07:00:00Z")
        clock.freeze(NOW + timedelta(hours=2))
        await end_overdue_reservations(db, runtime)
        clock.freeze(NOW + timedelta(hours=71))
        await send_ending_warnings(db, runtime)
        await send_ending_warnings(db, runtime)
        clock.freeze(NOW + timedelta(hours=72))
        await end_overdue_reservations(db, runtime)
        events = await read_events(ReservationChanged)
        assert [event.news for event in events] == ["made", "paid", "ending", "expired"]
        assert (events[-1].is_paid, events[-1].refund_rub) == (True, 50_000)
        newest_reservation = await read_reservation(client, reservation, build_auth_headers(id=buyer_id))
        assert (
            newest_reservation["status"],
            newest_reservation["refund"]["amount_rub"],
            newest_reservation["refund"]["status"],
        ) == (
            "expired",
            50_000,
            "pending",
        )
        admin = build_auth_headers(role="admin")
        refund = (await client.get(f"{ADMIN}/payments/{newest_reservation['refund']['id']}", headers=admin)).json()[
            "item"
        ]
        body = {"version": refund["version"], "status": "paid"}
        answer = await client.patch(f"{ADMIN}/payments/{refund['id']}", json=body, headers=admin)
        assert answer.status_code == 200, answer.text
        assert (await list_news(read_events))[-1] == "refunded"

    async def test_a_transfer_that_the_bank_has_not_confirmed_yet_holds_the_car(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        clock: MovableClock,
        runtime: ContentRuntime,
        db: Session,
    ) -> None:
        clock.freeze(NOW)
        buyer_id = new_id()
        reservation = await reserve(client, await make_car(**PRICED_CAR), build_auth_headers(id=buyer_id))
        await pay(client, reservation["invoice"]["id"], status="waiting")
        clock.freeze(NOW + timedelta(hours=3))
        await end_overdue_reservations(db, runtime)
        newest_reservation = await read_reservation(client, reservation, build_auth_headers(id=buyer_id))
        assert (newest_reservation["status"], newest_reservation["invoice"]["status"]) == (
            "awaiting_payment",
            "waiting",
        )


class TestEnds:
    async def test_buyer_who_cancels_gets_the_money_back(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        db: Session,
        read_events: EventReader,
    ) -> None:
        car = await make_car(**PRICED_CAR)
        buyer = build_auth_headers()
        reservation = await reserve(client, car, buyer)
        await pay(client, reservation["invoice"]["id"])
        assert (await client.delete(f"{OWN_URL}/{reservation['id']}", headers=build_auth_headers())).status_code == 404
        end_answer = await client.delete(f"{OWN_URL}/{reservation['id']}", headers=buyer)
        assert end_answer.json()["reservation"]["status"] == "cancelled"
        repeated_answer = await client.delete(f"{OWN_URL}/{reservation['id']}", headers=buyer)
        assert (repeated_answer.status_code, repeated_answer.json()["code"]) == (409, "reservation_ended")
        assert [(payment.kind, payment.status) for payment in await list_payments(db, reservation["id"])] == [
            ("deposit", "paid"),
            ("refund", "pending"),
        ]
        assert await list_news(read_events) == ["made", "paid", "cancelled"]

    async def test_manager_releases_the_car_with_a_reason_that_the_buyer_reads(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        admin: dict[str, str],
        make_car: Factory[Car],
        read_events: EventReader,
    ) -> None:
        car = await make_car(**PRICED_CAR)
        buyer = build_auth_headers()
        reservation = await reserve(client, car, buyer)
        path = f"{ADMIN}/reservations/{reservation['id']}"
        item = (await client.get(path, headers=admin)).json()["item"]
        stale_body = {"reason": "Продавец передумал", "version": item["version"] + 1}
        assert (await client.post(f"{path}/release", json=stale_body, headers=admin)).json()["code"] == "stale_version"
        body = {"reason": "Продавец передумал", "version": item["version"]}
        release_answer = await client.post(f"{path}/release", json=body, headers=admin)
        assert release_answer.json()["item"]["status"] == "released"
        assert (await client.post(f"{path}/release", json=body, headers=admin)).status_code == 409
        newest_reservation = await read_reservation(client, reservation, buyer)
        assert newest_reservation["reason"] == "Продавец передумал"
        assert (await read_events(ReservationChanged))[-1].reason == "Продавец передумал"
        entries = (await client.get(f"{ADMIN}/audit?entity=reservation", headers=admin)).json()["items"]
        assert [(entry["action"], entry["changes"]) for entry in entries] == [("release", {"reason": "…"})]

    async def test_order_has_the_frozen_price_and_the_paid_sum(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        admin: dict[str, str],
        make_car: Factory[Car],
        make_user: Factory[UserCopy],
        db: Session,
        read_events: EventReader,
    ) -> None:
        car = await make_car(**PRICED_CAR)
        user = await make_user()
        buyer = build_auth_headers(id=user.id)
        reservation = await reserve(client, car, buyer)
        await pay(client, reservation["invoice"]["id"])
        # A later price of the car does not change the price of the order.
        changes = {"version": car.version, "price_rub": 9_000_000}
        assert (await client.patch(f"{ADMIN}/cars/{car.id}", json=changes, headers=admin)).status_code == 200
        path = f"{ADMIN}/reservations/{reservation['id']}"
        answer = await client.post(f"{path}/order", json={}, headers=admin)
        assert answer.status_code == 200, answer.text
        item = answer.json()["item"]
        order = (await client.get(f"/api/me/orders/{item['order_id']}", headers=buyer)).json()["order"]
        assert (order["price_rub"], order["money"]["paid_rub"]) == (reservation["price_rub"], 50_000)
        assert (order["calculation"]["edition"], order["calculation"]["eur_rate"]) == ("ru-2026-01", 93.3508)
        assert order["calculation"]["rate_date"] == "2026-11-23"
        assert order["calculation"]["total"] == reservation["price_rub"]
        assert item["status"] == "ordered"
        shown_car = (await client.get(f"/api/cars/{car.slug}")).json()["car"]
        assert (shown_car["status"], shown_car["reserved_until"]) == ("sold", None)
        assert await list_news(read_events) == ["made", "paid", "ordered"]
        assert (await client.post(f"{path}/order", json={}, headers=admin)).json()["code"] == "reservation_ended"
        assert len((await db.scalars(select(Order))).all()) == 1

    async def test_reservation_ends_with_the_account_of_its_buyer(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        make_user: Factory[UserCopy],
        deliver: EventDelivery,
        db: Session,
        read_events: EventReader,
    ) -> None:
        car = await make_car(**PRICED_CAR)
        user = await make_user()
        reservation = await reserve(client, car, build_auth_headers(id=user.id))
        await pay(client, reservation["invoice"]["id"])
        await deliver(UserErased(user_id=user.id, erasure_id=new_id()))
        [row] = (await db.scalars(select(Reservation).execution_options(populate_existing=True))).all()
        assert (row.user_id, row.status) == (None, "cancelled")
        assert [(payment.kind, payment.user_id) for payment in await list_payments(db, reservation["id"])] == [
            ("deposit", None),
            ("refund", None),
        ]
        assert (await client.get(f"/api/cars/{car.slug}")).json()["car"]["reserved_until"] is None
        last_event = (await read_events(ReservationChanged))[-1]
        assert (last_event.news, last_event.user_id, last_event.client) == ("cancelled", None, None)

    async def test_reservation_ends_when_its_invoice_is_cancelled_or_refunded(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        admin: dict[str, str],
        make_car: Factory[Car],
        read_events: EventReader,
    ) -> None:
        for statuses in (["cancelled"], ["paid", "refunded"]):
            reservation = await reserve(client, await make_car(**PRICED_CAR), build_auth_headers())
            path = f"{ADMIN}/payments/{reservation['invoice']['id']}"
            for status in statuses:
                version = (await client.get(path, headers=admin)).json()["item"]["version"]
                body = {"version": version, "status": status}
                assert (await client.patch(path, json=body, headers=admin)).status_code == 200
            item = (await client.get(f"{ADMIN}/reservations/{reservation['id']}", headers=admin)).json()["item"]
            assert (item["status"], item["refund"]) == ("released", None)
        assert await list_news(read_events) == ["made", "released", "made", "paid", "released"]


class TestMistakes:
    async def test_a_reservation_whose_payment_is_taken_back_waits_for_its_payment_again(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        make_user: Factory[UserCopy],
        clock: MovableClock,
        read_events: EventReader,
    ) -> None:
        clock.freeze(NOW)
        admin = build_auth_headers(role="admin")
        buyer = build_auth_headers(id=(await make_user()).id)
        car = await make_car(**PRICED_CAR)
        reservation = await reserve(client, car, buyer)
        url = f"{ADMIN}/payments/{reservation['invoice']['id']}"
        assert (await client.patch(url, json={"version": 1, "status": "paid"}, headers=admin)).status_code == 200
        assert (await read_reservation(client, reservation, buyer))["status"] == "paid"
        take_back_answer = await client.post(
            f"{url}/take-back", json={"version": 2, "status": "pending"}, headers=admin
        )
        assert take_back_answer.status_code == 200, take_back_answer.text
        newest_reservation = await read_reservation(client, reservation, buyer)
        assert (newest_reservation["status"], newest_reservation["invoice"]["status"]) == (
            "awaiting_payment",
            "pending",
        )
        assert newest_reservation["expires_at"] == "2026-11-23T09:00:00Z"
        assert (await client.get(f"/api/cars/{car.slug}")).json()["car"]["reserved_until"] == "2026-11-23T09:00:00Z"
        assert (await client.patch(url, json={"version": 3, "status": "paid"}, headers=admin)).status_code == 200
        newest_reservation = await read_reservation(client, reservation, buyer)
        assert (newest_reservation["status"], newest_reservation["expires_at"]) == ("paid", "2026-11-26T07:00:00Z")
        events = [(event.news, event.is_paid, event.is_taken_back) for event in await read_events(ReservationChanged)]
        assert events == [
            ("made", False, False),
            ("paid", True, False),
            ("ending", False, True),
            ("paid", True, False),
        ]

    async def test_a_mistake_about_money_of_an_ended_reservation_opens_no_invoice(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        admin: dict[str, str],
        make_car: Factory[Car],
        read_events: EventReader,
    ) -> None:
        buyer = build_auth_headers()
        reservation = await reserve(client, await make_car(**PRICED_CAR), buyer)
        invoice_url = f"{ADMIN}/payments/{reservation['invoice']['id']}"
        assert (
            await client.patch(invoice_url, json={"version": 1, "status": "paid"}, headers=admin)
        ).status_code == 200
        ended_reservation = (await client.delete(f"{OWN_URL}/{reservation['id']}", headers=buyer)).json()["reservation"]
        refund_url = f"{ADMIN}/payments/{ended_reservation['refund']['id']}"
        # The refund was marked as sent by mistake: it waits again.
        assert (await client.patch(refund_url, json={"version": 1, "status": "paid"}, headers=admin)).status_code == 200
        body = {"version": 2, "status": "pending"}
        assert (await client.post(f"{refund_url}/take-back", json=body, headers=admin)).status_code == 200
        # The payment was a mistake, too. Nothing has to be paid back.
        item = (await client.get(invoice_url, headers=admin)).json()["item"]
        assert item["statuses_after_mistake"] == ["cancelled"]
        body = {"version": item["version"], "status": "cancelled"}
        refusal = await client.post(f"{invoice_url}/take-back", json=body, headers=admin)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "refund_above_paid")
        cancelling_change = {"version": 3, "status": "cancelled"}
        assert (await client.patch(refund_url, json=cancelling_change, headers=admin)).status_code == 200
        assert (await client.post(f"{invoice_url}/take-back", json=body, headers=admin)).status_code == 200
        corrections = [event for event in await read_events(ReservationChanged) if event.is_taken_back]
        assert [(event.news, event.refund_rub, event.reason) for event in corrections] == [
            ("released", 50_000, "возврат отметили по ошибке, деньги ещё не отправлены"),
            ("released", 0, "оплату отметили по ошибке, деньги не приходили"),
        ]


class TestHeldCar:
    async def test_reserved_car_cannot_be_sold_hidden_or_deleted(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, admin: dict[str, str], make_car: Factory[Car]
    ) -> None:
        car = await make_car(**PRICED_CAR)
        buyer = build_auth_headers()
        reservation = await reserve(client, car, buyer)
        path = f"{ADMIN}/cars/{car.id}"
        for status in ("sold", "hidden"):
            answer = await client.patch(path, json={"version": car.version, "status": status}, headers=admin)
            assert (answer.status_code, answer.json()["code"]) == (409, "car_held")
        assert (await client.delete(path, headers=admin)).json()["code"] == "car_held"
        colour_answer = await client.patch(path, json={"version": car.version, "colour": "чёрный"}, headers=admin)
        assert colour_answer.status_code == 200
        await client.delete(f"{OWN_URL}/{reservation['id']}", headers=buyer)
        assert (await client.delete(path, headers=admin)).status_code == 200
        newest_reservation = await read_reservation(client, reservation, buyer)
        assert (newest_reservation["car_id"], newest_reservation["car_title"]) == (None, car.title)


class TestAdministration:
    async def test_reservations_are_listed_with_the_phones_of_their_buyers(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        admin: dict[str, str],
        make_car: Factory[Car],
        make_user: Factory[UserCopy],
    ) -> None:
        user = await make_user(phone="+74950000030")
        car = await make_car(**PRICED_CAR)
        reservation = await reserve(client, car, build_auth_headers(id=user.id))
        await client.delete(f"{OWN_URL}/{reservation['id']}", headers=build_auth_headers(id=user.id))
        second_reservation = await reserve(client, car, build_auth_headers(id=user.id))
        listed_body = (await client.get(f"{ADMIN}/reservations?car_id={car.id}&active=true", headers=admin)).json()
        rows = [(row["id"], row["user_phone"]) for row in listed_body["items"]]
        assert rows == [(second_reservation["id"], "+74950000030")]
        number = second_reservation["number"]
        search_body = (await client.get(f"{ADMIN}/reservations?search={number}", headers=admin)).json()
        assert search_body["total"] == 1
        assert (await client.get(f"{ADMIN}/reservations", headers=build_auth_headers())).status_code == 403


class TestRetention:
    async def test_unpaid_reservations_are_deleted_after_a_year_and_paid_ones_after_five(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        clock: MovableClock,
        runtime: ContentRuntime,
        db: Session,
    ) -> None:
        clock.freeze(NOW)
        buyer_id = new_id()
        unpaid_reservation = await reserve(client, await make_car(**PRICED_CAR), build_auth_headers(id=buyer_id))
        paid_reservation = await reserve(client, await make_car(**PRICED_CAR), build_auth_headers(id=buyer_id))
        await pay(client, paid_reservation["invoice"]["id"])
        for reservation in (unpaid_reservation, paid_reservation):
            await client.delete(f"{OWN_URL}/{reservation['id']}", headers=build_auth_headers(id=buyer_id))
        for days, row_count in ((365, 2), (366, 1), (5 * 365, 1), (5 * 365 + 3, 0)):
            clock.freeze(NOW + timedelta(days=days))
            async with runtime.database.transaction() as session:
                await purge_old_reservations(session, runtime)
            assert len((await db.scalars(select(Reservation))).all()) == row_count
        assert (await db.scalars(select(Payment))).all() == []
