import asyncio
import io
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery, EventReader
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.plugin import MovableClock, wait_for
from content.media import pictures
from content.orders import service, sharing
from content.orders.documents import DocumentTypeRefused
from content.orders.state_machine import KEYS
from content.orders.tables import Order, OrderHistory
from content.payments.tables import Payment
from content.runtime import ContentRuntime, Session
from content.users.tables import UserCopy
from contracts.auth import UserVerified
from contracts.calculator import CalculationSaved
from contracts.content import DocumentSent, OrderAdvanced, OrderChanged, OrderCreated, PaymentRecorded
from PIL import Image
from sqlalchemy import delete, func, select, text, update
from sqlalchemy.exc import DBAPIError
from sqlmodel import col

from services.content.tests.fixture_types import Factory, PictureFactory
from services.content.tests.orders.pdf_files import build_compressed_pdf

ADMIN = "/api/content/admin/orders"
PAYMENTS = "/api/content/admin/payments"


async def create_order(client: ApiClient, admin: dict[str, str], user_id: UUID) -> str:
    body = {"user_id": str(user_id), "title": "BMW 318d", "price_rub": 3_000_000}
    return str((await client.post(ADMIN, json=body, headers=admin)).json()["item"]["id"])


class TestMyOrders:
    async def test_own_orders_are_listed_with_seven_steps(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_order: Factory[Order]
    ) -> None:
        order = await make_order()
        await make_order()
        body = (await client.get("/api/me/orders", headers=build_auth_headers(id=order.user_id))).json()
        assert (body["success"], body["total"]) == (True, 1)
        steps = body["orders"][0]["steps"]
        assert [step["key"] for step in steps] == list(KEYS)
        assert [step["status"] for step in steps] == ["current"] + ["pending"] * 6
        assert set(steps[0]) >= {"key", "title", "status", "planned_from", "planned_to", "actual_at", "note", "message"}
        assert steps[0]["documents"] == []

    async def test_orders_of_other_users_are_404(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_order: Factory[Order]
    ) -> None:
        order = await make_order()
        url = f"/api/me/orders/{order.id}"
        assert (await client.get(url, headers=build_auth_headers(id=order.user_id))).json()["order"][
            "number"
        ] == order.number
        assert (await client.get(url, headers=build_auth_headers())).status_code == 404
        assert (await client.get(url)).status_code == 401

    async def test_an_order_shows_its_paid_refunded_and_open_amounts(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
        make_payment: Factory[Payment],
    ) -> None:
        order = await make_order(price_rub=1_000_000)
        await make_payment(order, status="paid")
        await make_payment(order, amount_rub=800_000, kind="payment")
        await make_payment(order, amount_rub=50_000, kind="refund", status="paid")
        body = (await client.get(f"/api/me/orders/{order.id}", headers=build_auth_headers(id=order.user_id))).json()
        assert body["order"]["money"] == {
            "agreed_rub": 1_000_000,
            "paid_rub": 150_000,
            "refunded_rub": 50_000,
            "left_rub": 850_000,
            "next_due_at": None,
            "next_amount_rub": 800_000,
        }


class TestHistory:
    async def test_the_database_refuses_to_change_or_delete_a_line_of_the_history(
        self, client: ApiClient, admin: dict[str, str], make_user: Factory[UserCopy], db: Session
    ) -> None:
        id = await create_order(client, admin, (await make_user()).id)
        for query in (
            update(OrderHistory).values(text="Ничего не было"),
            update(OrderHistory).values(actor_id=new_id()),
            update(OrderHistory).values(actor_id=None, text="Ничего не было"),
            delete(OrderHistory),
            text("TRUNCATE order_history"),
        ):
            with pytest.raises(DBAPIError, match="append-only"):
                await db.execute(query)
        history = (await client.get(f"{ADMIN}/{id}", headers=admin)).json()["item"]["history"]
        assert [line["kind"] for line in history] == ["created"]

    async def test_the_history_survives_an_erased_user_and_is_deleted_with_its_order(
        self, client: ApiClient, admin: dict[str, str], make_user: Factory[UserCopy], db: Session
    ) -> None:
        id = await create_order(client, admin, (await make_user()).id)
        await db.execute(update(OrderHistory).values(actor_id=None))
        assert await db.scalar(select(col(OrderHistory.actor_id))) is None
        assert (await client.delete(f"{ADMIN}/{id}", headers=admin)).status_code == 200
        assert await db.scalar(select(func.count()).select_from(OrderHistory)) == 0


