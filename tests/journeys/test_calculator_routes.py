"""Every route of the calculator (api.md, section 5) and every worked example, through the gateway."""

import uuid
from typing import Any

import httpx2
import pytest

from tests.journeys.users import Person, wait_for

CALCULATE = "/api/calculator/calculate"
SAVED_URL = "/api/calculator/calculations"
SETTINGS = "/api/calculator/admin/settings"
CAR = {"price": 3_000_000, "engineVolumeLiters": 2.0, "age": 4, "fuelType": "petrol", "importCategory": "personal"}
LINES = ("customsDuty", "registrationCost", "exciseTax", "vat", "recyclingFee")


def make_car(
    price: float, litres: float | None, age: float, importer: str = "personal", **fields: Any
) -> dict[str, Any]:
    body = {"price": price, "age": age, "importCategory": importer, "fuelType": "petrol"} | fields
    return body if litres is None else body | {"engineVolumeLiters": litres}


def read_edition_and_rate(visitor: httpx2.Client) -> tuple[str, float, str]:
    """Return the edition of a calculation, and the rate with its source."""
    body = visitor.post(CALCULATE, json=CAR).json()
    return body["edition"], body["eurRate"]["value"], body["eurRate"]["source"]


# The request; the five lines in the order of LINES; totalCustoms; total. customs.md, section 10.
EXAMPLES: dict[str, tuple[dict[str, Any], tuple[int, ...], int, int]] = {
    "1 personal, over 3 to 5 years": (CAR, (504_094, 16_524, 0, 0, 5_200), 525_818, 3_525_818),
    "2 personal, percentage": (
        make_car(1_800_000, 1.5, 2),
        (864_000, 11_746, 0, 0, 3_400),
        879_146,
        2_679_146,
    ),
    "3 personal, minimum, over 3 litres": (
        make_car(9_000_000, 4.4, 2),
        (6_161_153, 30_000, 0, 0, 2_742_200),
        8_933_353,
        17_933_353,
    ),
    "4 personal, electric": (
        make_car(4_500_000, None, 1, isElectric=True, enginePower=150, enginePowerUnit="kW"),
        (675_000, 21_344, 116_600, 1_058_320, 3_400),
        1_874_664,
        6_374_664,
    ),
    "5 legal, new petrol": (
        make_car(4_000_000, 2.0, 1, "legal", enginePower=249, enginePowerUnit="hp"),
        (600_000, 16_524, 237_795, 967_559, 667_400),
        2_489_278,
        6_489_278,
    ),
    "6 legal, diesel over 7 years, power empty": (
        make_car(1_200_000, 3.0, 8, "legal", fuelType="diesel"),
        (896_168, 4_269, 116_600, 442_554, 2_839_400),
        4_298_991,
        5_498_991,
    ),
    "7 personal, over 160 hp, edition 2026": (
        make_car(3_000_000, 2.0, 4, enginePower=249, enginePowerUnit="hp", edition="ru-2026-01"),
        (504_094, 18_465, 0, 0, 1_677_600),
        2_200_159,
        5_200_159,
    ),
    "8 legal, kW, edition 2026": (
        make_car(1_000_000, 3.5, 5.5, "legal", enginePower=230, enginePowerUnit="kW", edition="ru-2026-01"),
        (261_382, 4_924, 524_707, 392_940, 4_356_000),
        5_539_953,
        6_539_953,
    ),
}


def expect_problem_naming(answer: httpx2.Response, status: int, code: str, *fields: str) -> None:
    """Check that the answer is a problem document with this code, and that it names these fields."""
    problem = answer.json()
    assert answer.status_code == status, answer.text
    assert problem["code"] == code, answer.text
    assert problem["success"] is False, answer.text
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert problem["request_id"] == answer.headers["x-request-id"]
    assert set(fields) <= {error["field"] for error in problem.get("errors", [])}


