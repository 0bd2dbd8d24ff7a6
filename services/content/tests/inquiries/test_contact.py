from datetime import datetime

import pytest
from chassis.database.tables import new_id
from chassis.formats import MOSCOW
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader, Mailbox
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.plans import record_statements
from chassis.testing.plugin import MovableClock
from content.inquiries import service as inquiries
from content.inquiries.tables import Contact, ServiceRequest
from content.runtime import ContentRuntime
from content.site import service as site
from content.users.tables import UserCopy
from contracts.content import ContactOverdue, ContactReceived, RequestOverdue

from services.content.tests.fixture_types import Factory

FORM = {
    "name": "Анна Орлова",
    "phone": "8 (495) 000-00-21",
    "email": "anna@example.com",
    "subject": "Подбор автомобиля",
    "message": "Хочу универсал до 160 сил",
    "consent": True,
}


class TestSendContactMessage:
    async def test_message_is_saved_published_and_confirmed_by_mail(
        self, client: ApiClient, read_events: EventReader, mailbox: Mailbox
    ) -> None:
        answer = await client.post("/api/contact", json=FORM)
        body = answer.json()
        assert answer.status_code == 201
        assert (body["success"], body["message"]) == (True, "Сообщение отправлено!")
        events = await read_events(ContactReceived)
        assert [(str(event.contact_id), event.reference) for event in events] == [(body["id"], body["reference"])]
        emails = await mailbox("anna@example.com")
        assert body["reference"] in emails[0].text
        assert emails[0].headers["Auto-Submitted"] == "auto-replied"

    async def test_email_to_an_unverified_address_repeats_nothing_that_was_typed(
        self, client: ApiClient, mailbox: Mailbox
    ) -> None:
        form = FORM | {"name": "Оплатите доставку на pay.example", "subject": "Скидка"}
        await client.post("/api/contact", json=form)
        [email] = await mailbox("anna@example.com")
        assert "pay.example" not in email.subject + email.text
        assert "Скидка" not in email.subject + email.text

    async def test_fourth_email_a_day_to_one_address_is_not_sent(
        self, client: ApiClient, mailbox: Mailbox, clock: MovableClock, read_events: EventReader
    ) -> None:
        for number, address in enumerate(["anna@example.com", "ANNA@example.com", "anna+x@example.com"] * 2):
            form = FORM | {"email": address, "message": f"Вопрос {number}"}
            assert (await client.post("/api/contact", json=form)).status_code == 201
            clock.move(hours=1, seconds=1)
        assert len(await mailbox()) == 3
        assert len(await read_events(ContactReceived)) == 6
        clock.move(hours=24)
        assert (await client.post("/api/contact", json=FORM | {"message": "Позже"})).status_code == 201
        assert len(await mailbox()) == 4

    async def test_request_of_a_guest_with_an_address_is_confirmed_by_mail(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, mailbox: Mailbox
    ) -> None:
        """A user gets a notification instead, and a guest without an address a telephone call."""
        form = FORM | {"kind": "callback", "name": "Оплатите доставку на pay.example", "message": "Скидка"}
        body = (await client.post("/api/requests", json=form)).json()
        await client.post("/api/requests", json=form | {"message": "Без адреса", "email": None})
        await client.post("/api/requests", json=form | {"message": "Из кабинета"}, headers=build_auth_headers())
        [email] = await mailbox()
        assert (email.recipient, email.headers["Auto-Submitted"]) == ("anna@example.com", "auto-replied")
        assert email.subject == f"Получили вашу заявку, № {body['reference']}"
        assert "Менеджер свяжется с вами до" in email.text
        assert "pay.example" not in email.subject + email.text
        assert "Скидка" not in email.subject + email.text

    async def test_same_message_within_ten_minutes_is_saved_once(
        self, client: ApiClient, clock: MovableClock, read_events: EventReader
    ) -> None:
        first_id = (await client.post("/api/contact", json=FORM)).json()["id"]
        for _ in range(6):
            repeated_answer = await client.post("/api/contact", json=FORM | {"phone": "+7 495 000 00 21"})
            assert (repeated_answer.status_code, repeated_answer.json()["id"]) == (201, first_id)
        clock.move(minutes=11)
        assert (await client.post("/api/contact", json=FORM)).json()["id"] != first_id
        assert len(await read_events(ContactReceived)) == 2

    async def test_site_settings_are_read_once_for_many_messages(
        self, client: ApiClient, runtime: ContentRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for cache in (site._hours_of_forms, site._settings_of_pages):
            monkeypatch.setattr(cache, "_seconds", HANG_SECONDS)
        assert (await client.post("/api/contact", json=FORM)).status_code == 201
        with record_statements(runtime) as recorded_statements:
            assert (await client.post("/api/contact", json=FORM | {"message": "Ещё вопрос"})).status_code == 201
        assert not [statement for statement, _ in recorded_statements if "site_settings" in statement]

    async def test_reply_is_promised_by_the_changed_opening_hours(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(site._hours_of_forms, "_seconds", HANG_SECONDS)
        clock.freeze(datetime(2026, 9, 7, 3, tzinfo=MOSCOW))
        default_reply_by = (await client.post("/api/contact", json=FORM)).json()["reply_by"]
        answer = await client.put(
            "/api/settings", json={"workingHours": "24/7"}, headers=build_auth_headers(role="admin")
        )
        assert answer.status_code == 200
        nonstop_reply_by = (await client.post("/api/contact", json=FORM | {"message": "Ночью"})).json()["reply_by"]
        assert datetime.fromisoformat(default_reply_by) > datetime(2026, 9, 7, 9, tzinfo=MOSCOW)
        assert datetime.fromisoformat(nonstop_reply_by) < datetime(2026, 9, 7, 9, tzinfo=MOSCOW)

    @pytest.mark.usefixtures("last_connection")
    async def test_message_is_saved_with_one_connection(self, client: ApiClient) -> None:
        assert (await client.post("/api/contact", json=FORM)).status_code == 201

    async def test_filled_honeypot_gets_success_and_stores_nothing(
        self, client: ApiClient, admin: dict[str, str], read_events: EventReader
    ) -> None:
        answer = await client.post("/api/contact", json=FORM | {"website": "http://spam.example"})
        assert answer.status_code == 201
        assert set(answer.json()) == {"success", "message", "id", "reference", "reply_by"}
        assert (await client.get("/api/content/admin/contacts", headers=admin)).json()["total"] == 0
        assert not await read_events(ContactReceived)

    async def test_form_filled_in_too_fast_is_kept_as_spam_without_an_event(
        self, client: ApiClient, admin: dict[str, str], read_events: EventReader
    ) -> None:
        assert (await client.post("/api/contact", json=FORM | {"filled_in_ms": 50})).status_code == 201
        listed_body = (await client.get("/api/content/admin/contacts?status=spam", headers=admin)).json()
        assert listed_body["total"] == 1
        assert not await read_events(ContactReceived)

    async def test_sixth_message_in_an_hour_is_refused_and_refused_input_is_not_counted(
        self, client: ApiClient, clock: MovableClock
    ) -> None:
        for _ in range(8):
            assert (await client.post("/api/contact", json=FORM | {"email": "none"})).status_code == 422
        statuses = [
            (await client.post("/api/contact", json=FORM | {"message": f"Вопрос {number}"})).status_code
            for number in range(6)
        ]
        assert statuses == [201] * 5 + [429]
        clock.move(hours=1, seconds=1)
        assert (await client.post("/api/contact", json=FORM | {"message": "Позже"})).status_code == 201

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("name", " "),
            ("phone", "123"),
            ("phone", "позвоните"),
            ("email", "anna@"),
            ("message", ""),
            ("message", "x" * 5001),
            ("message", "nul\u0000"),
            ("consent", False),
            ("consent", None),
        ],
    )
    async def test_a_wrong_field_of_the_contact_form_is_named(
        self, client: ApiClient, field: str, value: object
    ) -> None:
        answer = await client.post("/api/contact", json=FORM | {field: value})
        assert answer.status_code == 422
        assert [problem["field"] for problem in answer.json()["errors"]] == [field]

    async def test_an_overdue_inquiry_is_published_and_counted_once(
        self,
        client: ApiClient,
        admin: dict[str, str],
        clock: MovableClock,
        runtime: ContentRuntime,
        read_events: EventReader,
    ) -> None:
        async def mark_overdue_and_read_counters() -> dict[str, float]:
            async with runtime.database.transaction() as db:
                await inquiries.mark_overdue(db, runtime)
            lines = (await client.get("/metrics")).text.splitlines()
            samples = [line.split() for line in lines if line.startswith("contact_")]
            values = {sample[0]: float(sample[1]) for sample in samples}
            overdue_counts = {
                kind: values.get(f'contact_overdue_total{{kind="{kind}"}}', 0) for kind in ("contact", "request")
            }
            return overdue_counts | {"waiting": values["contact_waiting"]}

        counters_before = await mark_overdue_and_read_counters()
        answered_id = (await client.post("/api/contact", json=FORM | {"message": "Уже ответили"})).json()["id"]
        change = {"version": 1, "status": "answered"}
        await client.patch(f"/api/content/admin/contacts/{answered_id}", json=change, headers=admin)
        waiting_id = (await client.post("/api/contact", json=FORM)).json()["id"]
        request_id = (await client.post("/api/requests", json=FORM | {"kind": "callback"})).json()["id"]
        counters_in_time = await mark_overdue_and_read_counters()
        assert counters_in_time == counters_before | {"waiting": 1}
        clock.move(days=4)
        for _ in range(2):
            late_counters = await mark_overdue_and_read_counters()
            assert late_counters == {
                "contact": counters_before["contact"] + 1,
                "request": counters_before["request"] + 1,
                "waiting": 1,
            }
        assert [str(event.contact_id) for event in await read_events(ContactOverdue)] == [waiting_id]
        assert [str(event.request_id) for event in await read_events(RequestOverdue)] == [request_id]


