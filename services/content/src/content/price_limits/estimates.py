"""Current sums of saved calculations. The calculator stores the calculations and computes their sums again.

No transaction is open during a request.
"""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, NamedTuple
from uuid import UUID

import httpx2
from chassis.web.http import create_external_client
from chassis.web.service_calls import Addresses, call_service

from content.runtime import ContentRuntime

TIMEOUT_SECONDS = 10
# Fields of a saved request that fix its day. Without them the calculator uses today's edition and rate.
FIELDS_OF_THE_DAY = {"edition", "declaration_date"}


class Estimate(NamedTuple):
    """The title and today's sum of a calculation. The sum is None if the edition in force refuses the calculation."""

    title: str | None
    sum_rub: int | None


async def estimate_all(runtime: ContentRuntime, ids: Sequence[UUID]) -> dict[UUID, Estimate | None]:
    """Read saved calculations one by one, and compute all their sums again in one request.

    A deleted calculation has None. Raises httpx2.HTTPError.
    """
    addresses = runtime.settings.calculator_url
    estimates: dict[UUID, Estimate | None] = dict.fromkeys(ids)
    async with create_external_client(timeout=TIMEOUT_SECONDS) as http:
        calculations = {}
        for id in ids:
            calculation = await _read_calculation(http, addresses, id)
            if calculation is not None:
                calculations[id] = calculation
        if not calculations:
            return estimates
        items = [
            {"key": str(id), "request": _build_request_of_today(calculation)}
            for id, calculation in calculations.items()
        ]
        answer = await call_service(http, "POST", addresses, "/internal/estimates", json={"items": items})
        answer.raise_for_status()
    for item in answer.json()["items"]:
        id = UUID(item["key"])
        sum_rub = _round_to_roubles(item["result"]["total"]) if item["result"] else None
        estimates[id] = Estimate(title=calculations[id]["title"], sum_rub=sum_rub)
    return estimates


async def _read_calculation(http: httpx2.AsyncClient, addresses: Addresses, id: UUID) -> dict[str, Any] | None:
    """Return a saved calculation, or None if it was deleted."""
    answer = await call_service(http, "GET", addresses, f"/api/calculator/calculations/{id}")
    if answer.status_code == httpx2.codes.NOT_FOUND:
        return None
    answer.raise_for_status()
    calculation: dict[str, Any] = answer.json()
    return calculation


def _build_request_of_today(calculation: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in calculation["request"].items() if name not in FIELDS_OF_THE_DAY}


def _round_to_roubles(total: float) -> int:
    return int(Decimal(str(total)).quantize(Decimal(1), ROUND_HALF_UP))
