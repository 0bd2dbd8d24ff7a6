import asyncio
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader
from chassis.testing.plugin import MovableClock
from content.orders.tables import Order
from content.payments import queries
from content.payments.invoice import build_page_texts, encode_payment_qr
from content.payments.service import send_reminders
from content.payments.tables import Payment
from content.runtime import ContentRuntime, Session
from content.site.schemas import Requisites, SiteSettingsRead
from content.users.tables import UserCopy
from contracts.content import PaymentRecorded, PaymentReminder
from pypdf import PdfReader

from services.content.tests.fixture_types import Factory
from services.content.tests.payment_notices import REQUISITES, sign_notice

ADMIN = "/api/content/admin/payments"
NOTICES = "/api/content/payments/notices"


class TestMyPayments:
    async def test_only_own_payments_are_listed(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
        make_payment: Factory[Payment],
    ) -> None:
        order = await make_order()
        payment = await make_payment(order)
        await make_payment(await make_order())
        body = (await client.get("/api/me/payments", headers=build_auth_headers(id=order.user_id))).json()
        assert [row["id"] for row in body["payments"]] == [str(payment.id)]
        assert (body["total"], body["payments"][0]["order_title"]) == (1, order.title)
        assert (await client.get("/api/me/payments")).status_code == 401


class TestInvoice:
    async def test_invoice_has_the_sum_and_the_requisites(
        self,
        client: ApiClient,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
        make_payment: Factory[Payment],
    ) -> None:
        order = await make_order()
        payment = await make_payment(order, amount_rub=779_575)
        headers = build_auth_headers(id=order.user_id)
        url = f"/api/me/payments/{payment.id}/invoice.pdf"
        answer_without_requisites = await client.get(url, headers=headers)
        expected_refusal = (409, "no_requisites")
        assert (answer_without_requisites.status_code, answer_without_requisites.json()["code"]) == expected_refusal
        settings_answer = await client.put("/api/settings", json={"requisites": REQUISITES}, headers=admin)
        assert settings_answer.status_code == 200
        answer = await client.get(url, headers=headers)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
        text = "".join(PdfReader(BytesIO(answer.content)).pages[0].extract_text().split())
        for expected in ("779575₽", "40702810900000000001", "044525000", "7700000001/770001001", order.number):
            assert expected in text

    async def test_an_invoice_states_the_payer_the_sum_in_words_and_the_vat_of_the_settings(
        self,
        client: ApiClient,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        make_user: Factory[UserCopy],
        make_order: Factory[Order],
        make_payment: Factory[Payment],
    ) -> None:
        buyer = await make_user(first_name="Анна", last_name="Орлова")
        payment = await make_payment(await make_order(user_id=buyer.id), amount_rub=120_000)

        async def read_invoice(**requisites: str) -> str:
            sent_settings = {"requisites": REQUISITES | requisites}
            assert (await client.put("/api/settings", json=sent_settings, headers=admin)).status_code == 200
            url = f"/api/me/payments/{payment.id}/invoice.pdf"
            answer = await client.get(url, headers=build_auth_headers(id=buyer.id))
            return " ".join(PdfReader(BytesIO(answer.content)).pages[0].extract_text().split())

        text_without_vat = await read_invoice()
        assert "Плательщик Анна Орлова" in text_without_vat
        assert "Сто двадцать тысяч рублей 00 копеек" in text_without_vat
        assert "НДС" not in text_without_vat
        assert "НДС 20%, в том числе" in await read_invoice(vat="20%, в том числе")

    async def test_an_open_invoice_with_customs_payments_says_until_when_they_may_change(
        self, make_order: Factory[Order], make_payment: Factory[Payment], db: Session
    ) -> None:
        order = await make_order()
        settings = SiteSettingsRead(requisites=Requisites(**REQUISITES))

        async def read_risk(**fields: Any) -> str:
            payment = await make_payment(order, **fields)
            risk: str = build_page_texts(await queries.read_payment(db, payment.id), settings, "")["risk"]
            return risk

        assert "до него их изменение в обе стороны" in await read_risk(includes_customs=True)
        assert await read_risk(includes_customs=True, status="paid") == ""
        assert await read_risk() == ""

    async def test_the_api_and_the_events_state_that_an_invoice_includes_customs_payments(
        self,
        client: ApiClient,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        read_events: EventReader,
        make_order: Factory[Order],
    ) -> None:
        order = await make_order()
        body = {"order_id": str(order.id), "amount_rub": 100, "kind": "payment"}
        added_item = (await client.post(ADMIN, json=body | {"includes_customs": True}, headers=admin)).json()["item"]
        await client.post(ADMIN, json=body, headers=admin)
        change_body = {"version": added_item["version"], "amount_rub": 200, "kind": "payment"}
        await client.patch(f"{ADMIN}/{added_item['id']}", json=change_body, headers=admin)
        headers = build_auth_headers(id=order.user_id)
        payments = (await client.get("/api/me/payments", headers=headers)).json()["payments"]
        assert [payment["includes_customs"] for payment in payments] == [False, True]
        assert [event.includes_customs for event in await read_events(PaymentRecorded)] == [True, False, True]

    async def test_a_changed_mark_of_customs_payments_is_published_while_the_invoice_is_open(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        read_events: EventReader,
    ) -> None:
        order = await make_order()
        for fields in ({}, {"kind": "refund"}, {"status": "paid"}):
            payment = await make_payment(order, **fields)
            change = {"version": 1, "includes_customs": True}
            assert (await client.patch(f"{ADMIN}/{payment.id}", json=change, headers=admin)).status_code == 200
        [event] = await read_events(PaymentRecorded)
        assert (event.kind, event.news, event.includes_customs) == ("deposit", "changed", True)

    async def test_payment_qr_follows_gost_r_56042_2014(
        self, make_order: Factory[Order], make_payment: Factory[Payment], db: Session
    ) -> None:
        payment = await make_payment(await make_order(), amount_rub=779_575)
        stored_payment = await queries.read_payment(db, payment.id)
        payload = encode_payment_qr(stored_payment, Requisites(**REQUISITES))
        service_data, *fields = payload.split("|")
        values = dict(field.split("=", 1) for field in fields)
        assert service_data == "ST00012"
        assert list(values)[:5] == ["Name", "PersonalAcc", "BankName", "BIC", "CorrespAcc"]
        # The sum is in kopecks. A separator inside a value becomes a space.
        assert (values["Sum"], values["Name"]) == ("77957500", "ООО «Пассат Авто»")
        assert (values["PayeeINN"], values["KPP"]) == ("7700000001", "770001001")
        assert stored_payment.order_number in values["Purpose"]

    async def test_a_paid_invoice_becomes_a_confirmation_and_a_cancelled_one_cannot_be_opened(
        self,
        client: ApiClient,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
        make_payment: Factory[Payment],
    ) -> None:
        await client.put("/api/settings", json={"requisites": REQUISITES}, headers=admin)
        order = await make_order()
        paid_at = datetime(2026, 11, 3, 9, 0, tzinfo=UTC)
        paid_payment = await make_payment(
            order, status="paid", created_at=paid_at - timedelta(days=11), paid_at=paid_at, receipt="чек № 124"
        )
        cancelled_payment = await make_payment(order, status="cancelled")
        headers = build_auth_headers(id=order.user_id)
        answer = await client.get(f"/api/me/payments/{paid_payment.id}/invoice.pdf", headers=headers)
        text = PdfReader(BytesIO(answer.content)).pages[0].extract_text()
        lines = text.replace("\u00a0", " ").splitlines()
        assert any(line.startswith("Подтверждение оплаты №") for line in lines)
        # The document has the day of the payment, not the day of the invoice.
        assert any(line.endswith("от 3 ноября 2026") for line in lines)
        # The row is called "Чек", so the word is left out of the receipt that the manager entered.
        assert not any("чек № 124" in line for line in lines)
        assert any("№ 124" in line for line in lines)
        refusal = await client.get(f"/api/me/payments/{cancelled_payment.id}/invoice.pdf", headers=headers)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "nothing_to_pay")

    async def test_requisites_of_a_wrong_length_are_refused(self, client: ApiClient, admin: dict[str, str]) -> None:
        wrong_requisites = REQUISITES | {"bic": "0445"}
        answer = await client.put("/api/settings", json={"requisites": wrong_requisites}, headers=admin)
        assert answer.status_code == 422


