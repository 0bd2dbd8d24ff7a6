"""Sums of saved calculations with the rate and the edition in force, from the calculator, which stores them.

No transaction is open during a request.
"""

from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple
from uuid import UUID

import httpx2
from chassis.web.http import external_client
from chassis.web.service_calls import call_service

from content.runtime import ContentRuntime

TIMEOUT_SECONDS = 10
# With them the sum would be that of the day on which the calculation was saved.
OF_THAT_DAY = {"edition", "declaration_date"}


class Estimate(NamedTuple):
    """A calculation with its sum of today, or None if the edition in force refuses it."""

    title: str | None
    sum_rub: int | None


async def estimate(runtime: ContentRuntime, calculation_id: UUID) -> Estimate | None:
    """Compute a saved calculation again. Returns None if it was deleted. Raises httpx2.HTTPError."""
    addresses = runtime.settings.calculator_url
    async with external_client(timeout=TIMEOUT_SECONDS) as http:
        kept = await call_service(http, "GET", addresses, f"/api/calculator/calculations/{calculation_id}")
        if kept.status_code == httpx2.codes.NOT_FOUND:
            return None
        kept.raise_for_status()
        saved = kept.json()
        request = {name: value for name, value in saved["request"].items() if name not in OF_THAT_DAY}
        items = [{"key": str(calculation_id), "request": request}]
        answer = await call_service(http, "POST", addresses, "/internal/estimates", json={"items": items})
        answer.raise_for_status()
    [item] = answer.json()["items"]
    return Estimate(title=saved["title"], sum_rub=_whole_roubles(item["result"]["total"]) if item["result"] else None)


def _whole_roubles(total: float) -> int:
    return int(Decimal(str(total)).quantize(Decimal(1), ROUND_HALF_UP))