class TestCalculate:
    @pytest.mark.parametrize("name", EXAMPLES)
    def test_worked_example_is_exact_to_the_rouble(self, visitor: httpx2.Client, name: str) -> None:
        request, lines, customs, total = EXAMPLES[name]
        answer = visitor.post(CALCULATE, json={"edition": "ru-2025-01"} | request)
        assert answer.status_code == 200, answer.text
        body = answer.json()
        assert tuple(body[line] for line in LINES) == lines
        assert (body["totalCustoms"], body["total"], body["currency"]) == (customs, total, "RUB")
        amounts = {line["code"]: line["amount"] for line in body["breakdown"]}
        assert amounts == dict(zip(LINES, lines, strict=True))
        assert all(line["title"] and line["formula"] and line["source"] for line in body["breakdown"])
        assert all(line["base"] and line["rate"] for line in body["breakdown"] if line["amount"])

    def test_repeated_calculation_has_an_identical_answer(self, visitor: httpx2.Client, other_user: Person) -> None:
        body = EXAMPLES["8 legal, kW, edition 2026"][0]
        answers = [visitor.post(CALCULATE, json=body), other_user.http.post(CALCULATE, json=body)]
        answers.append(visitor.post(CALCULATE, json=dict(reversed(body.items()))))
        assert len({answer.content for answer in answers}) == 1

    def test_an_ended_edition_is_calculated_beside_the_current_one(self, visitor: httpx2.Client) -> None:
        body = visitor.post(CALCULATE, json=CAR | {"edition": "ru-2025-01"}).json()
        assert body["edition"] == "ru-2025-01"
        assert "edition_ended" in {warning["code"] for warning in body["warnings"]}
        assert body["current"]["edition"] != "ru-2025-01"
        request = CAR | {"edition": body["current"]["edition"]}
        today = visitor.post(CALCULATE, json=request).json()
        assert [body["current"][key] for key in ("totalCustoms", "total")] == [today["totalCustoms"], today["total"]]
        assert "current" not in today

    def test_declaration_date_chooses_the_edition(self, visitor: httpx2.Client) -> None:
        for day, edition in {
            "2024-05-05": "ru-2024-01",
            "2025-12-31": "ru-2025-12",
            "2026-01-01": "ru-2026-01",
        }.items():
            assert visitor.post(CALCULATE, json=CAR | {"declaration_date": day}).json()["edition"] == edition

    def test_every_fuel_except_petrol_counts_as_diesel(self, visitor: httpx2.Client) -> None:
        legal = EXAMPLES["5 legal, new petrol"][0]
        diesel = visitor.post(CALCULATE, json=legal | {"fuelType": "diesel"}).json()
        other = visitor.post(CALCULATE, json=legal | {"fuelType": "газ"}).json()
        assert [other[line] for line in LINES] == [diesel[line] for line in LINES]
        assert "fuel_assumed_diesel" in {warning["code"] for warning in other["warnings"]}

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("price", 0),
            ("price", -1),
            ("price", None),
            ("price", "дорого"),
            ("engineVolumeLiters", 0.09),
            ("engineVolumeLiters", 10.1),
            ("engineVolumeLiters", None),
            ("age", -0.1),
            ("age", 50.1),
            ("age", None),
            ("importCategory", "alien"),
            ("importCategory", None),
            ("fuelType", None),
            ("enginePower", 0),
            ("enginePower", -5),
            ("enginePowerUnit", "pony"),
            ("edition", "ru-1999-01"),
            ("declaration_date", "2019-01-01"),
            ("declaration_date", "вчера"),
        ],
    )
    def test_invalid_car_names_its_field(self, visitor: httpx2.Client, field: str, value: Any) -> None:
        expect_problem_naming(
            visitor.post(CALCULATE, json=CAR | {"enginePower": 150} | {field: value}), 422, "validation_error", field
        )

    def test_malformed_calculations_are_refused(self, visitor: httpx2.Client) -> None:
        json_type = {"Content-Type": "application/json"}
        expect_problem_naming(visitor.post(CALCULATE, content=b"{", headers=json_type), 400, "malformed_json")
        expect_problem_naming(
            visitor.post(CALCULATE, content=b"a=1", headers={"Content-Type": "text/plain"}), 415, "unsupported_type"
        )
        expect_problem_naming(
            visitor.post(CALCULATE, content=b'"%s"' % (b"x" * 1_100_000), headers=json_type), 413, "too_large"
        )
        wrong = visitor.get(CALCULATE)
        expect_problem_naming(wrong, 405, "method_not_allowed")
        assert wrong.headers["allow"] == "POST"
        expect_problem_naming(visitor.get("/api/calculator/nothing"), 404, "not_found")


class TestTariffs:
    def test_editions_have_dates_and_a_legal_basis(self, visitor: httpx2.Client) -> None:
        body = visitor.get("/api/calculator/editions").json()
        editions = {edition["id"]: edition for edition in body["editions"]}
        assert {"ru-2024-01", "ru-2024-10", "ru-2025-01", "ru-2025-12", "ru-2026-01", "ru-2027-01"} <= set(editions)
        assert all(edition["sources"] for edition in editions.values())

    def test_exchange_rate_names_its_source(self, visitor: httpx2.Client) -> None:
        body = visitor.get("/api/calculator/rates").json()
        rate = visitor.post(CALCULATE, json=CAR).json()["eurRate"]
        assert set(rate) == {"value", "date", "source"}
        assert body["eurRate"] == rate
        assert body["fixed"] == 93.3508


