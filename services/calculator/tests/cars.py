"""Cars and requests in which a test states only the fields that matter to it."""

from decimal import Decimal
from typing import Any

from calculator.duty.imports import Import, Power
from calculator.duty.payments import Assessment, assess
from calculator.duty.tariffs import Edition
from calculator.editions.registry import load_editions

RATE = Decimal("93.3508")


def load_edition(id: str) -> Edition:
    edition = load_editions().get(id)
    assert edition is not None
    return edition


def make_car(
    price: Any = 3_000_000,
    cc: int = 2000,
    age: Any = 4,
    *,
    fuel: Any = "petrol",
    importer: Any = "personal",
    is_electric: bool = False,
    is_commercial: bool = False,
    hp: Any = None,
    kw: Any = None,
) -> Import:
    power = None
    if hp is not None:
        power = Power(Decimal(str(hp)), "hp")
    if kw is not None:
        power = Power(Decimal(str(kw)), "kW")
    return Import(Decimal(str(price)), cc, Decimal(str(age)), fuel, importer, is_electric, is_commercial, power)


def assess_car(car: Import, edition_id: str = "ru-2025-01", rate: Decimal = RATE) -> Assessment:
    return assess(car, load_edition(edition_id), rate)


def build_calculation_request(**changes: Any) -> dict[str, Any]:
    """Return the request of the first example in duty/test_examples.py with changes. A None field is left out."""
    body = {
        "price": 3_000_000,
        "engineVolumeLiters": 2.0,
        "fuelType": "petrol",
        "age": 4,
        "importCategory": "personal",
        **changes,
    }
    return {name: value for name, value in body.items() if value is not None}
