from datetime import datetime
from typing import Annotated, Any, Literal

from contracts.envelopes import Answer
from pydantic import BaseModel, BeforeValidator, Field

from status.client_logs.tables import LogGroupColumns

Level = Literal["debug", "info", "warn", "warning", "error", "fatal"]


class LogLine(BaseModel):
    """One line as the browser sends it."""

    level: Level
    context: str = Field("", max_length=200)
    message: str = Field(min_length=1, max_length=4000)
    data: Any = None
    userId: str | None = Field(None, max_length=64, description="Not used: the id comes from the access token")
    sessionId: str | None = Field(None, max_length=64)


class Accepted(Answer):
    accepted: int


class LogGroupRead(LogGroupColumns):
    pass


class LogEntryRead(BaseModel):
    id: Annotated[str, BeforeValidator(str)]
    level: str
    context: str
    message: str
    data: Any
    user_id: str | None
    session_id: str | None
    created_at: datetime
