from datetime import datetime
from typing import Literal

from contracts.envelopes import Answer
from pydantic import BaseModel

Purpose = Literal["terms", "privacy", "marketing"]


class GiveConsent(BaseModel):
    purpose: Purpose


class ConsentRead(BaseModel):
    purpose: Purpose
    version: str
    given_at: datetime
    withdrawn_at: datetime | None
    ip: str


class Consents(Answer):
    consents: list[ConsentRead]
