import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader
from chassis.testing.plugin import MovableClock
from content.bookings.service import send_reminders
from content.cars.tables import Car
from content.orders.tables import Order
from content.runtime import ContentRuntime
from content.users.tables import UserCopy
from contracts.content import BookingChanged, BookingCreated, BookingReminder, RequestCreated

from services.content.tests.fixture_types import Factory

URL = "/api/me/bookings"
ADMIN = "/api/content/admin/bookings"
# A Monday morning in Moscow.
MONDAY = datetime(2026, 11, 23, 7, 0, tzinfo=UTC)


async def list_free_slots(
    client: ApiClient, headers: dict[str, str], day: str = "2026-11-24", kind: str = "viewing"
) -> list[str]:
    slots: list[str] = (await client.get(f"{URL}/slots?kind={kind}&day={day}", headers=headers)).json()["slots"]
    return slots


class TestSlots:
    async def test_slots_are_offered_in_working_hours_only(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, clock: MovableClock
    ) -> None:
        clock.freeze(MONDAY)
        headers = build_auth_headers()
        slots_of_tuesday = await list_free_slots(client, headers)
        assert (slots_of_tuesday[0], slots_of_tuesday[-1]) == ("2026-11-24T06:00:00Z", "2026-11-24T15:00:00Z")
        assert await list_free_slots(client, headers, "2026-11-29") == []
        slots_of_today = await list_free_slots(client, headers, "2026-11-23")
        assert slots_of_today[0] == "2026-11-23T08:00:00Z"
        assert await list_free_slots(client, headers, "2027-01-21") != []
        assert await list_free_slots(client, headers, "2027-01-25") == []

    async def test_race_for_one_slot_has_one_winner(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, clock: MovableClock, read_events: EventReader
    ) -> None:
        clock.freeze(MONDAY)
        body = {"kind": "viewing", "starts_at": "2026-11-24T09:00:00Z"}
        answers = await asyncio.gather(*(client.post(URL, json=body, headers=build_auth_headers()) for _ in range(5)))
        assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409]
        assert {answer.json().get("code") for answer in answers} == {None, "slot_taken"}
        [event] = await read_events(BookingCreated)
        assert (event.kind, event.title) == ("viewing", "Осмотр автомобиля")
        assert "2026-11-24T09:00:00Z" not in await list_free_slots(client, build_auth_headers())
        assert "2026-11-24T09:30:00Z" not in await list_free_slots(client, build_auth_headers())
        other_body = body | {"kind": "visit"}
        assert (await client.post(URL, json=other_body, headers=build_auth_headers())).status_code == 201

    async def test_a_booking_at_a_time_that_is_not_offered_is_refused(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, clock: MovableClock
    ) -> None:
        clock.freeze(MONDAY)
        for starts_at in (
            "2026-11-24T09:10:00Z",
            "2026-11-24T20:00:00Z",
            "2026-11-20T09:00:00Z",
            "2030-01-01T09:00:00Z",
        ):
            answer = await client.post(
                URL, json={"kind": "viewing", "starts_at": starts_at}, headers=build_auth_headers()
            )
            assert answer.status_code == 422, starts_at

    async def test_first_and_last_dates_of_python_are_refused(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, admin: dict[str, str]
    ) -> None:
        for starts_at in ("9999-12-31T23:59:59Z", "0001-01-01T00:00:00+14:00"):
            body = {"kind": "viewing", "starts_at": starts_at}
            assert (await client.post(URL, json=body, headers=build_auth_headers())).status_code == 422, starts_at
            body_for_another_user = body | {"user_id": str(new_id())}
            assert (await client.post(ADMIN, json=body_for_another_user, headers=admin)).status_code == 422, starts_at
        for day in ("9999-12-31", "0001-01-01"):
            url = f"{URL}/slots?kind=viewing&day={day}"
            assert (await client.get(url, headers=build_auth_headers())).status_code == 422, day