class TestCreateOrder:
    async def test_an_order_for_an_unknown_client_gets_422(
        self, client: ApiClient, admin: dict[str, str], read_events: EventReader
    ) -> None:
        body = {"user_id": str(new_id()), "title": "BMW 318d", "price_rub": 3_000_000}
        refusal = await client.post(ADMIN, json=body, headers=admin)
        assert (refusal.status_code, refusal.json()["errors"][0]["field"]) == (422, "user_id")
        assert await read_events(OrderCreated) == []

    async def test_the_copy_of_a_user_who_has_just_registered_is_awaited(
        self,
        client: ApiClient,
        admin: dict[str, str],
        deliver: EventDelivery,
        runtime: ContentRuntime,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        settings_with_long_wait = runtime.settings.model_copy(update={"account_wait_seconds": HANG_SECONDS})
        monkeypatch.setattr(runtime, "settings", settings_with_long_wait)
        user_id = new_id()
        creation = asyncio.create_task(create_order(client, admin, user_id))
        account = {"email": "a@example.com", "first_name": "Анна", "last_name": "Орлова", "role": "user"}
        await deliver(UserVerified(user_id=user_id, **account))
        item = (await client.get(f"{ADMIN}/{await creation}", headers=admin)).json()["item"]
        assert (item["user_id"], item["user_name"]) == (str(user_id), "Анна Орлова")

    async def test_generated_number_is_drawn_again_if_it_is_taken(
        self, client: ApiClient, admin: dict[str, str], make_user: Factory[UserCopy], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        generated_numbers = iter(["МА-100001", "МА-100001", "МА-100002"])
        monkeypatch.setattr(service, "generate_number", lambda: next(generated_numbers))
        body = {"user_id": str((await make_user()).id), "title": "BMW", "price_rub": 1}
        numbers = [(await client.post(ADMIN, json=body, headers=admin)).json()["item"]["number"] for _ in range(2)]
        assert numbers == ["МА-100001", "МА-100002"]
        refused_answer = await client.post(ADMIN, json=body | {"number": "МА-100002"}, headers=admin)
        assert (refused_answer.status_code, refused_answer.json()["code"]) == (409, "number_taken")


class TestCalculation:
    async def test_calculation_is_stored_whether_its_event_arrives_before_or_after_the_order(
        self, client: ApiClient, admin: dict[str, str], make_user: Factory[UserCopy], deliver: EventDelivery
    ) -> None:
        user_id = str((await make_user()).id)
        saved_figures = {"edition": "ru-2026-01", "total_customs": 1_459_924}

        async def read_calculation(id: str) -> Any:
            return (await client.get(f"{ADMIN}/{id}", headers=admin)).json()["item"]["calculation"]

        for arrives_late in (True, False):
            calculation_id = new_id()
            # Kopecks are rounded half-up, as everywhere.
            event = CalculationSaved(calculation_id=calculation_id, total="4459923.50", **saved_figures)
            if not arrives_late:
                await deliver(event)
            body = {"user_id": user_id, "title": "BMW", "price_rub": 1, "calculation_id": str(calculation_id)}
            id = (await client.post(ADMIN, json=body, headers=admin)).json()["item"]["id"]
            if arrives_late:
                assert await read_calculation(id) is None
                await deliver(event)
            assert (await read_calculation(id)).items() >= (
                saved_figures | {"id": str(calculation_id), "total": 4_459_924}
            ).items()
            later_event = event.model_copy(update={"total_customs": 1})
            await deliver(later_event)
            assert (await read_calculation(id))["total_customs"] == saved_figures["total_customs"]


class TestAdvance:
    async def test_order_is_advanced_through_all_steps_and_no_further(
        self,
        client: ApiClient,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        make_user: Factory[UserCopy],
        read_events: EventReader,
    ) -> None:
        user_id = (await make_user()).id
        body = {"user_id": str(user_id), "title": "BMW 318d", "price_rub": 3_000_000}
        create_answer = await client.post(ADMIN, json=body, headers=admin)
        assert create_answer.status_code == 201
        id = create_answer.json()["item"]["id"]
        for _ in KEYS:
            move_answer = await client.post(f"{ADMIN}/{id}/advance", json={"note": "Готово"}, headers=admin)
            assert move_answer.status_code == 200
        last_answer = await client.post(f"{ADMIN}/{id}/advance", json={}, headers=admin)
        assert (last_answer.status_code, last_answer.json()["code"]) == (409, "order_finished")
        order = (await client.get(f"/api/me/orders/{id}", headers=build_auth_headers(id=user_id))).json()["order"]
        assert (order["status"], order["current_step"]) == ("done", None)
        assert all(step["status"] == "done" and step["actual_at"] for step in order["steps"])
        assert len(await read_events(OrderCreated)) == 1
        steps = [(event.step, event.is_finished) for event in await read_events(OrderAdvanced)]
        assert steps == [*((key, False) for key in KEYS[1:]), ("handover", True)]
        assert [row["kind"] for row in order["history"]] == ["created"] + ["advanced"] * 7

    async def test_event_of_a_step_has_its_planned_day_and_the_last_event_counts_the_days(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: Factory[UserCopy],
        clock: MovableClock,
        read_events: EventReader,
    ) -> None:
        clock.freeze(datetime(2026, 11, 23, 7, 0, tzinfo=UTC))
        id = await create_order(client, build_auth_headers(role="admin"), (await make_user()).id)
        [creation_event] = await read_events(OrderCreated)
        assert creation_event.planned_to == date(2026, 11, 23)
        for _ in KEYS:
            await client.post(f"{ADMIN}/{id}/advance", json={}, headers=build_auth_headers(role="admin"))
            clock.move(days=9)
        search_event, check_event, *_, last_event = await read_events(OrderAdvanced)
        assert search_event.planned_to == date(2026, 11, 26)
        # The step began after its planned end, 28 November, so the event names no planned day.
        assert check_event.planned_to is None
        assert (last_event.planned_to, last_event.days) == (None, 54)

    async def test_simultaneous_advances_with_one_version_advance_once(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order]
    ) -> None:
        order = await make_order()
        url = f"{ADMIN}/{order.id}/advance"
        answers = await asyncio.gather(*(client.post(url, json={"version": 1}, headers=admin) for _ in range(3)))
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409]

    async def test_preview_is_the_event_that_is_published_and_changes_nothing(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order], read_events: EventReader
    ) -> None:
        order = await make_order()
        url = f"{ADMIN}/{order.id}/advance"
        body = {"note": "Смотрим три машины", "version": 1}
        preview = (await client.post(f"{url}/preview", json=body, headers=admin)).json()
        assert await read_events(OrderAdvanced) == []
        assert (await client.post(url, json=body, headers=admin)).json()["item"]["version"] == 2
        (published_event,) = await read_events(OrderAdvanced)
        assert preview["event"] == published_event.model_dump(mode="json")
        assert (preview["type"], preview["event"]["step"]) == (OrderAdvanced.type, "search")

    async def test_preview_of_a_stale_or_finished_order_is_refused_like_the_advance(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order]
    ) -> None:
        order = await make_order()
        url = f"{ADMIN}/{order.id}"
        stale_answer = await client.post(f"{url}/advance/preview", json={"version": 9}, headers=admin)
        assert (stale_answer.status_code, stale_answer.json()["code"]) == (409, "stale_version")
        await client.post(f"{url}/cancel", json={"reason": "Передумал"}, headers=admin)
        end_answer = await client.post(f"{url}/advance/preview", json={}, headers=admin)
        assert (end_answer.status_code, end_answer.json()["code"]) == (409, "order_finished")

    async def test_advance_needs_no_body(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order]
    ) -> None:
        order = await make_order()
        move_answer = await client.post(f"{ADMIN}/{order.id}/advance", headers=admin)
        assert move_answer.json()["item"]["current_step"] == "search"

    async def test_only_administrators_advance_orders(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_order: Factory[Order]
    ) -> None:
        order = await make_order()
        url = f"{ADMIN}/{order.id}/advance"
        assert (await client.post(url, json={})).status_code == 401
        assert (await client.post(url, json={}, headers=build_auth_headers(id=order.user_id))).status_code == 403


