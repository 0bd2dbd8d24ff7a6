from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from auth.accounts.schemas import Done

Purpose = Literal["terms", "privacy", "marketing"]


class GiveConsent(BaseModel):
    purpose: Purpose


class ConsentRead(BaseModel):
    purpose: Purpose
    version: str
    given_at: datetime
    withdrawn_at: datetime | None
    ip: str


class Consents(Done):
    consents: list[ConsentRead]
