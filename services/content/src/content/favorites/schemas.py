from datetime import datetime

from contracts.envelopes import Answer
from pydantic import BaseModel

from content.cars.schemas import CarSummary
from content.fields import OptionalNote


class FavoriteRead(CarSummary):
    """A car in favourites, with the user's note and the price they saw last."""

    note: str | None
    seen_price_rub: int | None
    added_at: datetime


class FavoriteList(Answer):
    favorites: list[FavoriteRead]
    total: int


class FavoriteNote(BaseModel):
    note: OptionalNote = None


class FavoriteAnswer(Answer):
    favorite: FavoriteRead
