from datetime import UTC, datetime, timedelta
from typing import Any

from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader
from chassis.testing.plugin import MovableClock
from content.cars.tables import Car
from content.runtime import Session
from content.site.service import read_opening_hours
from content.site.tables import SiteSettings
from contracts.content import SettingsChanged

from services.content.tests.fixture_types import Factory


class TestSettings:
    async def test_settings_have_built_in_values_before_anybody_sets_them(self, client: ApiClient) -> None:
        body = (await client.get("/api/settings")).json()
        assert body["workingHours"] == "Будни 9:00–19:00, суббота 10:00–16:00"
        assert (body["russianOnly"], body["yearsDesktop"], body["yearsMobile"]) == (False, "3+", "10+")
        assert set(body["widgets"]) >= {"chat", "map", "community"}

    async def test_a_change_of_the_settings_is_visible_and_published(
        self, client: ApiClient, admin: dict[str, str], read_events: EventReader
    ) -> None:
        sent_settings = {"siteName": "Другое имя", "widgets": {"map": {"lat": 55.75}}}
        change_answer = await client.put("/api/settings", json=sent_settings, headers=admin)
        assert (change_answer.status_code, change_answer.json()["siteName"]) == (200, "Другое имя")
        body = (await client.get("/api/settings")).json()
        assert (body["siteName"], body["widgets"]["map"], body["yearsMobile"]) == ("Другое имя", {"lat": 55.75}, "10+")
        assert [event.site_name for event in await read_events(SettingsChanged)] == ["Другое имя"]
        reset_answer = await client.put("/api/settings", json=body | {"siteName": ""}, headers=admin)
        assert reset_answer.json()["siteName"] == "Меридиан Авто"
        stale_answer = await client.put("/api/settings", json=body, headers=admin)
        assert (stale_answer.status_code, stale_answer.json()["code"]) == (409, "stale_version")

    async def test_opening_hours_are_read_from_their_text(
        self, client: ApiClient, admin: dict[str, str], db: Session
    ) -> None:
        text = "Пн–Пт 10–18"
        change_answer = await client.put("/api/settings", json={"workingHours": text}, headers=admin)
        weekdays = [{"days": [1, 2, 3, 4, 5], "from": "10:00", "to": "18:00"}]
        assert (change_answer.json()["workingHours"], change_answer.json()["schedule"]) == (text, weekdays)
        assert (await read_opening_hours(db)).weekly == dict.fromkeys(
            range(5), (timedelta(hours=10), timedelta(hours=18))
        )
        row = await db.get_one(SiteSettings, 1)
        # Earlier releases read the hours from `schedule`, and save only the text.
        assert row.values["schedule"] == {"text": text, "days": {str(day): ["PT10H", "PT18H"] for day in range(5)}}
        row.values = row.values | {"workingHours": "Ежедневно 9:00–24:00"}
        assert (await read_opening_hours(db)).weekly == dict.fromkeys(
            range(7), (timedelta(hours=9), timedelta(hours=24))
        )

    async def test_opening_hours_that_are_not_understood_are_refused_and_change_nothing(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        for text, explanation in (
            ("Пн–Пт 9–18, Сб по Записи", "Понятно: «Будни 9:00–18:00». Непонятно: «Сб Записи»."),
            ("По Записи", "Непонятно: «Записи»."),
        ):
            refusal = await client.put("/api/settings", json={"workingHours": text}, headers=admin)
            [error] = refusal.json()["errors"]
            assert refusal.status_code == 422
            assert error["field"] == "workingHours"
            assert explanation in error["message"]
        assert (await client.get("/api/settings")).json()["workingHours"] == "Будни 9:00–19:00, суббота 10:00–16:00"

    async def test_opening_hours_are_kept_as_structure_and_shown_as_text(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, clock: MovableClock
    ) -> None:
        clock.freeze(datetime(2026, 12, 28, 7, tzinfo=UTC))
        admin = build_auth_headers(role="admin")
        sent_settings = {
            "schedule": [
                {"days": [6, 7], "from": "11:00", "to": "15:00"},
                {"days": [1, 3], "from": "09:30", "to": "24:00"},
            ],
            "exceptions": [
                {"date": "2027-01-04", "from": "10:00", "to": "14:00"},
                {"date": "2026-12-30", "closed": True},
            ],
        }
        body = (await client.put("/api/settings", json=sent_settings, headers=admin)).json()
        assert body["workingHours"] == "Пн, ср 9:30–24:00, выходные 11:00–15:00"
        assert [hours["days"] for hours in body["schedule"]] == [[1, 3], [6, 7]]
        assert [day["date"] for day in body["exceptions"]] == ["2026-12-30", "2027-01-04"]
        assert body["openDays"][:3] == [
            {"date": "2026-12-28", "from": "09:30", "to": "24:00"},
            {"date": "2027-01-04", "from": "10:00", "to": "14:00"},
            {"date": "2027-01-09", "from": "11:00", "to": "15:00"},
        ]
        repeated_answer = await client.put("/api/settings", json=body | {"siteName": "Имя"}, headers=admin)
        assert repeated_answer.status_code == 200
        assert (await client.get("/api/settings")).json()["schedule"] == body["schedule"]

        async def list_slots(day: str) -> list[str]:
            url = f"/api/me/bookings/slots?kind=visit&day={day}"
            listed_slots: list[str] = (await client.get(url, headers=build_auth_headers())).json()["slots"]
            return listed_slots

        assert [len(await list_slots(day)) for day in ("2026-12-30", "2027-01-01", "2027-01-04", "2027-01-06")] == [
            0,
            0,
            7,
            0,
        ]
        holidays = (await client.get("/api/content/admin/holidays", headers=admin)).json()["holidays"]
        assert holidays[0] == {"date": "2026-12-31", "name": "Выходной (перенесено с 04.01.2026)"}
        assert holidays[-1]["date"] == "2027-12-31"

    async def test_wrong_opening_hours_are_422(self, client: ApiClient, admin: dict[str, str]) -> None:
        hours = {"days": [1], "from": "09:00", "to": "18:00"}
        wrong_bodies: list[dict[str, Any]] = [
            {"schedule": []},
            {"schedule": [hours | {"days": [0]}]},
            {"schedule": [hours | {"from": "18:00"}]},
            {"schedule": [hours | {"to": "24:30"}]},
            {"schedule": [hours, hours]},
            {"schedule": [hours | {"from": "9:00"}]},
            {"exceptions": [{"date": "2027-01-04"}]},
            {"exceptions": [{"date": "2027-01-04", "closed": True, "from": "10:00", "to": "12:00"}]},
            {"exceptions": [{"date": "2027-01-04", "closed": True}] * 2},
        ]
        for body in wrong_bodies:
            assert (await client.put("/api/settings", json=body, headers=admin)).status_code == 422, body

    async def test_prices_of_services_make_the_turnkey_price_of_a_car(
        self, client: ApiClient, admin: dict[str, str], make_car: Factory[Car]
    ) -> None:
        car = await make_car(slug="priced", price_rub=3_000_000)
        prices = (await client.get("/api/settings")).json()["servicePrices"]
        assert prices["delivery"] + prices["work"] + prices["laboratory"] == 458_000
        sent_settings = {"servicePrices": prices | {"delivery": 250_000}}
        assert (await client.put("/api/settings", json=sent_settings, headers=admin)).status_code == 200
        shown_car = (await client.get(f"/api/cars/{car.id}")).json()["car"]
        assert shown_car["price_rub"] == 3_000_000
        assert shown_car["turnkey"] == {
            "delivery_rub": 250_000,
            "work_rub": 196_000,
            "laboratory_rub": 48_000,
            "total_rub": 3_494_000,
        }
        assert shown_car["turnkey_rub"] == 3_494_000
        negative_price = {"servicePrices": prices | {"delivery": -1}}
        assert (await client.put("/api/settings", json=negative_price, headers=admin)).status_code == 422

    async def test_settings_refuse_callers_without_permission_and_wrong_values(
        self, client: ApiClient, admin: dict[str, str], build_auth_headers: AuthHeadersBuilder
    ) -> None:
        assert (await client.put("/api/settings", json={})).status_code == 401
        assert (await client.put("/api/settings", json={}, headers=build_auth_headers())).status_code == 403
        for wrong_body in (
            {"contactEmail": "x"},
            {"russianOnly": "maybe"},
            {"siteName": None},
            {"widgets": {"other": 1}},
        ):
            assert (await client.put("/api/settings", json=wrong_body, headers=admin)).status_code == 422, wrong_body

    async def test_settings_refuse_invalid_telephones_web_addresses_and_coordinates(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        for field, wrong_body in (
            ("contactPhone", {"contactPhone": "abc"}),
            ("contactPhone", {"contactPhone": "12"}),
            ("yearsDesktop", {"yearsDesktop": "много"}),
            ("yearsMobile", {"yearsMobile": "+"}),
            ("widgets.chat.script", {"widgets": {"chat": {"script": "javascript:alert(1)"}}}),
            ("widgets.chat.script", {"widgets": {"chat": {"script": "http://chat.example/a.js"}}}),
            ("widgets.chat.support", {"widgets": {"chat": {"support": "t.me/meridian"}}}),
            ("widgets.community.vk", {"widgets": {"community": {"vk": "https://"}}}),
            ("widgets.community.telegram", {"widgets": {"community": {"telegram": "@meridian"}}}),
            ("widgets.community.max", {"widgets": {"community": {"max": 1}}}),
            ("widgets.community.vkGroup", {"widgets": {"community": {"vkGroup": -1}}}),
            ("widgets.map.tiles", {"widgets": {"map": {"tiles": "https://tiles.example/{z}/{x}"}}}),
            ("widgets.map.latitude", {"widgets": {"map": {"latitude": 999}}}),
            ("widgets.map.longitude", {"widgets": {"map": {"longitude": "-180.5"}}}),
        ):
            answer = await client.put("/api/settings", json=wrong_body, headers=admin)
            assert answer.status_code == 422, wrong_body
            assert [problem["field"] for problem in answer.json()["errors"]] == [field]

    async def test_settings_accept_telephones_and_widgets_as_people_write_them(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        widgets = {
            "chat": {"script": "https://chat.example/a.js", "support": "mailto:help@example.com", "theme": "dark"},
            "community": {"vk": "https://vk.com/meridian", "telegram": "", "max": None, "vkGroup": 7},
            "map": {"tiles": "/tiles/{z}/{x}/{y}", "latitude": -90, "longitude": "37.6"},
        }
        for phone in ("8 (812) 111-22-33", "+7 495 000‑00‑00, доб. 12", "+49 30 1234567", ""):
            sent_settings = {"contactPhone": phone, "widgets": widgets}
            answer = await client.put("/api/settings", json=sent_settings, headers=admin)
            assert answer.status_code == 200, phone

    async def test_stored_invalid_settings_are_read_and_do_not_block_other_changes(
        self, client: ApiClient, admin: dict[str, str], db: Session
    ) -> None:
        stored_settings = {"contactPhone": "abc", "widgets": {"map": {"latitude": 999}}}
        db.add(SiteSettings(values=stored_settings, version=1, updated_at=db.now()))
        await db.commit()
        settings = (await client.get("/api/settings")).json()
        assert (settings["contactPhone"], settings["widgets"]["map"]) == ("abc", {"latitude": 999})
        change = {"widgets": settings["widgets"] | {"chat": {"support": "https://t.me/meridian"}}}
        assert (await client.put("/api/settings", json=change, headers=admin)).status_code == 200