class TestSavedCalculations:
    def test_calculation_is_saved_shared_and_printed(self, visitor: httpx2.Client, buyer: Person) -> None:
        request = CAR | {"edition": "ru-2025-01"}
        computed = visitor.post(CALCULATE, json=request).json()
        answer = buyer.http.post(SAVED_URL, json=request | {"title": "Универсал"})
        assert answer.status_code == 201, answer.text
        calculation = answer.json()
        shared = visitor.get(f"{SAVED_URL}/{calculation['id']}").json()
        for saved in (calculation, shared):
            assert [saved[key] for key in (*LINES, "totalCustoms", "total")] == [
                computed[key] for key in (*LINES, "totalCustoms", "total")
            ]
            assert saved["breakdown"] == computed["breakdown"]
        assert calculation["id"] in calculation["shareUrl"]
        assert buyer.email not in str(shared)
        print_answer = visitor.get(f"{SAVED_URL}/{calculation['id']}.pdf")
        assert print_answer.headers["content-type"] == "application/pdf"
        assert print_answer.content.startswith(b"%PDF-")
        assert visitor.get(f"{SAVED_URL}/{calculation['id']}.pdf").content == print_answer.content

    def test_only_the_owner_lists_renames_and_deletes_a_saved_calculation(
        self, visitor: httpx2.Client, buyer: Person, other_user: Person
    ) -> None:
        expect_problem_naming(visitor.get(SAVED_URL), 401, "unauthorized")
        id = buyer.http.post(SAVED_URL, json=CAR).json()["id"]
        assert id in {calculation["id"] for calculation in buyer.http.get(SAVED_URL).json()["calculations"]}
        assert id not in {calculation["id"] for calculation in other_user.http.get(SAVED_URL).json()["calculations"]}
        for who, status in ((visitor, 401), (other_user.http, 404)):
            assert who.patch(f"{SAVED_URL}/{id}", json={"title": "Чужой"}).status_code == status
            assert who.delete(f"{SAVED_URL}/{id}").status_code == status
        assert buyer.http.patch(f"{SAVED_URL}/{id}", json={"title": "Мой"}).json()["title"] == "Мой"
        assert buyer.http.delete(f"{SAVED_URL}/{id}").status_code == 200
        expect_problem_naming(visitor.get(f"{SAVED_URL}/{id}"), 404, "not_found")

    def test_repeated_save_stores_one_calculation(self, buyer: Person) -> None:
        key = {"Idempotency-Key": str(uuid.uuid4())}
        first, second = (buyer.http.post(SAVED_URL, json=CAR, headers=key).json()["id"] for _ in range(2))
        assert first == second

    def test_unknown_links_and_invalid_cars_are_refused(self, visitor: httpx2.Client) -> None:
        for link in (str(uuid.uuid4()), "x"):
            expect_problem_naming(visitor.get(f"{SAVED_URL}/{link}"), 404, "not_found")
            expect_problem_naming(visitor.get(f"{SAVED_URL}/{link}.pdf"), 404, "not_found")
        expect_problem_naming(visitor.post(SAVED_URL, json=CAR | {"price": 0}), 422, "validation_error", "price")


class TestAdministration:
    def test_only_administrators_may_use_the_tariff_settings(self, visitor: httpx2.Client, buyer: Person) -> None:
        for who, status, code in ((visitor, 401, "unauthorized"), (buyer.http, 403, "forbidden")):
            expect_problem_naming(who.get(SETTINGS), status, code)
            expect_problem_naming(who.put(SETTINGS, json={"defaultEdition": "ru-2026-01"}), status, code)
            expect_problem_naming(
                who.post("/api/calculator/admin/preview", json={"defaultEdition": "ru-2026-01"}), status, code
            )
            expect_problem_naming(who.get("/api/calculator/admin/audit"), status, code)

    def test_tariff_change_is_previewed_applied_audited_and_reverted(
        self, visitor: httpx2.Client, administrator: Person
    ) -> None:
        http = administrator.http
        before = http.get(SETTINGS).json()["settings"]
        show_answer = http.post("/api/calculator/admin/preview", json={"defaultEdition": "ru-2026-01"})
        assert show_answer.status_code == 200, show_answer.text
        wait_for(lambda: {read_edition_and_rate(visitor)[0] for _ in range(6)} == {before["defaultEdition"]})
        change = {
            "defaultEdition": "ru-2026-01",
            "euroRateSource": "manual",
            "manualRate": 100,
            "version": before["version"],
        }
        change_answer = http.put(SETTINGS, json=change)
        assert change_answer.status_code == 200, change_answer.text
        try:
            # Every replica gets the change by an event.
            wait_for(lambda: {read_edition_and_rate(visitor) for _ in range(6)} == {("ru-2026-01", 100, "manual")})
            expect_problem_naming(http.put(SETTINGS, json=change), 409, "stale_version")
            expect_problem_naming(
                http.put(SETTINGS, json={"defaultEdition": "ru-1999-01"}), 422, "validation_error", "defaultEdition"
            )
            newest = http.get("/api/calculator/admin/audit").json()["items"][0]
            assert newest["after"]["defaultEdition"] == "ru-2026-01"
        finally:
            original_settings = {"defaultEdition": before["defaultEdition"], "euroRateSource": before["euroRateSource"]}
            assert http.put(SETTINGS, json=original_settings).status_code == 200
        wait_for(lambda: {read_edition_and_rate(visitor)[0] for _ in range(6)} == {before["defaultEdition"]})
