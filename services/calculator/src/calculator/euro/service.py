"""The central bank's rate of a day, fetched once."""

from datetime import date

import structlog

from calculator.euro.bank import BankUnreachable, fetch_rate
from calculator.euro.queries import list_rates
from calculator.euro.rates import BankRate
from calculator.http_client import http_client_of
from calculator.runtime import Runtime, Session

log = structlog.get_logger()


async def fetch_if_missing(db: Session, runtime: Runtime, day: date) -> BankRate | None:
    """The bank's rate of `day`; None when it is saved already, or when the bank is unreachable, which is only logged.

    `db` only reads and is in no transaction: nothing waits for the bank. The caller saves the rate.
    """
    if any(rate.day == day for rate in await list_rates(db)):
        return None
    try:
        return await fetch_rate(http_client_of(runtime), runtime.settings.cbr_url, day)
    except BankUnreachable as error:
        log.warning("bank_unreachable", reason=str(error))
        return None
