from datetime import timedelta
from typing import Any

from content.site.service import read_schedule
from content.site.tables import SiteSettings
from contracts.content import SettingsChanged


class TestSettings:
    async def test_built_in_values_before_anybody_sets_one(self, client: Any) -> None:
        body = (await client.get("/api/settings")).json()
        assert body["workingHours"] == "Будни 9:00–19:00, суббота 10:00–16:00"
        assert (body["russianOnly"], body["yearsDesktop"], body["yearsMobile"]) == (False, "3+", "10+")
        assert set(body["widgets"]) >= {"chat", "map", "community"}

    async def test_change_is_visible_and_published(self, client: Any, admin: Any, recorded: Any) -> None:
        sent = {"siteName": "Другое имя", "widgets": {"map": {"lat": 55.75}}}
        changed = await client.put("/api/settings", json=sent, headers=admin)
        assert (changed.status_code, changed.json()["siteName"]) == (200, "Другое имя")
        body = (await client.get("/api/settings")).json()
        assert (body["siteName"], body["widgets"]["map"], body["yearsMobile"]) == ("Другое имя", {"lat": 55.75}, "10+")
        assert [event.site_name for event in await recorded(SettingsChanged)] == ["Другое имя"]
        whole = await client.put("/api/settings", json=body | {"siteName": ""}, headers=admin)
        assert whole.json()["siteName"] == "Меридиан Авто"
        stale = await client.put("/api/settings", json=body, headers=admin)
        assert (stale.status_code, stale.json()["code"]) == (409, "stale_version")

    async def test_opening_hours_are_read_when_they_are_saved(self, client: Any, admin: Any, db: Any) -> None:
        text = "Ежедневно 8:30–21:00"
        await client.put("/api/settings", json={"workingHours": text}, headers=admin)
        row = await db.get_one(SiteSettings, 1)
        assert row.values["schedule"] == {"text": text, "days": {str(day): ["PT8H30M", "PT21H"] for day in range(7)}}
        every_day = dict.fromkeys(range(7), (timedelta(hours=8.5), timedelta(hours=21)))
        assert await read_schedule(db) == every_day
        # An earlier release saves the text alone.
        row.values = row.values | {"workingHours": "Ежедневно 9:00–24:00"}
        assert await read_schedule(db) == dict.fromkeys(range(7), (timedelta(hours=9), timedelta(hours=24)))

    async def test_prices_of_services_make_the_turnkey_price_of_a_car(
        self, client: Any, admin: Any, make_car: Any
    ) -> None:
        car = await make_car(slug="priced", price_rub=3_000_000)
        prices = (await client.get("/api/settings")).json()["servicePrices"]
        assert prices["delivery"] + prices["work"] + prices["laboratory"] == 458_000
        sent = {"servicePrices": prices | {"delivery": 250_000}}
        assert (await client.put("/api/settings", json=sent, headers=admin)).status_code == 200
        read = (await client.get(f"/api/cars/{car.id}")).json()["car"]
        assert read["price_rub"] == 3_000_000
        assert read["turnkey"] == {
            "delivery_rub": 250_000,
            "work_rub": 196_000,
            "laboratory_rub": 48_000,
            "total_rub": 3_494_000,
        }
        assert read["turnkey_rub"] == 3_494_000
        negative = {"servicePrices": prices | {"delivery": -1}}
        assert (await client.put("/api/settings", json=negative, headers=admin)).status_code == 422

    async def test_refusals(self, client: Any, admin: Any, signed_in: Any) -> None:
        assert (await client.put("/api/settings", json={})).status_code == 401
        assert (await client.put("/api/settings", json={}, headers=signed_in())).status_code == 403
        for wrong in ({"contactEmail": "x"}, {"russianOnly": "maybe"}, {"siteName": None}, {"widgets": {"other": 1}}):
            assert (await client.put("/api/settings", json=wrong, headers=admin)).status_code == 422, wrong