class TestSlotsOfAMove:
    async def test_own_booking_does_not_occupy_its_own_time(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, clock: MovableClock
    ) -> None:
        clock.freeze(MONDAY)
        headers = build_auth_headers(id=new_id())
        body = {"kind": "visit", "starts_at": "2026-11-24T07:00:00Z"}
        id = (await client.post(URL, json=body, headers=headers)).json()["booking"]["id"]
        overlapping_time = "2026-11-24T07:30:00Z"
        assert overlapping_time not in await list_free_slots(client, headers, kind="visit")
        url = f"{URL}/slots?kind=visit&day=2026-11-24&moving={id}"
        assert overlapping_time in (await client.get(url, headers=headers)).json()["slots"]
        assert (await client.get(url, headers=build_auth_headers())).status_code == 404
        move_answer = await client.patch(f"{URL}/{id}", json={"starts_at": overlapping_time}, headers=headers)
        assert move_answer.status_code == 200

    async def test_a_longer_meeting_is_offered_times_of_its_own_length(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
        make_user: Factory[UserCopy],
    ) -> None:
        clock.freeze(MONDAY)
        person = await make_user()
        admin = build_auth_headers(role="admin")
        body = {
            "user_id": str(person.id),
            "kind": "visit",
            "starts_at": "2026-11-24T07:00:00Z",
            "duration_minutes": 180,
        }
        id = (await client.post(ADMIN, json=body, headers=admin)).json()["item"]["id"]
        headers = build_auth_headers(id=person.id)
        url = f"{URL}/slots?kind=visit&day=2026-11-24&moving={id}"
        offered_body = (await client.get(url, headers=headers)).json()
        assert (offered_body["duration_minutes"], offered_body["slots"][-1]) == (180, "2026-11-24T13:00:00Z")
        late_answer = await client.patch(f"{URL}/{id}", json={"starts_at": "2026-11-24T15:00:00Z"}, headers=headers)
        assert late_answer.status_code == 422


