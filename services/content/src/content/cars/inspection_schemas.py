"""The inspection record of a car: paint by panel, tyres, battery and faults."""

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer

from content.fields import Day, Note, OptionalLine, OptionalNote, Version, WebAddress, WholeNumber

Panel = Literal[
    "hood", "roof", "boot", "left_front_wing", "left_front_door", "left_rear_door", "left_rear_wing",
    "right_front_wing", "right_front_door", "right_rear_door", "right_rear_wing",
]  # fmt: skip
Wheel = Literal["left_front", "right_front", "left_rear", "right_rear"]
Season = Literal["summer", "winter", "all_season"]
Grade = Literal["factory", "thick", "repainted", "levelled", "filled"]
# The highest reading of each grade, in microns. A higher reading is `filled`. Source: the documentation of paint
# gauges, summarized in the article "tolshchina-kraski" of the blog.
GRADES: tuple[tuple[int, Grade], ...] = ((150, "factory"), (200, "thick"), (350, "repainted"), (1000, "levelled"))

Microns = Annotated[WholeNumber, Field(ge=20, le=5000)]
FLOAT_IN_JSON = PlainSerializer(lambda value: float(value), return_type=float)
TreadMillimetres = Annotated[Decimal, Field(ge=0, le=20, max_digits=4, decimal_places=1), FLOAT_IN_JSON]
HealthPercent = Annotated[Decimal, Field(gt=0, le=100, max_digits=4, decimal_places=1), FLOAT_IN_JSON]
KilowattHours = Annotated[Decimal, Field(gt=0, le=300, max_digits=5, decimal_places=1), FLOAT_IN_JSON]


def choose_grade(microns: int) -> Grade:
    """Return the grade of a panel by its thickest reading, in microns."""
    return next((grade for highest, grade in GRADES if microns <= highest), "filled")


class Tyre(BaseModel):
    """`tread_mm` is the smallest reading across the tyre."""

    model_config = ConfigDict(extra="forbid")
    tread_mm: TreadMillimetres
    name: OptionalLine = None


class Battery(BaseModel):
    """The drive battery: its health, measured under load, and its usable capacity in kWh."""

    model_config = ConfigDict(extra="forbid")
    health_percent: HealthPercent
    capacity_kwh: KilowattHours | None = None


class PanelPaint(BaseModel):
    panel: Panel
    microns: int
    grade: Grade


class FaultRead(BaseModel):
    id: UUID
    panel: Panel | None
    text: str
    pictures: list[str]


class InspectionRead(BaseModel):
    """The measurements and faults of a car. A panel or tyre that was not measured is left out."""

    inspected_on: date
    inspector: str | None
    place: str | None
    summary: str | None
    paint: list[PanelPaint]
    tyres: dict[Wheel, Tyre]
    tyre_season: Season | None
    battery: Battery | None
    faults: list[FaultRead]


class InspectionUpdate(BaseModel):
    """All measurements of a car. `version` is 0 for a car without a record."""

    inspected_on: Day
    inspector: OptionalLine = None
    place: OptionalLine = None
    summary: OptionalNote = None
    paint: dict[Panel, Microns] = {}
    tyres: dict[Wheel, Tyre] = {}
    tyre_season: Season | None = None
    battery: Battery | None = None
    version: Version


class InspectionAdmin(BaseModel):
    """The record as an administrator edits it; before the first save its version is 0. `id` is the id of the car."""

    id: UUID
    version: int = 0
    inspected_on: date | None = None
    inspector: str | None = None
    place: str | None = None
    summary: str | None = None
    paint: dict[Panel, int] = {}
    tyres: dict[Wheel, Tyre] = {}
    tyre_season: Season | None = None
    battery: Battery | None = None
    faults: list[FaultRead] = []


class FaultCreate(BaseModel):
    """A fault with its pictures. `panel` is left out for a fault that is not on the body."""

    panel: Panel | None = None
    text: Annotated[Note, Field(min_length=1)]
    pictures: Annotated[list[WebAddress], Field(max_length=10)] = []
