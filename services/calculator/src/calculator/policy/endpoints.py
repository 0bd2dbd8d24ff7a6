"""Public routes: the tariff editions with their legal sources, and the euro rate."""

import datetime as dt

from chassis.web.errors import documented
from fastapi import APIRouter

from calculator.duty.tariffs import Edition
from calculator.editions.registry import load_editions
from calculator.editions.schemas import EditionRead, EditionsRead, SourceRead, State
from calculator.euro.rates import FIXED_RATE, rates_by_banking_day
from calculator.euro.schemas import BankRateRead, EuroRateRead, QuotedRate, RateHistoryRead, RatesRead
from calculator.policy.current import customs_day
from calculator.policy.service import SHOWN_HISTORY, get_policy
from calculator.runtime import Rt

router = APIRouter(tags=["calculator"])
MAX_BANK_RATES = 30


def state_of(edition: Edition, today: dt.date) -> State:
    if edition.status == "prepared" or edition.starts > today:
        return "prepared"
    return "in_force" if edition.holds(today) else "ended"


@router.get("/api/calculator/editions", responses=documented(get_policy))
async def tariff_editions(rt: Rt) -> EditionsRead:
    """List the tariff editions with their dates and legal sources."""
    today = customs_day(rt.now())
    default = get_policy(rt).default_edition
    in_force = load_editions().on(today)
    return EditionsRead(
        default=default,
        current=in_force.id if in_force else None,
        editions=[_read(edition, today, default) for edition in load_editions()],
    )


def _read(edition: Edition, today: dt.date, default: str) -> EditionRead:
    acts = {table.source.citation: table.source for table in edition.tables()}
    return EditionRead(
        **edition.model_dump(include={"id", "title", "starts", "ends"}),
        state=state_of(edition, today),
        isDefault=edition.id == default,
        vatPercent=float(edition.vat.percent.value),
        fingerprint=load_editions().fingerprint(edition),
        sources=[
            SourceRead(**source.model_dump(exclude={"in_force"}), inForce=source.in_force) for source in acts.values()
        ],
    )


@router.get("/api/calculator/rates", responses=documented(get_policy))
async def euro_rates(rt: Rt) -> RatesRead:
    """Return the euro rate in use today and where it comes from."""
    policy = get_policy(rt)
    rate = policy.rate_on(customs_day(rt.now()))
    return RatesRead(
        eurRate=EuroRateRead(value=float(rate.value), date=rate.date, source=rate.source),
        source=policy.rate_source,
        fixed=float(FIXED_RATE),
        warning=rate.warning,
        message=rate.message or None,
        bank=[
            BankRateRead(day=bank_rate.day, date=bank_rate.quoted_on, value=float(bank_rate.value))
            for bank_rate in policy.bank_rates[:MAX_BANK_RATES]
        ],
    )


@router.get("/api/calculator/rates/history", responses=documented(get_policy))
async def euro_rate_history(rt: Rt) -> RateHistoryRead:
    """List the central bank's euro rates of the last 12 months, whatever rate is in use."""
    first = customs_day(rt.now()) - SHOWN_HISTORY
    rates = rates_by_banking_day(get_policy(rt).bank_rates, first)
    return RateHistoryRead(rates=[QuotedRate(date=day, value=float(value)) for day, value in rates.items()])
