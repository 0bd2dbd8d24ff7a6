from datetime import date
from typing import Any, ClassVar
from uuid import UUID

from chassis.database.tables import Entity
from sqlalchemy import Column, ForeignKey, Text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlmodel import Field

from content.records import Record


class CarInspection(Record, table=True):
    """Measurements of a car: paint in microns by panel, tyres by wheel, the drive battery."""

    entity: ClassVar[str] = "car_inspection"
    cached_in: ClassVar = "cars"
    withheld: ClassVar[set[str]] = {"inspector"}
    __tablename__ = "car_inspections"
    car_id: UUID = Field(sa_column=Column(ForeignKey("cars.id", ondelete="CASCADE"), nullable=False, unique=True))
    inspected_on: date
    inspector: str | None = None
    place: str | None = None
    summary: str | None = None
    paint: dict[str, int] = Field(default_factory=dict, sa_column=Column(JSONB, nullable=False))
    tyres: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSONB, nullable=False))
    tyre_season: str | None = None
    battery: dict[str, Any] | None = Field(default=None, sa_column=Column(JSONB(none_as_null=True)))


class CarFault(Entity, table=True):
    """A fault that an inspection found, with its pictures."""

    __tablename__ = "car_faults"
    inspection_id: UUID = Field(
        sa_column=Column(ForeignKey("car_inspections.id", ondelete="CASCADE"), nullable=False, index=True)
    )
    panel: str | None = None
    text: str
    pictures: list[str] = Field(default_factory=list, sa_column=Column(ARRAY(Text), nullable=False))