class TestAdminPayments:
    async def test_a_new_invoice_its_changed_due_time_and_its_payment_are_published(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order], read_events: EventReader
    ) -> None:
        order = await make_order()
        body = {"order_id": str(order.id), "amount_rub": 200_000, "kind": "deposit"}
        create_answer = await client.post(ADMIN, json=body, headers=admin)
        item = create_answer.json()["item"]
        assert create_answer.status_code == 201
        assert item["status"] == "pending"
        assert item["title"] == "Задаток"
        url = f"{ADMIN}/{item['id']}"
        due_time_change = {"version": 1, "due_at": "2030-01-01T00:00:00Z"}
        assert (await client.patch(url, json=due_time_change, headers=admin)).status_code == 200
        payment_answer = await client.patch(url, json={"version": 2, "status": "paid"}, headers=admin)
        assert payment_answer.json()["item"]["paid_at"]
        assert [event.news for event in await read_events(PaymentRecorded)] == ["invoice", "changed", "paid"]

    async def test_a_paid_payment_keeps_its_sum_and_is_not_opened_again_by_a_change(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        read_events: EventReader,
    ) -> None:
        url = f"{ADMIN}/{(await make_payment(await make_order(), status='paid')).id}"
        for change in ({"status": "pending"}, {"amount_rub": 1}):
            answer = await client.patch(url, json={"version": 1, **change}, headers=admin)
            assert (answer.status_code, answer.json()["code"]) == (409, "wrong_transition")
        assert await read_events(PaymentRecorded) == []

    async def test_a_change_of_an_older_version_is_refused(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order], make_payment: Factory[Payment]
    ) -> None:
        url = f"{ADMIN}/{(await make_payment(await make_order())).id}"
        assert (await client.patch(url, json={"version": 1, "status": "paid"}, headers=admin)).status_code == 200
        stale_answer = await client.patch(url, json={"version": 1, "status": "refunded"}, headers=admin)
        assert (stale_answer.status_code, stale_answer.json()["code"]) == (409, "stale_version")

    async def test_the_due_time_of_an_open_invoice_cannot_be_set_to_the_past(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
        clock: MovableClock,
        read_events: EventReader,
    ) -> None:
        clock.freeze(datetime(2026, 11, 23, 7, 0, tzinfo=UTC))
        admin = build_auth_headers(role="admin")
        body = {"order_id": str((await make_order()).id), "amount_rub": 100_000, "kind": "payment"}
        past_time = {"due_at": "2026-11-01T20:59:00Z"}
        future_time = {"due_at": "2026-11-23T20:59:00Z"}
        due_time_errors = [{"field": "due_at", "message": "Срок уже прошёл, выберите будущее время"}]
        for status in ("pending", "waiting"):
            create_answer = await client.post(ADMIN, json=body | past_time | {"status": status}, headers=admin)
            assert (create_answer.status_code, create_answer.json()["errors"]) == (422, due_time_errors)
        # Money that arrived is recorded with the day until which it was due.
        assert (await client.post(ADMIN, json=body | past_time | {"status": "paid"}, headers=admin)).status_code == 201
        invoice = (await client.post(ADMIN, json=body | future_time, headers=admin)).json()["item"]
        url = f"{ADMIN}/{invoice['id']}"
        move_answer = await client.patch(url, json=past_time | {"version": 1}, headers=admin)
        assert (move_answer.status_code, move_answer.json()["errors"]) == (422, due_time_errors)
        clock.move(days=2)
        admin = build_auth_headers(role="admin")
        # The day has passed meanwhile, and the form sends it again with another change.
        title_answer = await client.patch(
            url, json=future_time | {"version": 1, "title": "Второй взнос"}, headers=admin
        )
        assert title_answer.status_code == 200
        assert [event.news for event in await read_events(PaymentRecorded)] == ["paid", "invoice", "changed"]

    async def test_a_paid_payment_may_be_sent_with_its_own_sum(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order], make_payment: Factory[Payment]
    ) -> None:
        payment = await make_payment(await make_order(), status="paid")
        fields = {"amount_rub": payment.amount_rub, "kind": payment.kind, "status": "paid", "title": "Второй взнос"}
        url = f"{ADMIN}/{payment.id}"
        change_answer = await client.patch(url, json=fields | {"version": 1}, headers=admin)
        assert (change_answer.status_code, change_answer.json()["item"]["title"]) == (200, "Второй взнос")
        sum_answer = await client.patch(url, json=fields | {"version": 2, "amount_rub": 1}, headers=admin)
        assert (sum_answer.status_code, sum_answer.json()["code"]) == (409, "wrong_transition")

    async def test_changes_of_details_and_of_receipts_are_published(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        read_events: EventReader,
    ) -> None:
        order = await make_order()
        url = f"{ADMIN}/{(await make_payment(order, status='pending')).id}"
        changes: list[dict[str, Any]] = [
            {"title": "Второй взнос"},
            {"kind": "payment"},
            {"status": "paid"},
            {"receipt_url": "https://example.com/receipt"},
            {"receipt_url": None},
            {"title": "Взнос"},
            {"title": "Взнос"},
        ]
        for version, change in enumerate(changes, start=1):
            assert (await client.patch(url, json=change | {"version": version}, headers=admin)).status_code == 200
        assert (await client.delete(url, headers=admin)).status_code == 200
        events = await read_events(PaymentRecorded)
        assert [event.news for event in events] == [
            "changed",
            "changed",
            "paid",
            "receipt",
            "details",
            "details",
            "removed",
        ]
        # Consumers from before `news` read these kinds from `change`.
        assert [event.change for event in events[3:]] == ["receipt", "details", "details", "removed"]
        assert {event.user_id for event in events} == {order.user_id}

    async def test_deleted_cancelled_invoice_is_published_as_removed(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        read_events: EventReader,
    ) -> None:
        payment = await make_payment(await make_order(), status="cancelled")
        assert (await client.delete(f"{ADMIN}/{payment.id}", headers=admin)).status_code == 200
        assert [(event.news, event.change) for event in await read_events(PaymentRecorded)] == [("removed", "removed")]

    async def test_deleted_invoice_is_published_as_cancelled(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        read_events: EventReader,
    ) -> None:
        payment = await make_payment(await make_order(), status="waiting")
        assert (await client.delete(f"{ADMIN}/{payment.id}", headers=admin)).status_code == 200
        assert [(event.status, event.news) for event in await read_events(PaymentRecorded)] == [
            ("cancelled", "cancelled")
        ]

    async def test_each_status_of_an_invoice_and_of_a_refund_is_published(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        read_events: EventReader,
    ) -> None:
        order = await make_order(number="МА-7")
        body = {"order_id": str(order.id), "amount_rub": 100_000}
        await make_payment(order, status="paid", amount_rub=200_000)
        for kind, statuses in (
            ("payment", ["waiting", "pending", "paid", "refunded"]),
            ("payment", ["cancelled"]),
            ("refund", ["waiting", "pending", "paid"]),
            ("refund", ["cancelled"]),
        ):
            create_answer = await client.post(ADMIN, json=body | {"kind": kind}, headers=admin)
            url = f"{ADMIN}/{create_answer.json()['item']['id']}"
            for version, status in enumerate(statuses, start=1):
                move_answer = await client.patch(url, json={"version": version, "status": status}, headers=admin)
                assert move_answer.status_code == 200, status
        events = await read_events(PaymentRecorded)
        assert [(event.kind, event.news) for event in events] == [
            ("payment", "invoice"),
            ("payment", "awaited"),
            ("payment", "reopened"),
            ("payment", "paid"),
            ("payment", "refunded"),
            ("payment", "invoice"),
            ("payment", "cancelled"),
            ("refund", "invoice"),
            ("refund", "awaited"),
            ("refund", "reopened"),
            ("refund", "paid"),
            ("refund", "invoice"),
            ("refund", "cancelled"),
        ]
        assert {(event.number, event.title) for event in events} == {("МА-7", "Платёж"), ("МА-7", "Возврат")}

    async def test_payment_is_found_by_its_title_and_by_its_order(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order], make_payment: Factory[Payment]
    ) -> None:
        await make_payment(await make_order(number="МА-100", title="Volvo V60"), title="Задаток")
        await make_payment(await make_order(number="МА-200", title="Audi A6"), title="За ввоз")
        for words, titles in (("ввоз", ["За ввоз"]), ("а-1", ["Задаток"]), ("v6", ["Задаток"]), ("BMW", [])):
            answer = await client.get(ADMIN, params={"search": words}, headers=admin)
            assert [item["title"] for item in answer.json()["items"]] == titles, words

    @pytest.mark.parametrize(
        "wrong_field", [{"amount_rub": 0}, {"amount_rub": -5}, {"kind": "gift"}, {"status": "lost"}]
    )
    async def test_a_payment_with_a_wrong_field_gets_422(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order], wrong_field: dict[str, Any]
    ) -> None:
        body = {"order_id": str((await make_order()).id), "amount_rub": 1, "kind": "deposit"}
        assert (await client.post(ADMIN, json=body | wrong_field, headers=admin)).status_code == 422

    async def test_a_payment_for_an_unknown_order_gets_422(self, client: ApiClient, admin: dict[str, str]) -> None:
        body = {"order_id": str(new_id()), "amount_rub": 1, "kind": "deposit"}
        assert (await client.post(ADMIN, json=body, headers=admin)).status_code == 422