class TestChangeOrder:
    async def test_later_date_needs_a_reason_and_is_published(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order], read_events: EventReader
    ) -> None:
        order = await make_order()
        url = f"{ADMIN}/{order.id}"
        later_step = {"key": "search", "planned_to": "2030-01-01"}
        refusal = await client.patch(url, json={"version": 1, "steps": [later_step]}, headers=admin)
        assert (refusal.status_code, refusal.json()["errors"][0]["field"]) == (422, "steps")
        change_with_reason = {"version": 1, "steps": [later_step | {"delay_reason": "Продавец в отпуске"}]}
        item = (await client.patch(url, json=change_with_reason | {"route": "klaipeda"}, headers=admin)).json()["item"]
        step = item["steps"][1]
        assert item["route"] == "klaipeda"
        assert (step["planned_to"], step["delay"]["reason"]) == ("2030-01-01", "Продавец в отпуске")
        step_message = {"key": "search", "message": "Нашли три машины"}
        for version in (2, 3):
            answer = await client.patch(url, json={"version": version, "steps": [step_message]}, headers=admin)
            assert answer.status_code == 200
        audit = await client.get(f"/api/content/admin/audit?entity_id={order.id}", headers=admin)
        assert [entry["changes"] for entry in reversed(audit.json()["items"])] == [
            {
                "route": "klaipeda",
                "steps": {"search": {"planned_to": "2030-01-01", "delay_reason": "Продавец в отпуске"}},
            },
            {"steps": {"search": {"message": "…"}}},
            {},
        ]
        delay_event, message_event = await read_events(OrderChanged)
        assert delay_event.news == "delayed"
        assert [(change.what, change.now) for change in delay_event.changes] == [
            ("route", "BMW 318d, 2022"),
            ("end", "2030-01-01"),
        ]
        assert delay_event.text == "Продавец в отпуске."
        assert message_event.news == "changed"
        assert [(change.step_title, change.now) for change in message_event.changes] == [("Поиск", "Нашли три машины")]

    async def test_one_edit_is_one_event_with_the_list_of_changes(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order], read_events: EventReader
    ) -> None:
        url = f"{ADMIN}/{(await make_order()).id}"
        moved_steps = [
            {"key": key, "planned_to": f"2030-01-0{day}", "delay_reason": "Продавец в отпуске", "message": "Ждём."}
            for day, key in enumerate(KEYS, start=1)
        ]
        body = {"version": 1, "title": "BMW 320d", "price_rub": 3_100_000, "steps": moved_steps}
        change_answer = await client.patch(url, json=body, headers=admin)
        assert change_answer.status_code == 200
        [event] = await read_events(OrderChanged)
        assert [change.what for change in event.changes] == ["price", "title"] + ["message", "end"] * 7
        assert event.text == "Продавец в отпуске."
        # The history keeps every line.
        assert len(change_answer.json()["item"]["history"]) == 2 + 14

    async def test_an_edit_that_the_buyer_cannot_see_publishes_no_event(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order], read_events: EventReader
    ) -> None:
        order = await make_order()
        plan = (await client.get(f"{ADMIN}/{order.id}", headers=admin)).json()["item"]["steps"]
        unchanged_steps = [{name: step[name] for name in ("key", "planned_from", "planned_to")} for step in plan]
        body = {
            "version": 1,
            "title": order.title,
            "price_rub": order.price_rub,
            "body_type": "купе",
            "steps": unchanged_steps,
        }
        assert (await client.patch(f"{ADMIN}/{order.id}", json=body, headers=admin)).status_code == 200
        assert await read_events(OrderChanged) == []

    async def test_a_change_of_an_order_with_a_stale_version_is_refused(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order]
    ) -> None:
        url = f"{ADMIN}/{(await make_order()).id}"
        assert (await client.patch(url, json={"version": 1, "title": "Другая"}, headers=admin)).status_code == 200
        stale_answer = await client.patch(url, json={"version": 1, "title": "Третья"}, headers=admin)
        assert (stale_answer.status_code, stale_answer.json()["code"]) == (409, "stale_version")

    async def test_cancelled_order_cannot_be_advanced(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order]
    ) -> None:
        url = f"{ADMIN}/{(await make_order()).id}"
        cancel_answer = await client.post(f"{url}/cancel", json={"reason": "Передумал"}, headers=admin)
        assert cancel_answer.json()["item"]["status"] == "cancelled"
        assert (await client.post(f"{url}/advance", json={}, headers=admin)).status_code == 409

    async def test_cancelling_an_order_cancels_its_open_invoices_and_keeps_received_money(
        self,
        client: ApiClient,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        read_events: EventReader,
    ) -> None:
        order = await make_order(price_rub=1_000_000)
        await make_payment(order, status="paid", amount_rub=200_000)
        refund = await make_payment(order, status="pending", kind="refund", amount_rub=100_000)
        open_invoices = [
            await make_payment(order, status="pending", kind="payment"),
            await make_payment(order, status="waiting", kind="payment"),
        ]
        invoice_of_other_order = await make_payment(await make_order(), status="pending")
        stale_cancellation = {"reason": "Передумал", "version": order.version + 1}
        refusal = await client.post(f"{ADMIN}/{order.id}/cancel", json=stale_cancellation, headers=admin)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "stale_version")
        answer = await client.post(f"{ADMIN}/{order.id}/cancel", json={"reason": "Передумал"}, headers=admin)
        money = answer.json()["item"]["money"]
        assert (money["paid_rub"], money["left_rub"], money["next_amount_rub"]) == (200_000, 0, None)
        listed_items = (await client.get(PAYMENTS, params={"order_id": str(order.id)}, headers=admin)).json()["items"]
        cancelled_versions = {item["id"]: item["version"] for item in listed_items if item["status"] == "cancelled"}
        assert cancelled_versions == {str(invoice.id): invoice.version + 1 for invoice in open_invoices}
        for untouched_payment in (refund, invoice_of_other_order):
            item = (await client.get(f"{PAYMENTS}/{untouched_payment.id}", headers=admin)).json()["item"]
            assert item["status"] == "pending"
        events = await read_events(PaymentRecorded)
        assert [(event.payment_id, event.news) for event in events] == [
            (invoice.id, "cancelled") for invoice in open_invoices
        ]
        audit = (await client.get("/api/content/admin/audit", params={"entity": "payment"}, headers=admin)).json()
        assert {entry["entity_id"] for entry in audit["items"]} == {str(invoice.id) for invoice in open_invoices}
        buyer = build_auth_headers(id=order.user_id)
        own_order = (await client.get(f"/api/me/orders/{order.id}", headers=buyer)).json()["order"]
        assert own_order["money"] == money

    async def test_cancelled_order_takes_no_invoice_and_no_report_but_records_received_money_and_refunds(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order]
    ) -> None:
        order = await make_order()
        url = f"{ADMIN}/{order.id}"
        await client.post(f"{url}/cancel", json={"reason": "Передумал"}, headers=admin)
        report = {"step": "logistics", "text": "В пути"}
        refusal = await client.post(f"{url}/reports", json=report, headers=admin)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "order_cancelled")
        payment = {"order_id": str(order.id), "amount_rub": 200_000, "kind": "payment"}
        for status in ("pending", "waiting"):
            refusal = await client.post(PAYMENTS, json=payment | {"status": status}, headers=admin)
            assert (refusal.status_code, refusal.json()["code"]) == (409, "order_cancelled")
        receive_answer = await client.post(PAYMENTS, json=payment | {"status": "paid"}, headers=admin)
        assert receive_answer.status_code == 201
        refund_answer = await client.post(PAYMENTS, json=payment | {"kind": "refund"}, headers=admin)
        assert refund_answer.status_code == 201
        body = {"version": 1, "kind": "payment"}
        change_answer = await client.patch(f"{PAYMENTS}/{refund_answer.json()['item']['id']}", json=body, headers=admin)
        assert (change_answer.status_code, change_answer.json()["code"]) == (409, "order_cancelled")

    async def test_invoice_that_is_created_while_its_order_is_cancelled_is_cancelled_or_refused(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order]
    ) -> None:
        order = await make_order()
        payment = {"order_id": str(order.id), "amount_rub": 200_000, "kind": "payment"}
        await asyncio.gather(
            client.post(f"{ADMIN}/{order.id}/cancel", json={"reason": "Передумал"}, headers=admin),
            *(client.post(PAYMENTS, json=payment, headers=admin) for _ in range(4)),
        )
        listed_items = (await client.get(PAYMENTS, params={"order_id": str(order.id)}, headers=admin)).json()["items"]
        assert {item["status"] for item in listed_items} <= {"cancelled"}

    async def test_refund_that_becomes_an_invoice_while_its_order_is_cancelled_is_cancelled_or_refused(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order]
    ) -> None:
        order = await make_order()
        payment = {"order_id": str(order.id), "amount_rub": 1000}
        pay_answer = await client.post(PAYMENTS, json=payment | {"kind": "payment", "status": "paid"}, headers=admin)
        assert pay_answer.status_code == 201
        refund = payment | {"amount_rub": 100, "kind": "refund"}
        refund_answers = [await client.post(PAYMENTS, json=refund, headers=admin) for _ in range(4)]
        refund_ids = [answer.json()["item"]["id"] for answer in refund_answers]
        change = {"version": 1, "kind": "payment"}
        await asyncio.gather(
            client.post(f"{ADMIN}/{order.id}/cancel", json={"reason": "Передумал"}, headers=admin),
            *(client.patch(f"{PAYMENTS}/{id}", json=change, headers=admin) for id in refund_ids),
        )
        listed_items = (await client.get(PAYMENTS, params={"order_id": str(order.id)}, headers=admin)).json()["items"]
        open_invoices = [item for item in listed_items if item["kind"] == "payment" and item["status"] == "pending"]
        assert open_invoices == []

    @pytest.mark.parametrize(
        "words", ["Кольцов Андрей", "koltsov@example.com", "+7 916 963-59-75", "8 916 963 59 75", "963-59-75"]
    )
    async def test_orders_are_found_by_their_buyer(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_order: Factory[Order],
        make_user: Factory[UserCopy],
        words: str,
    ) -> None:
        buyer = await make_user(
            first_name="Андрей", last_name="Кольцов", email="koltsov@example.com", phone="+79169635975"
        )
        other_buyer = await make_user(first_name="Андрей", last_name="Иванов", phone="+79160000000")
        order = await make_order(user_id=buyer.id)
        await make_order(user_id=other_buyer.id)
        listed_body = (await client.get(ADMIN, params={"search": words}, headers=admin)).json()
        assert [item["number"] for item in listed_body["items"]] == [order.number]
        assert listed_body["items"][0]["user_phone"] == "+79169635975"

    async def test_orders_are_listed_with_the_employee_who_answers_the_buyer(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order], make_user: Factory[UserCopy]
    ) -> None:
        manager = await make_user(role="staff", first_name="Ольга", last_name="Кедрова")
        assigned_order, free_order = [await make_order() for _ in range(2)]
        assign_answer = await client.put(
            f"/api/content/admin/orders/{assigned_order.id}/assignee",
            json={"assignee_id": str(manager.id)},
            headers=admin,
        )
        assert assign_answer.status_code == 200, assign_answer.text
        items = (await client.get(ADMIN, headers=admin)).json()["items"]
        assert {item["number"]: item["assignee_name"] for item in items} == {
            assigned_order.number: "Ольга Кедрова",
            free_order.number: None,
        }
        for assignee, order in ((str(manager.id), assigned_order), ("none", free_order)):
            listed_body = (await client.get(ADMIN, params={"assignee_id": assignee}, headers=admin)).json()
            assert ([item["number"] for item in listed_body["items"]], listed_body["total"]) == ([order.number], 1)

    async def test_administrator_finds_an_order_reports_on_it_and_deletes_it(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_order: Factory[Order],
        make_user: Factory[UserCopy],
        read_events: EventReader,
    ) -> None:
        buyer = await make_user(first_name="Андрей", last_name="Кольцов")
        order = await make_order(user_id=buyer.id)
        listed_body = (await client.get(f"{ADMIN}?search={order.number}", headers=admin)).json()
        assert (listed_body["total"], listed_body["items"][0]["user_name"]) == (1, "Андрей Кольцов")
        report = {"step": "logistics", "text": "Прошли Познань", "place": "Познань"}
        report_answer = await client.post(f"{ADMIN}/{order.id}/reports", json=report, headers=admin)
        assert report_answer.json()["item"]["reports"][0]["text"] == "Прошли Познань"
        [entry] = (await client.get("/api/content/admin/audit", headers=admin)).json()["items"]
        assert (entry["action"], entry["entity_id"]) == ("report", str(order.id))
        assert entry["changes"] == {"step": "logistics", "text": "…", "pictures": 0}
        assert (await client.delete(f"{ADMIN}/{order.id}", headers=admin)).json() == {"success": True}
        assert (await client.delete(f"{ADMIN}/{order.id}", headers=admin)).status_code == 404
        fields = [(event.user_id, event.number, event.removed) for event in await read_events(OrderChanged)]
        assert fields == [(buyer.id, order.number, False), (buyer.id, order.number, True)]


