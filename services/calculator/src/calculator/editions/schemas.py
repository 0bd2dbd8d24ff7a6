"""The tariff editions in answers."""

import datetime as dt
from typing import Literal

from contracts.envelopes import Answer
from pydantic import BaseModel, Field

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


class EditionsRead(Answer):
    default: str
    current: str | None = Field(description="Редакция, действующая сегодня")
    editions: list[EditionRead]