class TestMistakes:
    """A status that an administrator set by mistake can be taken back."""

    async def test_a_payment_marked_as_paid_by_mistake_is_open_again_for_its_buyer(
        self,
        client: ApiClient,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        read_events: EventReader,
    ) -> None:
        order = await make_order(price_rub=1_000_000)
        url = f"{ADMIN}/{(await make_payment(order)).id}"
        paid_change = {"version": 1, "status": "paid", "receipt": "№ 124", "receipt_url": "https://example.com/receipt"}
        item = (await client.patch(url, json=paid_change, headers=admin)).json()["item"]
        assert (item["next_statuses"], item["statuses_after_mistake"]) == (["refunded"], ["pending", "cancelled"])
        take_back_answer = await client.post(
            f"{url}/take-back", json={"version": 2, "status": "pending"}, headers=admin
        )
        assert take_back_answer.status_code == 200, take_back_answer.text
        item = take_back_answer.json()["item"]
        assert (item["status"], item["paid_at"], item["receipt"]) == ("pending", None, None)
        assert (item["next_statuses"], item["statuses_after_mistake"]) == (["waiting", "paid", "cancelled"], [])
        buyer = build_auth_headers(id=order.user_id)
        [shown_payment] = (await client.get("/api/me/payments", headers=buyer)).json()["payments"]
        assert (shown_payment["status"], shown_payment["paid_at"], shown_payment["receipt_url"]) == (
            "pending",
            None,
            None,
        )
        money = (await client.get(f"/api/me/orders/{order.id}", headers=buyer)).json()["order"]["money"]
        assert (money["paid_rub"], money["left_rub"], money["next_amount_rub"]) == (0, 1_000_000, 200_000)
        # The money arrives later: it counts once.
        pay_answer = await client.patch(url, json={"version": 3, "status": "paid"}, headers=admin)
        assert pay_answer.json()["item"]["paid_at"]
        money = (await client.get(f"/api/me/orders/{order.id}", headers=buyer)).json()["order"]["money"]
        assert (money["paid_rub"], money["left_rub"]) == (200_000, 800_000)
        events = await read_events(PaymentRecorded)
        assert [(event.news, event.is_taken_back) for event in events] == [
            ("paid", False),
            ("reopened", True),
            ("paid", False),
        ]
        entries = (await client.get("/api/content/admin/audit", headers=admin)).json()["items"]
        [entry] = [entry for entry in entries if entry["action"] == "take_back"]
        assert entry["changes"] == {"status": "pending", "paid_at": None, "receipt": None, "receipt_url": None}

    async def test_a_refund_or_a_refunded_payment_marked_by_mistake_can_be_taken_back(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        read_events: EventReader,
    ) -> None:
        order = await make_order()
        payment = await make_payment(order, status="refunded", paid_at=datetime(2026, 11, 1, tzinfo=UTC))
        take_back_body = {"version": 1, "status": "paid"}
        item = (await client.post(f"{ADMIN}/{payment.id}/take-back", json=take_back_body, headers=admin)).json()["item"]
        assert (item["status"], item["paid_at"]) == ("paid", "2026-11-01T00:00:00Z")
        refund = await make_payment(order, kind="refund", status="paid")
        item = (await client.get(f"{ADMIN}/{refund.id}", headers=admin)).json()["item"]
        assert (item["next_statuses"], item["statuses_after_mistake"]) == ([], ["pending", "cancelled"])
        take_back_body = {"version": 1, "status": "pending"}
        assert (
            await client.post(f"{ADMIN}/{refund.id}/take-back", json=take_back_body, headers=admin)
        ).status_code == 200
        events = await read_events(PaymentRecorded)
        assert [(event.kind, event.news, event.is_taken_back) for event in events] == [
            ("deposit", "details", True),
            ("refund", "reopened", True),
        ]

    async def test_the_audit_entry_of_a_status_change_states_that_it_is_a_refund(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order], make_payment: Factory[Payment]
    ) -> None:
        order = await make_order()
        refund = await make_payment(order, kind="refund")
        payment = await make_payment(order)
        for record in (refund, payment):
            paid_change = {"version": 1, "status": "paid"}
            assert (await client.patch(f"{ADMIN}/{record.id}", json=paid_change, headers=admin)).status_code == 200
        take_back_body = {"version": 2, "status": "pending"}
        assert (
            await client.post(f"{ADMIN}/{refund.id}/take-back", json=take_back_body, headers=admin)
        ).status_code == 200
        receipt = {"version": 3, "receipt": "18"}
        assert (await client.patch(f"{ADMIN}/{refund.id}", json=receipt, headers=admin)).status_code == 200
        entries = (await client.get("/api/content/admin/audit", headers=admin)).json()["items"]
        assert [(entry["entity_id"], entry["changes"].get("kind")) for entry in reversed(entries)] == [
            (str(refund.id), "refund"),
            (str(payment.id), None),
            (str(refund.id), "refund"),
            (str(refund.id), None),
        ]

    async def test_an_invoice_of_a_cancelled_order_is_not_opened_again(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        read_events: EventReader,
    ) -> None:
        payment = await make_payment(await make_order(status="cancelled"), status="paid")
        url = f"{ADMIN}/{payment.id}"
        assert (await client.get(url, headers=admin)).json()["item"]["statuses_after_mistake"] == ["cancelled"]
        refusal = await client.post(f"{url}/take-back", json={"version": 1, "status": "pending"}, headers=admin)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "wrong_transition")
        close_answer = await client.post(f"{url}/take-back", json={"version": 1, "status": "cancelled"}, headers=admin)
        assert close_answer.json()["item"]["status"] == "cancelled"
        assert [(event.news, event.is_taken_back) for event in await read_events(PaymentRecorded)] == [
            ("cancelled", True)
        ]

    async def test_money_that_the_provider_reported_cannot_be_taken_back(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order], make_payment: Factory[Payment]
    ) -> None:
        payment = await make_payment(await make_order())
        notice = {"id": "n-1", "payment_id": str(payment.id), "status": "succeeded", "amount_rub": 200_000}
        assert (await client.post(f"{NOTICES}/signed", **sign_notice(notice))).json()["booked"]
        url = f"{ADMIN}/{payment.id}"
        assert (await client.get(url, headers=admin)).json()["item"]["statuses_after_mistake"] == []
        refusal = await client.post(f"{url}/take-back", json={"version": 2, "status": "pending"}, headers=admin)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "wrong_transition")

    async def test_a_status_is_taken_back_once(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        read_events: EventReader,
    ) -> None:
        url = f"{ADMIN}/{(await make_payment(await make_order(), status='paid')).id}/take-back"
        body = {"version": 1, "status": "pending"}
        answers = await asyncio.gather(*(client.post(url, json=body, headers=admin) for _ in range(3)))
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
        assert len(await read_events(PaymentRecorded)) == 1

    async def test_a_payment_recorded_by_mistake_is_deleted_after_it_was_taken_back(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        read_events: EventReader,
    ) -> None:
        url = f"{ADMIN}/{(await make_payment(await make_order(), status='paid')).id}"
        body = {"version": 1, "status": "cancelled"}
        assert (await client.post(f"{url}/take-back", json=body, headers=admin)).status_code == 200
        assert (await client.delete(url, headers=admin)).status_code == 200
        assert [event.news for event in await read_events(PaymentRecorded)] == ["cancelled", "removed"]


