"""Public routes: the tariff editions with their legal sources, and the euro rate."""

import datetime as dt

from chassis.web.errors import document_errors
from fastapi import APIRouter

from calculator.duty.tariffs import Edition
from calculator.editions.registry import load_editions
from calculator.editions.schemas import EditionRead, EditionsRead, SourceRead, State
from calculator.euro.rates import FIXED_RATE, list_rates_by_banking_day
from calculator.euro.schemas import BankRateRead, EuroRateRead, QuotedRate, RateHistoryRead, RatesRead
from calculator.policy.policy import get_customs_day
from calculator.policy.service import SHOWN_HISTORY, get_policy
from calculator.runtime import CurrentRuntime

router = APIRouter(tags=["calculator"])
MAX_BANK_RATES = 30


def _get_state(edition: Edition, today: dt.date) -> State:
    if edition.status == "prepared" or edition.starts > today:
        return "prepared"
    return "in_force" if edition.is_in_force_on(today) else "ended"


@router.get("/api/calculator/editions", responses=document_errors(get_policy))
async def tariff_editions(runtime: CurrentRuntime) -> EditionsRead:
    """List the tariff editions with their dates and legal sources."""
    today = get_customs_day(runtime.now())
    default = get_policy(runtime).default_edition
    edition_in_force = load_editions().find_in_force(today)
    return EditionsRead(
        default=default,
        current=edition_in_force.id if edition_in_force else None,
        editions=[_serialize_edition(edition, today, default) for edition in load_editions()],
    )


def _serialize_edition(edition: Edition, today: dt.date, default: str) -> EditionRead:
    acts = {table.source.citation: table.source for table in edition.list_tables()}
    return EditionRead(
        **edition.model_dump(include={"id", "title", "starts", "ends"}),
        state=_get_state(edition, today),
        isDefault=edition.id == default,
        vatPercent=float(edition.vat.percent.value),
        fingerprint=load_editions().get_fingerprint(edition),
        sources=[
            SourceRead(**source.model_dump(exclude={"in_force"}), inForce=source.in_force) for source in acts.values()
        ],
    )


@router.get("/api/calculator/rates", responses=document_errors(get_policy))
async def euro_rates(runtime: CurrentRuntime) -> RatesRead:
    """Return the euro rate in use today and where it comes from."""
    policy = get_policy(runtime)
    rate = policy.get_rate_on(get_customs_day(runtime.now()))
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


@router.get("/api/calculator/rates/history", responses=document_errors(get_policy))
async def euro_rate_history(runtime: CurrentRuntime) -> RateHistoryRead:
    """List the central bank's euro rates of the last 12 months, whatever rate is in use."""
    first_day = get_customs_day(runtime.now()) - SHOWN_HISTORY
    rates = list_rates_by_banking_day(get_policy(runtime).bank_rates, first_day)
    return RateHistoryRead(rates=[QuotedRate(date=day, value=float(value)) for day, value in rates.items()])
