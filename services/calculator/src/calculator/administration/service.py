"""Change and preview of the calculator's policy: default edition and source of the euro rate."""

from datetime import date
from decimal import Decimal
from typing import Any

from chassis.events import outbox
from chassis.features.audit import add_entry
from chassis.web.auth import Principal
from chassis.web.errors import Invalid, check_version

from calculator.administration.schemas import PolicyPreviewRead, PolicyRead, PolicySettings, PolicyUpdate, SamplePreview
from calculator.administration.tables import AuditEntry
from calculator.duty.imports import Import, Importer, Power
from calculator.duty.payments import assess
from calculator.duty.tariffs import Edition
from calculator.editions.registry import require_edition
from calculator.estimates.schemas import AmountsRead
from calculator.estimates.service import serialize_amounts
from calculator.euro.bank import fetch_if_missing
from calculator.euro.queries import list_rates, save_rate
from calculator.euro.rates import BankRate
from calculator.euro.schemas import EuroRateRead
from calculator.policy.policy import Policy, get_customs_day
from calculator.policy.queries import get_policy_row
from calculator.policy.service import make_policy, set_policy
from calculator.policy.tables import PolicyRow
from calculator.runtime import CalculatorRuntime, Session


def serialize_policy(policy: Policy, today: date) -> PolicyRead:
    """Return the policy with the euro rate of the day."""
    rate = policy.get_rate_on(today)
    return PolicyRead(
        settings=PolicySettings(
            defaultEdition=policy.default_edition,
            euroRateSource=policy.rate_source,
            manualRate=float(policy.manual_value) if policy.manual_value is not None else None,
            manualDate=policy.manual_date,
            version=policy.version,
        ),
        eurRate=EuroRateRead(value=float(rate.value), date=rate.date, source=rate.source),
        warning=rate.message or None,
    )


async def change_policy(
    db: Session, runtime: CalculatorRuntime, update: PolicyUpdate, *, caller: Principal
) -> PolicyRead:
    """Change the policy, record the audit entry and publish the event. Raises StaleVersion, Invalid."""
    today = get_customs_day(runtime.now())
    # The transaction has run no statement yet, so that no row is locked while the bank answers.
    fetched_rate = await _fetch_rate(runtime, update, today)
    row = await get_policy_row(db, for_update=True)
    previous_policy = make_policy(row, ())
    check_version(update.version, previous_policy.version)
    row = row or PolicyRow(
        default_edition=previous_policy.default_edition,
        rate_source=previous_policy.rate_source,
        version=0,
        updated_at=runtime.now(),
    )
    _apply_update(row, update, today)
    row.version = previous_policy.version + 1
    row.updated_at = runtime.now()
    db.add(row)
    await db.flush()
    if fetched_rate:
        await save_rate(db, fetched_rate, fetched_at=runtime.now())
    policy = make_policy(row, await list_rates(db))
    await outbox.record(db, policy.build_change_event(today))
    changes = {"before": _serialize_for_audit(previous_policy), "after": _serialize_for_audit(policy)}
    add_entry(db, AuditEntry, caller=caller, action="policy.changed", entity="policy", entity_id=None, changes=changes)
    # This replica applies the new policy at once; the others receive the event.
    db.after_commit(set_policy, runtime, policy)
    return serialize_policy(policy, today)


async def _fetch_rate(runtime: CalculatorRuntime, update: PolicyUpdate, today: date) -> BankRate | None:
    """Fetch today's rate if the bank is the source after this update and the rate is not saved yet."""
    async with runtime.database.reading() as reader:
        source = update.euroRateSource or make_policy(await get_policy_row(reader), ()).rate_source
        if source != "central_bank":
            return None
        return await fetch_if_missing(reader, runtime, today)


def _apply_update(row: PolicyRow, update: PolicyUpdate, today: date) -> None:
    """Set the sent fields. Raises Invalid for an unknown or prepared edition, and if the manual rate is missing."""
    if update.defaultEdition is not None:
        edition = require_edition(update.defaultEdition, "defaultEdition")
        if edition.status == "prepared":
            raise Invalid(defaultEdition="Эта редакция подготовлена, но ещё не проверена и не включена")
        row.default_edition = edition.id
    if update.manualRate is not None:
        row.manual_value = update.manualRate
        row.manual_date = update.manualDate or today
    elif update.manualDate is not None and row.manual_value is not None:
        row.manual_date = update.manualDate
    if update.euroRateSource is not None:
        row.rate_source = update.euroRateSource
    if row.rate_source == "manual" and row.manual_value is None:
        raise Invalid(manualRate="Укажите курс, ₽ за евро")


def _serialize_for_audit(policy: Policy) -> dict[str, Any]:
    return {
        "defaultEdition": policy.default_edition,
        "euroRateSource": policy.rate_source,
        "manualRate": None if policy.manual_value is None else f"{policy.manual_value:f}",
        "manualDate": policy.manual_date.isoformat() if policy.manual_date else None,
        "version": policy.version,
    }


def _build_sample_car(
    *, importer: Importer, price: int, cc: int, age: int, hp: int, is_electric: bool = False
) -> Import:
    return Import(
        price=Decimal(price),
        engine_cc=cc,
        age=Decimal(age),
        # The fuel does not matter for an electric car.
        fuel="petrol",
        importer=importer,
        is_electric=is_electric,
        is_commercial=False,
        power=Power(Decimal(hp), "hp"),
    )


SAMPLES: dict[str, Import] = {
    "Физическое лицо, 2,0 л, 4 года, 150 л. с.": _build_sample_car(
        importer="personal", price=3_000_000, cc=2000, age=4, hp=150
    ),
    "Физическое лицо, 2,0 л, 4 года, 249 л. с.": _build_sample_car(
        importer="personal", price=3_000_000, cc=2000, age=4, hp=249
    ),
    "Физическое лицо, 1,5 л, 2 года, 150 л. с.": _build_sample_car(
        importer="personal", price=1_800_000, cc=1500, age=2, hp=150
    ),
    "Физическое лицо, 4,4 л, 2 года, 530 л. с.": _build_sample_car(
        importer="personal", price=9_000_000, cc=4400, age=2, hp=530
    ),
    "Физическое лицо, электромобиль, 1 год, 204 л. с.": _build_sample_car(
        importer="personal", price=4_500_000, cc=0, age=1, hp=204, is_electric=True
    ),
    "Юридическое лицо, 2,0 л, 1 год, 249 л. с.": _build_sample_car(
        importer="legal", price=4_000_000, cc=2000, age=1, hp=249
    ),
    "Юридическое лицо, 3,0 л, 8 лет, 200 л. с.": _build_sample_car(
        importer="legal", price=1_200_000, cc=3000, age=8, hp=200
    ),
}


def preview_policy(
    policy: Policy, next_edition: Edition, euro_rate: Decimal | None, *, today: date
) -> PolicyPreviewRead:
    """Return the payments of sample cars by the edition of the policy, and by another edition or rate.

    Without `euro_rate` the rate stays as it is.
    """
    current_edition = policy.get_edition()
    rate = policy.get_rate_on(today).value
    samples = []
    for title, car in SAMPLES.items():
        assessment_before = assess(car, current_edition, rate)
        assessment_after = assess(car, next_edition, euro_rate or rate)
        samples.append(
            SamplePreview(
                title=title,
                before=AmountsRead.model_validate(serialize_amounts(assessment_before)),
                after=AmountsRead.model_validate(serialize_amounts(assessment_after)),
                difference=assessment_after.total_customs - assessment_before.total_customs,
            )
        )
    return PolicyPreviewRead(before=current_edition.id, after=next_edition.id, samples=samples)
