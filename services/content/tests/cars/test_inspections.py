import asyncio
from typing import Any
from uuid import uuid4

import pytest
from chassis.testing.fixture_types import ApiClient
from content.cars.tables import Car

from services.content.tests.fixture_types import Factory

INSPECTION = {
    "inspected_on": "2026-11-10",
    "inspector": "Глеб Суханов",
    "place": "Мюнхен",
    "paint": {"roof": 98, "hood": 112, "left_front_wing": 215},
    "tyres": {"left_front": {"tread_mm": 5.2, "name": "Michelin, 2023"}},
    "tyre_season": "summer",
    "version": 0,
}


def build_inspection_url(car: Any) -> str:
    return f"/api/content/admin/cars/{car.id}/inspection"


class TestInspection:
    async def test_inspection_is_shown_to_buyers_with_the_meaning_of_each_reading(
        self, client: ApiClient, admin: dict[str, str], make_car: Factory[Car]
    ) -> None:
        car = await make_car(slug="measured")
        assert (await client.get("/api/cars/measured")).json()["car"]["inspection"] is None
        assert [car["inspected_on"] for car in (await client.get("/api/cars")).json()["cars"]] == [None]
        empty_inspection = (await client.get(build_inspection_url(car), headers=admin)).json()["item"]
        assert (empty_inspection["id"], empty_inspection["version"], empty_inspection["paint"]) == (str(car.id), 0, {})

        save_answer = await client.put(build_inspection_url(car), json=INSPECTION, headers=admin)
        assert (save_answer.status_code, save_answer.json()["item"]["version"]) == (200, 1)
        new_fault = {"panel": "left_front_wing", "text": "Крыло красили", "pictures": ["/media/one.webp"]}
        add_answer = await client.post(f"{build_inspection_url(car)}/faults", json=new_fault, headers=admin)
        assert (add_answer.status_code, add_answer.json()["item"]["version"]) == (201, 2)

        [listed_car] = (await client.get("/api/cars")).json()["cars"]
        assert listed_car["inspected_on"] == "2026-11-10"
        shown_car = (await client.get("/api/cars/measured")).json()["car"]
        assert shown_car["inspected_on"] == "2026-11-10"
        shown_inspection = shown_car["inspection"]
        assert [(panel["panel"], panel["microns"], panel["grade"]) for panel in shown_inspection["paint"]] == [
            ("hood", 112, "factory"),
            ("roof", 98, "factory"),
            ("left_front_wing", 215, "repainted"),
        ]
        assert shown_inspection["tyres"]["left_front"] == {"tread_mm": 5.2, "name": "Michelin, 2023"}
        [fault] = shown_inspection["faults"]
        assert (fault["text"], fault["pictures"]) == ("Крыло красили", ["/media/one.webp"])

        remove_answer = await client.delete(f"{build_inspection_url(car)}/faults/{fault['id']}", headers=admin)
        assert remove_answer.json()["item"]["faults"] == []
        assert (await client.delete(build_inspection_url(car), headers=admin)).json() == {"success": True}
        assert (await client.get("/api/cars/measured")).json()["car"]["inspection"] is None

    async def test_inspection_is_downloaded_as_a_pdf(
        self, client: ApiClient, admin: dict[str, str], make_car: Factory[Car]
    ) -> None:
        car = await make_car(slug="printed")
        url = "/api/cars/printed/inspection.pdf"
        assert (await client.get(url)).status_code == 404
        await client.put(build_inspection_url(car), json=INSPECTION, headers=admin)
        page = await client.get(url)
        assert (page.status_code, page.headers["Content-Type"]) == (200, "application/pdf")
        assert page.content.startswith(b"%PDF-")
        hidden_car = await make_car(slug="hidden", status="hidden")
        await client.put(build_inspection_url(hidden_car), json=INSPECTION, headers=admin)
        assert (await client.get("/api/cars/hidden/inspection.pdf")).status_code == 404

    async def test_of_two_simultaneous_first_inspections_one_is_refused(
        self, client: ApiClient, admin: dict[str, str], make_car: Factory[Car]
    ) -> None:
        car = await make_car()
        answers = await asyncio.gather(
            *(client.put(build_inspection_url(car), json=INSPECTION, headers=admin) for _ in range(2))
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]

    async def test_a_change_of_an_inspection_with_a_stale_version_is_refused(
        self, client: ApiClient, admin: dict[str, str], make_car: Factory[Car]
    ) -> None:
        car = await make_car()
        await client.put(build_inspection_url(car), json=INSPECTION, headers=admin)
        stale_answer = await client.put(build_inspection_url(car), json=INSPECTION, headers=admin)
        assert (stale_answer.status_code, stale_answer.json()["code"]) == (409, "stale_version")


class TestRefusals:
    @pytest.mark.parametrize(
        "wrong_fields",
        [
            {"paint": {"bumper": 100}},
            {"paint": {"roof": 5}},
            {"paint": {"roof": 9000}},
            {"paint": {"roof": "100"}},
            {"tyres": {"spare": {"tread_mm": 5}}},
            {"tyres": {"left_front": {"tread_mm": 21}}},
            {"tyres": {"left_front": {"tread_mm": 5, "colour": "black"}}},
            {"tyre_season": "spring"},
            {"battery": {"health_percent": 101}},
            {"battery": {"health_percent": 93}},
            {"inspected_on": "2999-01-01"},
            {"inspected_on": None},
        ],
    )
    async def test_wrong_measurements_change_nothing(
        self, client: ApiClient, admin: dict[str, str], make_car: Factory[Car], wrong_fields: dict[str, Any]
    ) -> None:
        car = await make_car(fuel="diesel")
        refusal = await client.put(build_inspection_url(car), json=INSPECTION | wrong_fields, headers=admin)
        assert refusal.status_code == 422, wrong_fields
        assert (await client.get(build_inspection_url(car), headers=admin)).json()["item"]["version"] == 0

    async def test_a_battery_belongs_to_an_electric_car(
        self, client: ApiClient, admin: dict[str, str], make_car: Factory[Car]
    ) -> None:
        car = await make_car(fuel="electric", engine_volume_l=None)
        body = INSPECTION | {"battery": {"health_percent": 93.5, "capacity_kwh": 78.2}}
        save_answer = await client.put(build_inspection_url(car), json=body, headers=admin)
        assert save_answer.json()["item"]["battery"] == {"health_percent": 93.5, "capacity_kwh": 78.2}

    async def test_a_fault_needs_an_inspection(
        self, client: ApiClient, admin: dict[str, str], make_car: Factory[Car]
    ) -> None:
        car = await make_car()
        refusal = await client.post(f"{build_inspection_url(car)}/faults", json={"text": "Скол"}, headers=admin)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "no_inspection")
        unknown_car_url = f"/api/content/admin/cars/{uuid4()}/inspection"
        assert (await client.get(unknown_car_url, headers=admin)).status_code == 404
        assert (await client.put(unknown_car_url, json=INSPECTION, headers=admin)).status_code == 404
