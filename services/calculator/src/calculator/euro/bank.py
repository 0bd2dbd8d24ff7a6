"""The central bank's daily XML: windows-1251, a decimal comma, a price for `Nominal` units."""

import datetime as dt
from decimal import Decimal, InvalidOperation
from xml.etree.ElementTree import ParseError

import httpx2
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from calculator.euro.rates import BankRate

# Between the day asked for and the banking day that set its rate lie the long holidays of January at most.
LONGEST_HOLIDAYS = dt.timedelta(days=14)


class BankUnreachable(Exception):
    """No answer, or not the bank's: the last good rate stays in use."""


async def fetch_rate(client: httpx2.AsyncClient, url: str, day: dt.date) -> BankRate:
    """The euro rate that holds on `day`. Raises BankUnreachable."""
    try:
        answer = await client.get(url, params={"date_req": f"{day:%d/%m/%Y}"})
        answer.raise_for_status()
    except httpx2.HTTPError as error:
        raise BankUnreachable(type(error).__name__) from error
    return parse_rate(answer.content, day)


def parse_rate(document: bytes, day: dt.date) -> BankRate:
    """Raises BankUnreachable when the document is not what the bank publishes."""
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
