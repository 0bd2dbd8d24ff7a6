"""The tariff editions in answers."""

import datetime as dt
from typing import Literal

from contracts.envelopes import Answer
from pydantic import BaseModel, Field

State = Literal["ended", "in_force", "prepared"]


class SourceRead(BaseModel):
    """A legal act that the edition uses."""

    act: str
    article: str | None
    inForce: str
    mark: str = Field(
        description="How well the figure is confirmed: V by two or more sources, 1 by one, M from memory, D computed."
    )


class EditionRead(BaseModel):
    id: str
    title: str
    starts: dt.date
    ends: dt.date | None
    state: State
    isDefault: bool
    vatPercent: float
    fingerprint: str = Field(description="Digest of all rates. Equal digests mean equal figures.")
    sources: list[SourceRead]


class EditionsRead(Answer):
    default: str
    current: str | None = Field(description="The edition in force today.")
    editions: list[EditionRead]
