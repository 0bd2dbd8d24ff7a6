from datetime import datetime

from pydantic import BaseModel

from content.cars.schemas import CarSummary
from content.fields import MaybeNote


class FavoriteRead(CarSummary):
    """A car in favourites, with the owner's note and the price he saw last."""

    note: str | None
    seen_price_rub: int | None
    added_at: datetime


class FavoriteList(BaseModel):
    success: bool = True
    favorites: list[FavoriteRead]
    total: int


class FavoriteNote(BaseModel):
    note: MaybeNote = None


class FavoriteAnswer(BaseModel):
    success: bool = True
    favorite: FavoriteRead