class TestDocuments:
    async def test_required_document_and_its_changes_are_published(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order], read_events: EventReader
    ) -> None:
        url = f"{ADMIN}/{(await make_order()).id}/documents"
        document_body = {"step": "customs", "title": "Паспорт"}
        document_url = f"{url}/{(await client.post(url, json=document_body, headers=admin)).json()['item']['id']}"
        # The second request changes nothing.
        for _ in range(2):
            assert (await client.patch(document_url, json={"due_on": "2030-01-01"}, headers=admin)).status_code == 200
        assert (await client.delete(document_url, headers=admin)).status_code == 200
        events = [(event.news, event.document, event.due_on) for event in await read_events(OrderChanged)]
        assert events == [
            ("document_needed", "Паспорт", None),
            ("document_changed", "Паспорт", date(2030, 1, 1)),
            ("document_removed", "Паспорт", date(2030, 1, 1)),
        ]

    async def test_document_is_needed_sent_rejected_sent_again_and_accepted(
        self,
        client: ApiClient,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
        picture: PictureFactory,
        read_events: EventReader,
    ) -> None:
        order = await make_order()
        owner = build_auth_headers(id=order.user_id)
        other_user = build_auth_headers()
        create_answer = await client.post(
            f"{ADMIN}/{order.id}/documents", json={"step": "customs", "title": "Паспорт"}, headers=admin
        )
        id = create_answer.json()["item"]["id"]
        url = f"/api/me/orders/{order.id}/documents/{id}/file"
        path = f"{ADMIN}/{order.id}/documents/{id}"
        photo = {"file": ("паспорт.jpg", picture(800, 600, exif=True), "image/jpeg")}
        assert (await client.put(url, files=photo, headers=other_user)).status_code == 404
        sent_document = (await client.put(url, files=photo, headers=owner)).json()["document"]
        assert (sent_document["status"], sent_document["content_type"], sent_document["file_name"]) == (
            "sent",
            "image/webp",
            "паспорт.webp",
        )
        assert (await client.patch(path, json={"status": "rejected"}, headers=admin)).status_code == 422
        reject_answer = await client.patch(path, json={"status": "rejected", "reason": "Не видно"}, headers=admin)
        assert reject_answer.json()["item"]["reason"] == "Не видно"
        pdf = {"file": ("паспорт.pdf", b"%PDF-1.7 scan", "application/pdf")}
        assert (await client.put(url, files=pdf, headers=owner)).json()["document"]["status"] == "sent"
        stale_body = {"status": "accepted", "version": reject_answer.json()["item"]["version"]}
        assert (await client.patch(path, json=stale_body, headers=admin)).json()["code"] == "stale_version"
        assert (await client.patch(path, json={"status": "accepted"}, headers=admin)).status_code == 200
        assert (await client.put(url, files=pdf, headers=owner)).json()["code"] == "paper_accepted"
        file = await client.get(url, headers=owner)
        assert (file.content, file.headers["content-type"]) == (b"%PDF-1.7 scan", "application/pdf")
        assert file.headers["content-disposition"].startswith("attachment")
        assert file.headers["content-security-policy"] == "default-src 'none'; sandbox"
        assert file.headers["x-content-type-options"] == "nosniff"
        assert (await client.get(url, headers=other_user)).status_code == 404
        shown_item = (await client.get(f"{ADMIN}/{order.id}", headers=admin)).json()["item"]
        changed_item = (await client.patch(path, json={"title": "Паспорт покупателя"}, headers=admin)).json()["item"]
        assert {shown_item["documents"][0]["url"], changed_item["url"]} == {f"{path}/file"}
        assert (await client.get(f"{path}/file", headers=admin)).status_code == 200
        own_order = (await client.get(f"/api/me/orders/{order.id}", headers=owner)).json()["order"]
        assert own_order["documents"][0]["url"] == url
        verdicts = [(event.news, event.text) for event in await read_events(OrderChanged)]
        assert verdicts == [
            ("document_needed", None),
            ("document_rejected", "Не видно"),
            ("document_accepted", None),
            ("document_changed", None),
        ]
        sent_documents = [(event.number, event.title) for event in await read_events(DocumentSent)]
        assert sent_documents == [(order.number, "Паспорт")] * 2

    async def test_document_of_the_company_that_replaces_a_rejected_one_has_no_reason(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order]
    ) -> None:
        order = await make_order()
        document_body = {"step": "check", "title": "Отчёт", "side": "company"}
        create_answer = await client.post(f"{ADMIN}/{order.id}/documents", json=document_body, headers=admin)
        path = f"{ADMIN}/{order.id}/documents/{create_answer.json()['item']['id']}"
        await client.patch(path, json={"status": "rejected", "reason": "Не тот автомобиль"}, headers=admin)
        pdf = {"file": ("отчёт.pdf", b"%PDF-1.7 scan", "application/pdf")}
        replaced_item = (await client.put(f"{path}/file", files=pdf, headers=admin)).json()["item"]
        assert (replaced_item["status"], replaced_item["reason"]) == ("accepted", None)

    @pytest.mark.parametrize(
        "content",
        [
            b"<html><script>alert(1)</script>%PDF-1.7",
            b"%PDF-1.7\n<html><script>alert(1)</script>",
            b"%PDF-1.7 1 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj",
            b"%PDF-1.7 1 0 obj << /S /J#61vaScript /JS (app.alert(1)) >> endobj",
            b"%PDF-1.7 1 0 obj << /#53 /L#61#75nch /F (cmd.exe) >> endobj",
            b"%PDF-1.7 1 0 obj << /S /Launch /F (cmd.exe) >> endobj",
            b"%PDF-1.7 1 0 obj << /Type /Embedded#46ile >> endobj",
            b"%PDF-1.7 1 0 obj << /Type /EmbeddedFile >> endobj",
            b"%PDF-1.7 1 0 obj << /Type /EmbeddedFile /Subtype /application#2Fzip >> endobj",
            build_compressed_pdf({4: b"<</S/JavaScript/JS(app.alert\\(1\\))>>"}, catalog=b"/OpenAction 4 0 R"),
        ],
    )
    async def test_pdf_with_active_content_is_refused_with_the_reason(
        self,
        client: ApiClient,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
        content: bytes,
    ) -> None:
        order = await make_order()
        document_body = {"step": "customs", "title": "ИНН"}
        create_answer = await client.post(f"{ADMIN}/{order.id}/documents", json=document_body, headers=admin)
        url = f"/api/me/orders/{order.id}/documents/{create_answer.json()['item']['id']}/file"
        file = {"file": ("инн.pdf", content, "application/pdf")}
        answer = await client.put(url, files=file, headers=build_auth_headers(id=order.user_id))
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_file")
        assert "не похож" not in answer.json()["message"]

    @pytest.mark.parametrize(
        ("content", "kind"),
        [
            (b"\xef\xbb\xbf%PDF-1.7 scan", "application/pdf"),
            (b"%PDF-1.7 scan", "application/octet-stream"),
            (b"%PDF-1.7 scan", ""),
            (b"%PDF-1.7 scan", "application/x-pdf"),
            (b"%PDF-1.7 (see https://example.com/JavaScript and /Launch) Tj", "application/pdf"),
            (b"%PDF-1.7 << /Type /EmbeddedFile /Subtype /text#2Fxml /Length 9 >>", "application/pdf"),
            (build_compressed_pdf({4: b"<</S/GoTo/D[3 0 R/Fit]>>"}, catalog=b"/OpenAction 4 0 R"), "application/pdf"),
        ],
    )
    async def test_a_pdf_is_recognized_by_its_content(
        self,
        client: ApiClient,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
        content: bytes,
        kind: str,
    ) -> None:
        order = await make_order()
        document_body = {"step": "customs", "title": "ИНН"}
        create_answer = await client.post(f"{ADMIN}/{order.id}/documents", json=document_body, headers=admin)
        url = f"/api/me/orders/{order.id}/documents/{create_answer.json()['item']['id']}/file"
        headers = build_auth_headers(id=order.user_id)
        assert (await client.put(url, files={"file": ("инн", content, kind)}, headers=headers)).status_code == 200
        assert (await client.get(url, headers=headers)).headers["content-type"] == "application/pdf"

    async def test_a_signature_on_transparent_ground_is_readable(
        self,
        client: ApiClient,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
    ) -> None:
        order = await make_order()
        document_body = {"step": "customs", "title": "Подпись"}
        create_answer = await client.post(f"{ADMIN}/{order.id}/documents", json=document_body, headers=admin)
        url = f"/api/me/orders/{order.id}/documents/{create_answer.json()['item']['id']}/file"
        signature = Image.new("RGBA", (40, 20), (0, 0, 0, 0))
        signature.paste((0, 0, 0, 255), (10, 5, 30, 15))
        buffer = io.BytesIO()
        signature.save(buffer, "PNG")
        headers = build_auth_headers(id=order.user_id)
        send_answer = await client.put(url, files={"file": ("п.png", buffer.getvalue(), "image/png")}, headers=headers)
        assert send_answer.status_code == 200
        shown_picture = Image.open(io.BytesIO((await client.get(url, headers=headers)).content)).convert("L")
        corner: Any = shown_picture.getpixel((1, 1))
        middle: Any = shown_picture.getpixel((20, 10))
        assert corner > 240
        assert middle < 40

    async def test_files_of_documents_are_deleted_with_their_order(
        self,
        client: ApiClient,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
        runtime: ContentRuntime,
    ) -> None:
        order = await make_order()
        url = f"{ADMIN}/{order.id}"
        create_answer = await client.post(f"{url}/documents", json={"step": "customs", "title": "ИНН"}, headers=admin)
        pdf = {"file": ("инн.pdf", b"%PDF-1.7 scan", "application/pdf")}
        file_url = f"/api/me/orders/{order.id}/documents/{create_answer.json()['item']['id']}/file"
        assert (await client.put(file_url, files=pdf, headers=build_auth_headers(id=order.user_id))).status_code == 200
        folder = Path(runtime.settings.data_dir) / "files" / "documents" / str(order.id)
        assert len(list(folder.iterdir())) == 1
        assert (await client.delete(url, headers=admin)).status_code == 200
        await wait_for(lambda: not list(folder.iterdir()))

    async def test_a_document_that_is_neither_picture_nor_pdf_or_is_too_large_is_refused(
        self,
        client: ApiClient,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
    ) -> None:
        order = await make_order()
        create_answer = await client.post(
            f"{ADMIN}/{order.id}/documents", json={"step": "customs", "title": "ИНН"}, headers=admin
        )
        url = f"/api/me/orders/{order.id}/documents/{create_answer.json()['item']['id']}/file"

        async def send(content: bytes, kind: str) -> tuple[int, str]:
            files = {"file": ("a", content, kind)}
            answer = await client.put(url, files=files, headers=build_auth_headers(id=order.user_id))
            return answer.status_code, answer.json()["code"]

        assert await send(b"MZ", "application/x-msdownload") == (415, "unsupported_type")
        assert await send(b"no", "application/pdf") == (422, "invalid_file")
        assert await send(b"no", "image/png") == (422, "invalid_image")
        assert await send(b"x" * (5 * 1024 * 1024 + 1), "application/pdf") == (413, "too_large")

    def test_the_refusal_of_a_document_names_every_accepted_picture_format(self) -> None:
        message = DocumentTypeRefused.message.upper()
        assert [name for name in pictures.FORMATS if name not in message] == []

    @pytest.mark.parametrize(("method", "path"), [("PUT", "documents/{id}/file"), ("POST", "attachments")])
    async def test_a_file_of_an_anonymous_sender_is_refused_with_401_and_not_for_its_size(
        self, client: ApiClient, make_order: Factory[Order], method: str, path: str
    ) -> None:
        order = await make_order()
        url = f"/api/me/orders/{order.id}/{path.format(id=order.id)}"
        files = {"file": ("a", b"x" * 4_000_000, "application/pdf")}
        answer = await client.request(method, url, files=files)
        assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized")