class TestRefunds:
    """The refunds of an order never exceed its payments."""

    async def test_a_refund_above_the_paid_amount_is_refused(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        read_events: EventReader,
    ) -> None:
        order = await make_order()
        await make_payment(await make_order(), status="paid", amount_rub=900_000)
        body = {"order_id": str(order.id), "kind": "refund", "amount_rub": 1}
        refusal = await client.post(ADMIN, json=body, headers=admin)
        assert (refusal.status_code, refusal.json()["code"]) == (422, "validation_error")
        [problem] = refusal.json()["errors"]
        assert problem == {
            "field": "amount_rub",
            "message": "Возвращать нечего: по заказу нет оплаченных и ещё не возвращённых сумм",
        }
        await make_payment(order, status="paid", amount_rub=200_000)
        await make_payment(order, status="waiting", amount_rub=100_000)
        for status in ("pending", "paid"):
            too_large_refund = body | {"amount_rub": 200_001, "status": status}
            [problem] = (await client.post(ADMIN, json=too_large_refund, headers=admin)).json()["errors"]
            assert problem["message"] == "Вернуть можно не больше 200 000 ₽: столько оплачено и ещё не возвращено"
        refund_answer = await client.post(ADMIN, json=body | {"amount_rub": 150_000}, headers=admin)
        assert refund_answer.status_code == 201
        # An amount that an open refund has already claimed cannot be claimed again.
        assert (await client.post(ADMIN, json=body | {"amount_rub": 50_001}, headers=admin)).status_code == 422
        assert (await client.post(ADMIN, json=body | {"amount_rub": 50_000}, headers=admin)).status_code == 201
        url = f"{ADMIN}/{refund_answer.json()['item']['id']}"
        raise_answer = await client.patch(url, json={"version": 1, "amount_rub": 150_001}, headers=admin)
        assert (raise_answer.status_code, raise_answer.json()["errors"][0]["field"]) == (422, "amount_rub")
        assert (await client.patch(url, json={"version": 1, "amount_rub": 1}, headers=admin)).status_code == 200
        assert len(await read_events(PaymentRecorded)) == 3

    async def test_a_payment_whose_money_went_back_stays_paid(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order], make_payment: Factory[Payment]
    ) -> None:
        order = await make_order()
        paid_payment = await make_payment(order, status="paid", amount_rub=200_000)
        refund = await make_payment(order, status="paid", kind="refund", amount_rub=50_000)
        url = f"{ADMIN}/{paid_payment.id}"
        refusal = await client.patch(url, json={"version": 1, "status": "refunded"}, headers=admin)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "refund_above_paid")
        mistake_answer = await client.post(f"{url}/take-back", json={"version": 1, "status": "pending"}, headers=admin)
        assert (mistake_answer.status_code, mistake_answer.json()["code"]) == (409, "refund_above_paid")
        notice = {"id": "n-1", "payment_id": str(paid_payment.id), "status": "refunded", "amount_rub": 200_000}
        answer = await client.post(f"{NOTICES}/signed", **sign_notice(notice))
        assert (answer.status_code, answer.json()["booked"]) == (200, False)
        item = (await client.get(url, headers=admin)).json()["item"]
        assert (item["status"], [unbooked_notice["problem"] for unbooked_notice in item["unbooked"]]) == (
            "paid",
            ["refund"],
        )
        mistake = {"version": 1, "status": "cancelled"}
        take_back_answer = await client.post(f"{ADMIN}/{refund.id}/take-back", json=mistake, headers=admin)
        assert take_back_answer.status_code == 200, take_back_answer.text
        assert (await client.patch(url, json={"version": 1, "status": "refunded"}, headers=admin)).status_code == 200

    async def test_an_order_with_too_large_a_refund_can_be_corrected(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order], make_payment: Factory[Payment]
    ) -> None:
        """An earlier release accepted such a refund."""
        refund = await make_payment(await make_order(), kind="refund", amount_rub=500)
        url = f"{ADMIN}/{refund.id}"
        edits: list[dict[str, Any]] = [{"title": "Возврат"}, {"amount_rub": 400}, {"status": "cancelled"}]
        for version, fields in enumerate(edits, start=1):
            answer = await client.patch(url, json={"version": version, **fields}, headers=admin)
            assert answer.status_code == 200, fields

    async def test_simultaneous_refunds_do_not_exceed_the_paid_amount(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order], make_payment: Factory[Payment]
    ) -> None:
        order = await make_order()
        await make_payment(order, status="paid", amount_rub=200_000)
        body = {"order_id": str(order.id), "kind": "refund", "amount_rub": 150_000}
        answers = await asyncio.gather(*(client.post(ADMIN, json=body, headers=admin) for _ in range(4)))
        assert sorted(answer.status_code for answer in answers) == [201, 422, 422, 422]

    async def test_the_order_shows_the_refunded_amount(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
        make_payment: Factory[Payment],
    ) -> None:
        order = await make_order(price_rub=1_000_000)
        for status, kind, amount_rub in (
            ("paid", "payment", 300_000),
            ("refunded", "payment", 20_000),
            ("paid", "refund", 50_000),
            ("pending", "refund", 7_000),
        ):
            await make_payment(order, status=status, kind=kind, amount_rub=amount_rub)
        answer = await client.get(f"/api/me/orders/{order.id}", headers=build_auth_headers(id=order.user_id))
        money = answer.json()["order"]["money"]
        assert (money["paid_rub"], money["refunded_rub"], money["left_rub"]) == (250_000, 70_000, 750_000)