class TestAdminRequests:
    async def test_request_keeps_the_calculation_that_came_with_it(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        calculation_id = str(new_id())
        body = FORM | {"kind": "consultation", "calculation_id": calculation_id}
        id = (await client.post("/api/requests", json=body)).json()["id"]
        item = (await client.get(f"/api/content/admin/requests/{id}", headers=admin)).json()["item"]
        assert item["calculation_id"] == calculation_id


class TestAdminContacts:
    async def test_message_is_handled_and_a_stale_change_is_refused(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        id = (await client.post("/api/contact", json=FORM)).json()["id"]
        url = f"/api/content/admin/contacts/{id}"
        item = (await client.get(url, headers=admin)).json()["item"]
        assert (item["status"], item["phone"]) == ("new", "+74950000021")
        change_answer = await client.patch(
            url, json={"version": 1, "status": "answered", "note": "Перезвонили"}, headers=admin
        )
        assert change_answer.json()["item"]["answered_at"]
        stale_answer = await client.patch(url, json={"version": 1, "status": "closed"}, headers=admin)
        assert (stale_answer.status_code, stale_answer.json()["code"]) == (409, "stale_version")
        assert (await client.delete(url, headers=admin)).json() == {"success": True}
        assert (await client.get(url, headers=admin)).status_code == 404

    async def test_the_assignee_of_a_message_or_request_must_exist(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_contact: Factory[Contact],
        make_request: Factory[ServiceRequest],
        make_user: Factory[UserCopy],
    ) -> None:
        unknown_id = str(new_id())
        colleague_id = str((await make_user(role="admin", first_name="Ольга", last_name="Кедрова")).id)
        rows = {"contacts": await make_contact(), "requests": await make_request()}
        for path, row in rows.items():
            url = f"/api/content/admin/{path}"
            record_url = f"/api/content/admin/{path}/{row.id}"
            body = FORM | {"kind": "callback", "assignee_id": unknown_id}
            for refusal in (
                await client.post(url, json=body, headers=admin),
                await client.patch(
                    record_url, json={"version": 1, "note": "-", "assignee_id": unknown_id}, headers=admin
                ),
            ):
                assert (refusal.status_code, refusal.json()["errors"][0]["field"]) == (422, "assignee_id")
            listed_body = (await client.get(url, headers=admin)).json()
            assert [(item["version"], item["note"]) for item in listed_body["items"]] == [(1, None)]
            assign_answer = await client.patch(
                record_url, json={"version": 1, "assignee_id": colleague_id}, headers=admin
            )
            assigned_item = assign_answer.json()["item"]
            assert assigned_item["assignee_id"] == colleague_id
            listed_item = (await client.get(url, headers=admin)).json()["items"][0]
            for item in (assigned_item, listed_item):
                assert item["assignee_name"] == "Ольга Кедрова"

    async def test_any_part_of_a_text_is_found_as_it_was_typed(
        self, client: ApiClient, admin: dict[str, str], make_contact: Factory[Contact]
    ) -> None:
        await make_contact(name="Звучилова Ася", phone="+74955000", message="Ещё не знаю", reference="K-21")
        await make_contact(name="Настя Ласточкина", phone="+74955000", message="На 100 % согласна", reference="K-22")
        terms_of_one_message = ("вучи", "ЛАСТОЧ", "я л", "щ", "ЕЩЕ НЕ", "ещё не", "-22", "100 % с", "%")
        terms_of_none = ("_", "100 %с", "звучит", "100 с", "ина+")
        totals = {"5000": 2} | dict.fromkeys(terms_of_one_message, 1) | dict.fromkeys(terms_of_none, 0)
        for words, total in totals.items():
            answer = await client.get("/api/content/admin/contacts", params={"search": words}, headers=admin)
            assert answer.json()["total"] == total, words

    async def test_only_administrators_read_messages_of_visitors(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        url = "/api/content/admin/contacts"
        assert (await client.get(url)).status_code == 401
        assert (await client.get(url, headers=build_auth_headers())).status_code == 403
        assert (await client.get(url, headers=build_auth_headers(role="staff"))).status_code == 403