class TestCaps:
    async def test_sixth_open_booking_is_refused(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, clock: MovableClock
    ) -> None:
        clock.freeze(MONDAY)
        headers = build_auth_headers(id=new_id())
        slots = [f"2026-11-24T{hour:02}:00:00Z" for hour in (7, 8, 9, 10, 11, 13)]
        bodies = [{"kind": "viewing", "starts_at": slot} for slot in slots]
        answers = await asyncio.gather(*(client.post(URL, json=body, headers=headers) for body in bodies))
        assert sorted(answer.status_code for answer in answers) == [201] * 5 + [409]
        [refusal] = [answer.json() for answer in answers if answer.status_code == 409]
        assert refusal["code"] == "too_many_bookings"
        assert "пять" in refusal["message"]
        listed_bookings = (await client.get(URL, headers=headers)).json()["bookings"]
        assert (await client.delete(f"{URL}/{listed_bookings[0]['id']}", headers=headers)).status_code == 200
        free_slot = next(
            slot for slot in slots if slot not in {booking["starts_at"] for booking in listed_bookings[1:]}
        )
        another_booking = {"kind": "viewing", "starts_at": free_slot}
        assert (await client.post(URL, json=another_booking, headers=headers)).status_code == 201

    async def test_past_bookings_do_not_count_towards_the_cap(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, clock: MovableClock
    ) -> None:
        clock.freeze(MONDAY)
        user_id = new_id()
        headers = build_auth_headers(id=user_id)
        for hour in (7, 8, 9, 10, 11):
            body = {"kind": "viewing", "starts_at": f"2026-11-24T{hour:02}:00:00Z"}
            assert (await client.post(URL, json=body, headers=headers)).status_code == 201
        clock.move(days=2)
        body = {"kind": "viewing", "starts_at": "2026-11-27T09:00:00Z"}
        assert (await client.post(URL, json=body, headers=build_auth_headers(id=user_id))).status_code == 201

    async def test_more_changes_than_the_limit_of_an_hour_are_429(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
        runtime: ContentRuntime,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        clock.freeze(MONDAY)
        monkeypatch.setattr(runtime, "settings", runtime.settings.model_copy(update={"bookings_per_hour": 10}))
        headers = build_auth_headers(id=new_id())
        body = {"kind": "viewing", "starts_at": "2026-11-24T09:00:00Z"}
        statuses = []
        for _ in range(6):
            booking_answer = await client.post(URL, json=body, headers=headers)
            statuses.append(booking_answer.status_code)
            if booking_answer.status_code == 201:
                url = f"{URL}/{booking_answer.json()['booking']['id']}"
                move_answer = await client.patch(url, json={"starts_at": body["starts_at"]}, headers=headers)
                statuses.append(move_answer.status_code)
                await client.delete(url, headers=headers)
        assert statuses == [201, 200] * 5 + [429]


class TestMyBookings:
    async def test_client_moves_and_cancels_a_booking_that_stays_in_the_list(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, clock: MovableClock, read_events: EventReader
    ) -> None:
        clock.freeze(MONDAY)
        headers = build_auth_headers(id=new_id())
        body = {"kind": "viewing", "starts_at": "2026-11-24T09:00:00Z"}
        id = (await client.post(URL, json=body, headers=headers)).json()["booking"]["id"]
        assert (await client.delete(f"{URL}/{id}", headers=build_auth_headers())).status_code == 404
        move_answer = await client.patch(f"{URL}/{id}", json={"starts_at": "2026-11-24T10:00:00Z"}, headers=headers)
        assert move_answer.json()["booking"]["ends_at"] == "2026-11-24T11:00:00Z"
        assert (await client.delete(f"{URL}/{id}", headers=headers)).json() == {"success": True}
        assert (await client.delete(f"{URL}/{id}", headers=headers)).status_code == 404
        listed_body = (await client.get(URL, headers=headers)).json()
        assert [row["status"] for row in listed_body["bookings"]] == ["cancelled"]
        moved_event, cancelled_event = await read_events(BookingChanged)
        assert (moved_event.news, moved_event.was.hour, moved_event.starts_at.hour) == ("moved", 9, 10)
        assert cancelled_event.news == "cancelled"
        # The message to the company names the actor.
        assert {event.client for event in [*await read_events(BookingCreated), moved_event, cancelled_event]} == {
            "Анна Орлова"
        }
        other_client_answer = await client.post(URL, json=body, headers=build_auth_headers())
        assert other_client_answer.status_code == 201

    @pytest.mark.parametrize(
        ("status", "calendar_status"),
        [("requested", "TENTATIVE"), ("confirmed", "CONFIRMED"), ("cancelled", "CANCELLED")],
    )
    async def test_calendar_file_has_the_status_of_the_meeting(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        admin: dict[str, str],
        make_user: Factory[UserCopy],
        status: str,
        calendar_status: str,
    ) -> None:
        person = await make_user()
        body = {"user_id": str(person.id), "kind": "viewing", "starts_at": "2027-03-01T09:00:00Z", "status": status}
        id = (await client.post(ADMIN, json=body, headers=admin)).json()["item"]["id"]
        file = await client.get(f"{URL}/{id}/calendar.ics", headers=build_auth_headers(id=person.id))
        assert f"STATUS:{calendar_status}\r\n" in file.text

    async def test_calendar_file_has_time_and_status(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, clock: MovableClock
    ) -> None:
        clock.freeze(MONDAY)
        headers = build_auth_headers(id=new_id())
        body = {"kind": "viewing", "starts_at": "2026-11-24T09:00:00Z"}
        id = (await client.post(URL, json=body, headers=headers)).json()["booking"]["id"]
        file = await client.get(f"{URL}/{id}/calendar.ics", headers=headers)
        assert file.headers["content-type"].startswith("text/calendar")
        assert "DTSTART:20261124T090000Z" in file.text
        assert "STATUS:TENTATIVE" in file.text
        assert (await client.get(f"{URL}/{id}/calendar.ics", headers=build_auth_headers())).status_code == 404

    async def test_request_of_a_signed_in_caller_is_a_booking(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_car: Factory[Car],
        read_events: EventReader,
    ) -> None:
        user_id = new_id()
        car = await make_car()
        form = {"kind": "order", "name": "Анна", "phone": "+7 495 000-00-21", "car_id": str(car.id), "consent": True}
        answer = await client.post("/api/requests", json=form, headers=build_auth_headers(id=user_id))
        assert answer.status_code == 201
        assert (await client.post("/api/requests", json=form, headers=build_auth_headers(id=user_id))).json()["id"] == (
            answer.json()["id"]
        )
        rows = (await client.get(URL, headers=build_auth_headers(id=user_id))).json()["bookings"]
        assert [(row["status"], row["kind"], row["starts_at"]) for row in rows] == [("requested", "order", None)]
        assert rows[0]["request_id"] == answer.json()["id"]
        assert [(event.user_id, event.car_title) for event in await read_events(RequestCreated)] == [
            (user_id, "BMW 318d, 2022")
        ]

    async def test_calendar_file_follows_the_status(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, clock: MovableClock
    ) -> None:
        clock.freeze(MONDAY)
        headers = build_auth_headers(id=new_id())
        admin = build_auth_headers(role="admin")
        body = {"kind": "viewing", "starts_at": "2026-11-24T09:00:00Z"}
        id = (await client.post(URL, json=body, headers=headers)).json()["booking"]["id"]
        for version, (status, calendar_status) in enumerate(
            (("confirmed", "CONFIRMED"), ("cancelled", "CANCELLED")), start=1
        ):
            await client.patch(f"{ADMIN}/{id}", json={"version": version, "status": status}, headers=admin)
            file = await client.get(f"{URL}/{id}/calendar.ics", headers=headers)
            assert f"STATUS:{calendar_status}" in file.text

    async def test_reminder_is_published_once_and_not_right_after_the_confirmation(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
        runtime: ContentRuntime,
        make_user: Factory[UserCopy],
        read_events: EventReader,
    ) -> None:
        clock.freeze(MONDAY)
        person = await make_user()
        admin = build_auth_headers(role="admin")
        body = {"user_id": str(person.id), "kind": "handover", "status": "confirmed"}
        for starts_at in ("2026-11-24T06:00:00Z", "2026-11-25T06:00:00Z"):
            create_answer = await client.post(ADMIN, json=body | {"starts_at": starts_at}, headers=admin)
            assert create_answer.status_code == 201
        for hours in (0, 23, 1):
            clock.move(hours=hours)
            async with runtime.database.transaction() as db:
                await send_reminders(db, runtime)
        [reminder] = await read_events(BookingReminder)
        assert (reminder.user_id, reminder.starts_at.day) == (person.id, 25)


class TestRequests:
    FORM = {"kind": "callback", "name": "Анна", "phone": "+7 495 000-00-21", "consent": True}  # noqa: RUF012

    async def test_eleventh_request_in_an_hour_is_refused(self, client: ApiClient) -> None:
        statuses = [
            (await client.post("/api/requests", json=self.FORM | {"message": str(number)})).status_code
            for number in range(11)
        ]
        assert statuses == [201] * 10 + [429]

    async def test_a_request_with_a_wrong_field_gets_422(self, client: ApiClient) -> None:
        for wrong_field in (
            {"kind": "other"},
            {"phone": "1"},
            {"consent": False},
            {"car_id": str(new_id())},
            {"name": ""},
        ):
            assert (await client.post("/api/requests", json=self.FORM | wrong_field)).status_code == 422, wrong_field

    @pytest.mark.usefixtures("last_connection")
    async def test_request_is_saved_with_one_connection(self, client: ApiClient) -> None:
        assert (await client.post("/api/requests", json=self.FORM)).status_code == 201

    async def test_status_of_a_request_can_be_changed(self, client: ApiClient, admin: dict[str, str]) -> None:
        id = (await client.post("/api/requests", json=self.FORM)).json()["id"]
        url = f"/api/content/admin/requests/{id}"
        change_answer = await client.patch(url, json={"version": 1, "status": "in_progress"}, headers=admin)
        assert change_answer.json()["item"]["status"] == "in_progress"
        assert (await client.get("/api/content/admin/requests?status=new", headers=admin)).json()["total"] == 0


class TestAdminBookings:
    async def test_booking_needs_a_known_client_and_their_own_order(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_user: Factory[UserCopy],
        make_order: Factory[Order],
        read_events: EventReader,
    ) -> None:
        person = await make_user()
        other_order = await make_order()
        own_order = await make_order(user_id=person.id)
        body = {"user_id": str(person.id), "kind": "viewing", "starts_at": "2027-03-01T09:00:00Z"}
        for wrong_field in ({"user_id": str(new_id())}, {"order_id": str(other_order.id)}, {"order_id": str(new_id())}):
            refusal = await client.post(ADMIN, json=body | wrong_field, headers=admin)
            assert (refusal.status_code, [row["field"] for row in refusal.json()["errors"]]) == (422, list(wrong_field))
        assert await read_events(BookingCreated) == []
        create_answer = await client.post(ADMIN, json=body | {"order_id": str(own_order.id)}, headers=admin)
        assert (create_answer.status_code, create_answer.json()["item"]["user_name"]) == (201, "Олег Вишня")

    async def test_administrator_creates_changes_and_deletes_a_booking(
        self, client: ApiClient, admin: dict[str, str], make_user: Factory[UserCopy], read_events: EventReader
    ) -> None:
        body = {"user_id": str((await make_user()).id), "kind": "viewing", "starts_at": "2027-03-01T09:00:00Z"}
        item = (await client.post(ADMIN, json=body, headers=admin)).json()["item"]
        assert (item["status"], item["duration_minutes"], item["title"]) == ("requested", 60, "Осмотр автомобиля")
        refused_answer = await client.post(ADMIN, json=body | {"starts_at": "2027-03-01T09:30:00Z"}, headers=admin)
        assert (refused_answer.status_code, refused_answer.json()["code"]) == (409, "slot_taken")
        url = f"{ADMIN}/{item['id']}"
        assert (await client.patch(url, json={"version": 1, "status": "confirmed"}, headers=admin)).status_code == 200
        assert (await client.patch(url, json={"version": 1, "status": "cancelled"}, headers=admin)).status_code == 409
        assert (await client.patch(url, json={"version": 2, "place": "Офис 7"}, headers=admin)).status_code == 200
        assert (await client.patch(url, json={"version": 3, "place": "Офис 7"}, headers=admin)).status_code == 200
        assert (await client.delete(url, headers=admin)).json() == {"success": True}
        assert [event.news for event in await read_events(BookingChanged)] == ["confirmed", "details", "cancelled"]
        assert (await client.get(url, headers=admin)).status_code == 404

    async def test_administrator_cannot_put_a_meeting_into_the_past(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: Factory[UserCopy],
        clock: MovableClock,
        read_events: EventReader,
    ) -> None:
        clock.freeze(MONDAY)
        admin = build_auth_headers(role="admin")
        person = await make_user(phone="+74950000021")
        body = {"user_id": str(person.id), "kind": "viewing", "starts_at": "2026-11-24T09:00:00Z"}
        past_time = {"starts_at": "2026-11-01T09:00:00Z"}
        past_time_errors = [{"field": "starts_at", "message": "Это время уже прошло, выберите будущее"}]
        create_answer = await client.post(ADMIN, json=body | past_time, headers=admin)
        assert (create_answer.status_code, create_answer.json()["errors"]) == (422, past_time_errors)
        item = (await client.post(ADMIN, json=body, headers=admin)).json()["item"]
        assert item["user_phone"] == "+74950000021"
        url = f"{ADMIN}/{item['id']}"
        move_answer = await client.patch(url, json=past_time | {"version": 1}, headers=admin)
        assert (move_answer.status_code, move_answer.json()["errors"]) == (422, past_time_errors)
        clock.move(days=2)
        admin = build_auth_headers(role="admin")
        # A note about a meeting that is over may be sent with its time.
        added_note = {"version": 1, "starts_at": body["starts_at"], "note": "Приехал вдвоём"}
        assert (await client.patch(url, json=added_note, headers=admin)).status_code == 200
        assert await read_events(BookingChanged) == []

    async def test_client_is_notified_only_of_changes_that_matter_to_them(
        self, client: ApiClient, admin: dict[str, str], make_user: Factory[UserCopy], read_events: EventReader
    ) -> None:
        body = {"user_id": str((await make_user()).id), "kind": "viewing", "starts_at": "2027-03-01T09:00:00Z"}
        url = f"{ADMIN}/{(await client.post(ADMIN, json=body, headers=admin)).json()['item']['id']}"
        changes: list[tuple[dict[str, Any], str | None]] = [
            ({"note": "Приедет вдвоём"}, None),
            ({"status": "confirmed"}, "confirmed"),
            ({"status": "confirmed", "starts_at": "2027-03-01T09:00:00Z"}, None),
            ({"note": "Приедет один"}, None),
            ({"starts_at": "2027-03-02T09:00:00Z", "note": "Просил позже"}, "moved"),
            ({"place": "Офис 7"}, "details"),
            ({"status": "requested"}, "requested"),
            ({"status": "cancelled"}, "cancelled"),
            ({"place": "Офис 8"}, None),
            ({"note": "Не пришёл"}, None),
        ]
        for version, (change, _) in enumerate(changes, start=1):
            answer = await client.patch(url, json=change | {"version": version}, headers=admin)
            assert answer.status_code == 200, change
        events = await read_events(BookingChanged)
        assert [event.news for event in events] == [news for _, news in changes if news]
        [moved_event] = [event for event in events if event.news == "moved"]
        assert (moved_event.was.day, moved_event.starts_at.day, moved_event.client) == (1, 2, None)

    async def test_client_is_notified_that_a_meeting_has_no_time_any_more(
        self, client: ApiClient, admin: dict[str, str], make_user: Factory[UserCopy], read_events: EventReader
    ) -> None:
        body = {"user_id": str((await make_user()).id), "kind": "viewing", "starts_at": "2027-03-01T09:00:00Z"}
        url = f"{ADMIN}/{(await client.post(ADMIN, json=body, headers=admin)).json()['item']['id']}"
        changes: list[dict[str, Any]] = [
            {"status": "confirmed"},
            {"starts_at": None},
            {"note": "Ищем время"},
            {"starts_at": "2027-03-02T09:00:00Z"},
            {"status": "cancelled"},
            {"starts_at": None},
        ]
        statuses = []
        for version, change in enumerate(changes, start=1):
            answer = await client.patch(url, json=change | {"version": version}, headers=admin)
            statuses.append(answer.json()["item"]["status"])
        assert statuses == ["confirmed", "requested", "requested", "requested", "cancelled", "cancelled"]
        announced_changes = [
            (event.news, event.is_unscheduled, event.starts_at.day) for event in await read_events(BookingChanged)
        ]
        assert announced_changes == [
            ("confirmed", False, 1),
            ("details", True, 1),
            ("scheduled", False, 2),
            ("cancelled", False, 2),
        ]