class TestReminders:
    async def test_open_invoice_is_reminded_of_once_the_day_before(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
        clock: MovableClock,
        runtime: ContentRuntime,
        read_events: EventReader,
    ) -> None:
        clock.freeze(datetime(2026, 11, 23, 7, 0, tzinfo=UTC))
        admin = build_auth_headers(role="admin")
        body = {"order_id": str((await make_order()).id), "amount_rub": 100_000, "kind": "payment"}
        due_in_three_days = "2026-11-26T07:00:00Z"
        due_tomorrow = "2026-11-24T06:00:00Z"
        open_invoice = (await client.post(ADMIN, json=body | {"due_at": due_in_three_days}, headers=admin)).json()[
            "item"
        ]
        payments_without_reminder: list[dict[str, Any]] = [
            {"due_at": due_in_three_days, "status": "paid"},
            {"due_at": due_in_three_days, "kind": "refund", "amount_rub": 1},
            # The invoice itself says that the payment is due tomorrow, so no reminder follows.
            {"due_at": due_tomorrow},
            {},
        ]
        for fields in payments_without_reminder:
            assert (await client.post(ADMIN, json=body | fields, headers=admin)).status_code == 201
        for hours in (0, 49, 1):
            clock.move(hours=hours)
            async with runtime.database.transaction() as db:
                await send_reminders(db, runtime)
        assert [str(event.payment_id) for event in await read_events(PaymentReminder)] == [open_invoice["id"]]
        # A later due day gets its own reminder.
        due_time_change = {"version": 1, "due_at": "2026-11-30T07:00:00Z"}
        url = f"{ADMIN}/{open_invoice['id']}"
        admin = build_auth_headers(role="admin")
        assert (await client.patch(url, json=due_time_change, headers=admin)).status_code == 200
        clock.move(days=4)
        async with runtime.database.transaction() as db:
            await send_reminders(db, runtime)
        assert len(await read_events(PaymentReminder)) == 2


