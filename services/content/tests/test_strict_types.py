"""No input of the service accepts a JSON boolean as a number, or a number as a boolean."""

from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient

ADMIN = "/api/content/admin"
CONTACT = {"name": "Анна", "phone": "8 495 000-00-21", "email": "anna@example.com", "message": "Вопрос"}
CAR = {
    "brand": "BMW", "model": "318d", "year": 2022, "body_type": "sedan", "mileage_km": 1, "power_hp": 150,
    "fuel": "diesel", "engine_volume_l": 1.995, "price_eur": 24300,
}  # fmt: skip


class TestConsent:
    @pytest.mark.parametrize("value", [1, 1.0, "true", False, None])
    @pytest.mark.parametrize(
        ("url", "form"),
        [
            ("/api/contact", CONTACT),
            ("/api/requests", {"kind": "callback", "name": "Анна", "phone": "8 495 000-00-21"}),
            ("/api/newsletter", {"email": "anna@example.com"}),
        ],
    )
    async def test_only_true_is_a_consent(self, client: ApiClient, url: str, form: dict[str, Any], value: Any) -> None:
        answer = await client.post(url, json=form | {"consent": value})
        assert answer.status_code == 422, value
        assert answer.json()["errors"] == [{"field": "consent", "message": "Нужно ваше согласие"}]
        assert (await client.post(url, json=form | {"consent": True})).status_code in {200, 201}


class TestAdministration:
    @pytest.mark.parametrize("change", [{"widgets": {"map": 0}}, {"russianOnly": 1}, {"russianOnly": "yes"}])
    async def test_settings_refuse_values_of_another_type(
        self, client: ApiClient, admin: dict[str, str], change: dict[str, Any]
    ) -> None:
        answer = await client.put("/api/settings", json=change, headers=admin)
        assert answer.status_code == 422, change

    @pytest.mark.parametrize("wrong_fields", [{"featured": 1}, {"price_eur": True}, {"engine_volume_l": True}])
    async def test_cars_refuse_values_of_another_type(
        self, client: ApiClient, admin: dict[str, str], wrong_fields: dict[str, Any]
    ) -> None:
        answer = await client.post(f"{ADMIN}/cars", json=CAR | wrong_fields, headers=admin)
        assert [problem["field"] for problem in answer.json()["errors"]] == list(wrong_fields)
        assert (await client.post(f"{ADMIN}/cars", json=CAR, headers=admin)).status_code == 201

    async def test_articles_refuse_values_of_another_type(self, client: ApiClient, admin: dict[str, str]) -> None:
        article = {"title": "Шины", "content": "Текст", "category": "tips", "featured": "yes"}
        assert (await client.post(f"{ADMIN}/posts", json=article, headers=admin)).status_code == 422
