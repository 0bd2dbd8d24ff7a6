"""The tariff editions: their dates, what they consist of, and the acts behind them."""

import datetime as dt
from typing import Literal

from chassis.app import Rt
from chassis.errors import Unavailable, documented
from fastapi import APIRouter
from pydantic import BaseModel, Field

from calculator.duty.tariffs import Edition
from calculator.editions.registry import load_editions
from calculator.policy.current import customs_day
from calculator.policy.local_copy import get_policy

router = APIRouter(tags=["calculator"])

State = Literal["ended", "in_force", "prepared"]


class SourceRead(BaseModel):
    """One act, as the edition uses it."""

    act: str
    article: str | None
    inForce: str
    mark: str = Field(description="Надёжность: V — два источника и более, 1 — один, M — по памяти, D — вычислено")


class EditionRead(BaseModel):
    id: str
    title: str
    starts: dt.date
    ends: dt.date | None
    state: State
    isDefault: bool
    vatPercent: float
    fingerprint: str = Field(description="Отпечаток всех ставок: тот же отпечаток — те же цифры")
    sources: list[SourceRead]


class EditionsRead(BaseModel):
    success: Literal[True] = True
    default: str
    current: str | None = Field(description="Редакция, действующая сегодня")
    editions: list[EditionRead]


def state_of(edition: Edition, today: dt.date) -> State:
    if edition.status == "prepared" or edition.starts > today:
        return "prepared"
    return "in_force" if edition.holds(today) else "ended"


@router.get("/api/calculator/editions", responses=documented(Unavailable))
async def tariff_editions(rt: Rt) -> EditionsRead:
    """The tariff editions with their dates and legal sources."""
    today, default = customs_day(rt.clock()), get_policy(rt).default_edition
    in_force = load_editions().on(today)
    return EditionsRead(
        default=default,
        current=in_force.id if in_force else None,
        editions=[_read(edition, today, default) for edition in load_editions()],
    )


def _read(edition: Edition, today: dt.date, default: str) -> EditionRead:
    acts = {table.source.citation: table for table in edition.tables()}
    return EditionRead(
        id=edition.id,
        title=edition.title,
        starts=edition.starts,
        ends=edition.ends,
        state=state_of(edition, today),
        isDefault=edition.id == default,
        vatPercent=float(edition.vat.percent.value),
        fingerprint=load_editions().fingerprint(edition),
        sources=[
            SourceRead(
                act=table.source.act,
                article=table.source.article,
                inForce=table.source.in_force,
                mark=table.source.mark,
            )
            for table in acts.values()
        ],
    )