class TestNotices:
    async def test_a_repeated_notice_pays_an_invoice_once(
        self, client: ApiClient, make_order: Factory[Order], make_payment: Factory[Payment], read_events: EventReader
    ) -> None:
        payment = await make_payment(await make_order())
        notice = {"id": "n-1", "payment_id": str(payment.id), "status": "succeeded", "amount_rub": 200_000}
        url = f"{NOTICES}/signed"
        answers = await asyncio.gather(*(client.post(url, **sign_notice(notice)) for _ in range(4)))
        assert [answer.status_code for answer in answers] == [200] * 4
        assert sorted(answer.json()["repeated"] for answer in answers) == [False, True, True, True]
        assert all(answer.json()["booked"] for answer in answers)
        assert [event.status for event in await read_events(PaymentRecorded)] == ["paid"]

    async def test_a_receipt_that_comes_later_is_added_to_the_payment(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        read_events: EventReader,
    ) -> None:
        order = await make_order()
        payment = await make_payment(order)
        notice = {"payment_id": str(payment.id), "status": "succeeded", "amount_rub": 200_000}
        receipt = "https://example.com/receipt"
        for fields in ({"id": "n-1"}, {"id": "n-2", "receipt_url": receipt}, {"id": "n-3", "receipt_url": receipt}):
            assert (await client.post(f"{NOTICES}/signed", **sign_notice(notice | fields))).status_code == 200
        [shown_payment] = (await client.get("/api/me/payments", headers=build_auth_headers(id=order.user_id))).json()[
            "payments"
        ]
        assert (shown_payment["status"], shown_payment["receipt_url"]) == ("paid", receipt)
        assert [event.news for event in await read_events(PaymentRecorded)] == ["paid", "receipt"]

    @pytest.mark.parametrize(
        "address",
        ["javascript:alert(1)", "http://example.com/r", "//example.com/r", "https://example.com/\x00", 7, {"url": "x"}],
    )
    async def test_money_is_booked_although_the_receipt_address_is_refused(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        address: Any,
    ) -> None:
        order = await make_order()
        payment = await make_payment(order)
        notice = {"id": "n-1", "payment_id": str(payment.id), "status": "succeeded", "amount_rub": 200_000}
        answer = await client.post(f"{NOTICES}/signed", **sign_notice(notice | {"receipt_url": address}))
        assert (answer.status_code, answer.json()["booked"]) == (200, True)
        [shown_payment] = (await client.get("/api/me/payments", headers=build_auth_headers(id=order.user_id))).json()[
            "payments"
        ]
        assert (shown_payment["status"], shown_payment["receipt_url"]) == ("paid", None)

    async def test_forged_unknown_and_malformed_notices_are_refused(
        self, client: ApiClient, make_order: Factory[Order], make_payment: Factory[Payment]
    ) -> None:
        payment = await make_payment(await make_order())
        notice = {"id": "n-1", "payment_id": str(payment.id), "status": "succeeded", "amount_rub": 200_000}
        url = f"{NOTICES}/signed"
        forged_notice = sign_notice(notice) | {"headers": {"X-Signature": "00"}}
        assert (await client.post(url, **forged_notice)).json()["code"] == "forged_notice"
        assert (await client.post(f"{NOTICES}/other", **sign_notice(notice))).status_code == 404
        assert (await client.post(url, **sign_notice(notice | {"payment_id": str(new_id())}))).status_code == 404
        assert (await client.post(url, **sign_notice({"id": 1}))).status_code == 400
        # A refused notice is not stored, so the correct one is still accepted.
        booked_answer = {"success": True, "repeated": False, "booked": True}
        assert (await client.post(url, **sign_notice(notice))).json() == booked_answer

    @pytest.mark.parametrize(
        ("status", "amount_rub", "problem"),
        [("cancelled", 200_000, "closed"), ("refunded", 300_000, "amount"), ("waiting", 1, "amount")],
    )
    async def test_money_that_cannot_be_booked_is_kept_for_a_manager(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        read_events: EventReader,
        status: str,
        amount_rub: int,
        problem: str,
    ) -> None:
        payment = await make_payment(await make_order(), status=status)
        notice = {"id": "n-1", "payment_id": str(payment.id), "status": "succeeded", "amount_rub": amount_rub}
        for is_repeated in (False, True):
            answer = await client.post(f"{NOTICES}/signed", **sign_notice(notice))
            assert (answer.status_code, answer.json()) == (
                200,
                {"success": True, "repeated": is_repeated, "booked": False},
            )
        item = (await client.get(f"{ADMIN}/{payment.id}", headers=admin)).json()["item"]
        assert item["status"] == status
        [unbooked_notice] = item["unbooked"]
        assert (unbooked_notice["problem"], unbooked_notice["status"], unbooked_notice["amount_rub"]) == (
            problem,
            "paid",
            amount_rub,
        )
        [listed_item] = (await client.get(ADMIN, headers=admin)).json()["items"]
        assert listed_item["unbooked"] == item["unbooked"]
        assert await read_events(PaymentRecorded) == []

    @pytest.mark.parametrize(("status", "is_booked"), [("pending", True), ("cancelled", False)])
    async def test_a_payment_is_not_deleted_while_money_that_a_provider_reported_is_not_settled(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        read_events: EventReader,
        status: str,
        is_booked: bool,
    ) -> None:
        payment = await make_payment(await make_order(), status=status)
        notice = {"id": "n-1", "payment_id": str(payment.id), "status": "succeeded", "amount_rub": 200_000}
        assert (await client.post(f"{NOTICES}/signed", **sign_notice(notice))).json()["booked"] is is_booked
        url = f"{ADMIN}/{payment.id}"
        refusal = await client.delete(url, headers=admin)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "money_reported")
        assert "removed" not in [event.news for event in await read_events(PaymentRecorded)]
        if not is_booked:
            settlement = {"provider": "signed", "notice_id": "n-1", "note": "Вернули отправителю 24 ноября"}
            settle_answer = await client.post(f"{url}/notices/settle", json=settlement, headers=admin)
            assert settle_answer.status_code == 200
            assert (await client.delete(url, headers=admin)).status_code == 200

    async def test_a_manager_finds_unbooked_money_and_settles_it_with_a_note(
        self, client: ApiClient, admin: dict[str, str], make_order: Factory[Order], make_payment: Factory[Payment]
    ) -> None:
        await make_payment(await make_order(), status="paid")
        payment = await make_payment(await make_order(), status="cancelled")
        notice = {"id": "n-1", "payment_id": str(payment.id), "status": "succeeded", "amount_rub": 200_000}
        await client.post(f"{NOTICES}/signed", **sign_notice(notice))
        payments = (await client.get(ADMIN, params={"unbooked": True}, headers=admin)).json()
        assert ([item["id"] for item in payments["items"]], payments["total"]) == ([str(payment.id)], 1)
        [unbooked_notice] = payments["items"][0]["unbooked"]
        assert (unbooked_notice["provider"], unbooked_notice["notice_id"]) == ("signed", "n-1")

        url = f"{ADMIN}/{payment.id}/notices/settle"
        settlement = {"provider": "signed", "notice_id": "n-1", "note": "Вернули отправителю 24 ноября"}
        for wrong_field in ({"note": " "}, {"notice_id": ""}):
            assert (await client.post(url, json=settlement | wrong_field, headers=admin)).status_code == 422
        for unknown_notice in ({"notice_id": "n-2"}, {"provider": "other"}):
            assert (await client.post(url, json=settlement | unknown_notice, headers=admin)).status_code == 404
        answer = await client.post(url, json=settlement, headers=admin)
        assert (answer.status_code, answer.json()["item"]["unbooked"]) == (200, [])
        # Another manager who settles the same notice later gets 404.
        assert (await client.post(url, json=settlement, headers=admin)).status_code == 404
        assert (await client.get(ADMIN, params={"unbooked": True}, headers=admin)).json()["total"] == 0
        assert (await client.get(ADMIN, params={"unbooked": False}, headers=admin)).json()["total"] == 2
        query = {"entity": "payment", "action": "settle"}
        [entry] = (await client.get("/api/content/admin/audit", params=query, headers=admin)).json()["items"]
        assert entry["changes"] == settlement
        # The provider's repetition of the notice does not open it again.
        assert (await client.post(f"{NOTICES}/signed", **sign_notice(notice))).json()["repeated"]
        assert (await client.get(ADMIN, params={"unbooked": True}, headers=admin)).json()["total"] == 0

    async def test_an_outdated_notice_changes_nothing(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_order: Factory[Order],
        make_payment: Factory[Payment],
        read_events: EventReader,
    ) -> None:
        payment = await make_payment(await make_order(), status="paid")
        for id, status in (("n-1", "waiting"), ("n-2", "canceled")):
            notice = {"id": id, "payment_id": str(payment.id), "status": status, "amount_rub": 200_000}
            answer = await client.post(f"{NOTICES}/signed", **sign_notice(notice))
            # `booked` is true because no money of this notice waits for a manager.
            assert (answer.status_code, answer.json()["booked"]) == (200, True)
        item = (await client.get(f"{ADMIN}/{payment.id}", headers=admin)).json()["item"]
        assert (item["status"], item["unbooked"]) == ("paid", [])
        assert await read_events(PaymentRecorded) == []
