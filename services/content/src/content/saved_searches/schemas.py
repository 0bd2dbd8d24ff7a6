"""Request and response bodies of saved searches, and the one form in which their filters are stored."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from chassis.fields import Search, Word, single_line, sized
from contracts.envelopes import Answer
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from content.cars.schemas import CarQuery
from content.fields import BLANK, Flag

Price = Annotated[int, Field(ge=0, le=10**12)]
Year = Annotated[int, Field(ge=1900, le=2100)]
SearchName = Annotated[str, AfterValidator(single_line), sized(1, 80)]


class CarFilters(BaseModel):
    """The filters of the catalogue, as in its address. Several values of one filter are separated by commas."""

    model_config = ConfigDict(extra="forbid")
    q: Annotated[Search | None, BLANK] = None
    brand: Annotated[Word | None, BLANK] = None
    body_type: Annotated[Word | None, BLANK] = None
    fuel: Annotated[Word | None, BLANK] = None
    tag: Annotated[Word | None, BLANK] = None
    price_min: Annotated[Price | None, BLANK] = None
    price_max: Annotated[Price | None, BLANK] = None
    year_min: Annotated[Year | None, BLANK] = None
    year_max: Annotated[Year | None, BLANK] = None
    mileage_max: Annotated[Annotated[int, Field(ge=0, le=10_000_000)] | None, BLANK] = None

    def stored(self) -> dict[str, Any]:
        """The filters that have a value."""
        return self.model_dump(exclude_none=True)

    def query(self) -> CarQuery:
        """The request for the catalogue with these filters."""
        return CarQuery(**self.stored())


class SavedSearchCreate(BaseModel):
    name: SearchName
    filters: CarFilters


class SavedSearchUpdate(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: SearchName | None = None
    alerts: Flag | None = None


class SavedSearchRead(BaseModel):
    """A saved search. `cars` is how many cars on offer match it now."""

    id: UUID
    name: str
    filters: CarFilters
    alerts: bool
    alerted_at: datetime | None
    created_at: datetime
    cars: int


class SavedSearchAnswer(Answer):
    search: SavedSearchRead


class SavedSearchList(Answer):
    searches: list[SavedSearchRead]
    total: int
