"""Euro rate of the central bank for a day, fetched once.

The daily XML uses windows-1251, a decimal comma, and a price for `Nominal` units.
"""

import datetime as dt
from decimal import Decimal, InvalidOperation
from xml.etree.ElementTree import ParseError

import httpx2
import structlog
from chassis.web.http import external_client
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from calculator.euro.queries import list_rates
from calculator.euro.rates import BankRate
from calculator.runtime import CalculatorRuntime, Session

log = structlog.get_logger()
# The longest gap between a day and the banking day that set its rate: the January holidays.
LONGEST_HOLIDAYS = dt.timedelta(days=14)


class BankUnreachable(Exception):
    """The bank did not answer, or not with its document. The last known rate stays in use."""


async def fetch_if_missing(db: Session, runtime: CalculatorRuntime, day: dt.date) -> BankRate | None:
    """Fetch the bank's rate of `day`. Returns None if it is saved already or the bank is unreachable (logged).

    `db` must be in no transaction, so that no lock is held while the bank answers. The caller saves the rate.
    """
    if any(rate.day == day for rate in await list_rates(db)):
        return None
    settings = runtime.settings
    if runtime.http_client is None:
        runtime.http_client = external_client(timeout=settings.cbr_timeout_seconds)
    try:
        return await fetch_rate(runtime.http_client, settings.cbr_url, day)
    except BankUnreachable as error:
        log.warning("bank_unreachable", reason=str(error))
        return None


async def fetch_rate(client: httpx2.AsyncClient, url: str, day: dt.date) -> BankRate:
    """The euro rate that holds on `day`. Raises BankUnreachable."""
    try:
        answer = await client.get(url, params={"date_req": f"{day:%d/%m/%Y}"})
        answer.raise_for_status()
    except httpx2.HTTPError as error:
        raise BankUnreachable(type(error).__name__) from error
    return parse_rate(answer.content, day)


def parse_rate(document: bytes, day: dt.date) -> BankRate:
    """Parse the bank's document. Raises BankUnreachable if it has another form."""
    try:
        root = fromstring(document)
        quoted_on = dt.datetime.strptime(root.attrib["Date"], "%d.%m.%Y").date()  # noqa: DTZ007
        euro = next(entry for entry in root.iter("Valute") if entry.findtext("CharCode") == "EUR")
        nominal = Decimal(_figure(euro.findtext("Nominal")))
        value = Decimal(_figure(euro.findtext("Value"))) / nominal
    except (
        ParseError,
        DefusedXmlException,
        LookupError,
        ValueError,
        StopIteration,
        InvalidOperation,
        ZeroDivisionError,
    ) as error:
        raise BankUnreachable(type(error).__name__) from error
    if value <= 0 or not dt.timedelta(0) <= day - quoted_on <= LONGEST_HOLIDAYS:
        raise BankUnreachable("the rate is of another day")
    return BankRate(day, quoted_on, value)


def _figure(text: str | None) -> str:
    return (text or "").replace("\u00a0", "").replace(" ", "").replace(",", ".")