class TestShare:
    async def test_a_share_link_shows_the_steps_and_no_data_of_the_buyer(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_order: Factory[Order], clock: MovableClock
    ) -> None:
        order = await make_order()
        owner = build_auth_headers(id=order.user_id)
        url = f"/api/me/orders/{order.id}/share"
        assert (await client.post(url, json={}, headers=build_auth_headers())).status_code == 404
        shared_body = (await client.post(url, json={"days": 2}, headers=owner)).json()
        assert shared_body["url"] == f"http://localhost:8080/shared/orders/{shared_body['token']}"
        link = f"/api/shared/orders/{shared_body['token']}"
        body = (await client.get(link)).json()["order"]
        assert set(body) == {
            "title", "body_type", "status", "current_step", "steps", "expires_at", "updated_at",
        }  # fmt: skip
        assert set(body["steps"][0]) == {"key", "title", "status", "planned_from", "planned_to", "actual_at"}
        clock.move(days=2, seconds=1)
        assert (await client.get(link)).status_code == 404

    async def test_share_links_have_a_cap(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(sharing, "MAX_LINKS", 2)
        order = await make_order()
        url = f"/api/me/orders/{order.id}/share"
        owner = build_auth_headers(id=order.user_id)
        statuses = [(await client.post(url, json={}, headers=owner)).status_code for _ in range(3)]
        assert statuses == [201, 201, 409]
        await client.delete(url, headers=owner)
        assert (await client.post(url, json={}, headers=owner)).status_code == 201

    async def test_revoked_and_guessed_share_links_get_404(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_order: Factory[Order]
    ) -> None:
        order = await make_order()
        owner = build_auth_headers(id=order.user_id)
        url = f"/api/me/orders/{order.id}/share"
        token = (await client.post(url, json={}, headers=owner)).json()["token"]
        assert (await client.delete(url, headers=owner)).json() == {"success": True}
        repeated_answer = await client.delete(url, headers=owner)
        assert (repeated_answer.status_code, repeated_answer.json()["code"]) == (404, "not_found")
        assert (await client.get(f"/api/shared/orders/{token}")).status_code == 404
        assert (await client.get(f"/api/shared/orders/{'a' * 32}")).status_code == 404
        assert (await client.get("/api/shared/orders/x")).status_code == 404
