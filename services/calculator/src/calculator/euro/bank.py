"""Euro rates of the central bank: the rate of a day, fetched once, and the rates of the last 12 months.

The bank's XML uses windows-1251, a decimal comma, and a price for `Nominal` units.
"""

import datetime as dt
from decimal import Decimal, InvalidOperation
from xml.etree.ElementTree import Element, ParseError

import httpx2
import structlog
from chassis.web.http import create_external_client
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from calculator.euro.queries import list_rates
from calculator.euro.rates import BankRate
from calculator.runtime import CalculatorRuntime, Session

log = structlog.get_logger()
# The longest gap between a day and the banking day that set its rate: the January holidays.
MAX_HOLIDAY_GAP = dt.timedelta(days=14)
# The bank's own code of the euro.
EURO = "R01239"
# The errors that parsing a malformed document may raise.
MALFORMED_ERRORS = (
    ParseError,
    DefusedXmlException,
    LookupError,
    ValueError,
    StopIteration,
    InvalidOperation,
    ZeroDivisionError,
)


class BankUnreachable(Exception):
    """The bank did not answer, or its answer is not the expected document. The last known rate stays in use."""


async def fetch_if_missing(db: Session, runtime: CalculatorRuntime, day: dt.date) -> BankRate | None:
    """Fetch the bank's rate of `day`. Returns None if it is saved already or the bank is unreachable (logged).

    `db` must be in no transaction, so that no lock is held while the bank answers. The caller saves the rate.
    """
    if any(rate.day == day for rate in await list_rates(db)):
        return None
    try:
        return await fetch_rate(_get_client(runtime), runtime.settings.cbr_url, day)
    except BankUnreachable as error:
        log.warning("bank_unreachable", reason=str(error))
        return None


def _get_client(runtime: CalculatorRuntime) -> httpx2.AsyncClient:
    if runtime.http_client is None:
        runtime.http_client = create_external_client(timeout=runtime.settings.cbr_timeout_seconds)
    return runtime.http_client


async def fetch_rate(client: httpx2.AsyncClient, url: str, day: dt.date) -> BankRate:
    """Return the euro rate that holds on `day`. Raises BankUnreachable."""
    return parse_rate(await _get(client, url, {"date_req": f"{day:%d/%m/%Y}"}), day)


async def fetch_history(runtime: CalculatorRuntime, first_day: dt.date, last_day: dt.date) -> list[BankRate]:
    """Return the rates that the bank set for the days from `first_day` to `last_day`.

    The result is empty if the bank is unreachable (logged).
    """
    period = {"date_req1": f"{first_day:%d/%m/%Y}", "date_req2": f"{last_day:%d/%m/%Y}", "VAL_NM_RQ": EURO}
    try:
        document = await _get(_get_client(runtime), runtime.settings.cbr_history_url, period)
        return parse_history(document, first_day, last_day)
    except BankUnreachable as error:
        log.warning("bank_unreachable", reason=str(error))
        return []


async def _get(client: httpx2.AsyncClient, url: str, params: dict[str, str]) -> bytes:
    try:
        answer = await client.get(url, params=params)
        answer.raise_for_status()
    except httpx2.HTTPError as error:
        raise BankUnreachable(type(error).__name__) from error
    return answer.content


def parse_rate(document: bytes, day: dt.date) -> BankRate:
    """Parse the bank's document of a day. Raises BankUnreachable if it is malformed or has no valid rate for `day`."""
    try:
        root = fromstring(document)
        quoted_on = dt.datetime.strptime(root.attrib["Date"], "%d.%m.%Y").date()  # noqa: DTZ007
        euro = next(entry for entry in root.iter("Valute") if entry.findtext("CharCode") == "EUR")
        value = _parse_unit_price(euro)
    except MALFORMED_ERRORS as error:
        raise BankUnreachable(type(error).__name__) from error
    if value <= 0:
        raise BankUnreachable("the rate is not positive")
    if not dt.timedelta(0) <= day - quoted_on <= MAX_HOLIDAY_GAP:
        raise BankUnreachable("the rate is of another day")
    return BankRate(day, quoted_on, value)


def parse_history(document: bytes, first_day: dt.date, last_day: dt.date) -> list[BankRate]:
    """Parse the bank's document of a period, which has a record for each banking day. Raises BankUnreachable."""
    rates = list[BankRate]()
    try:
        for record in fromstring(document).iter("Record"):
            quoted_on = dt.datetime.strptime(record.attrib["Date"], "%d.%m.%Y").date()  # noqa: DTZ007
            rates.append(BankRate(quoted_on, quoted_on, _parse_unit_price(record)))
    except MALFORMED_ERRORS as error:
        raise BankUnreachable(type(error).__name__) from error
    if any(rate.value <= 0 for rate in rates):
        raise BankUnreachable("a rate is not positive")
    if any(not first_day <= rate.day <= last_day for rate in rates):
        raise BankUnreachable("the rates are of another period")
    return rates


def _parse_unit_price(entry: Element) -> Decimal:
    """Return the price of one unit of the currency."""
    return Decimal(_clean_number(entry.findtext("Value"))) / Decimal(_clean_number(entry.findtext("Nominal")))


def _clean_number(text: str | None) -> str:
    return (text or "").replace("\u00a0", "").replace(" ", "").replace(",", ".")
