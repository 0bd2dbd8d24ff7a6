"""Inspection records of cars: reading them for buyers, and editing them for administrators."""

from typing import Any, get_args
from uuid import UUID

from chassis.formats import MOSCOW
from chassis.web.auth import Principal
from chassis.web.errors import Conflict, Invalid, NotFound, StaleVersion, check_version, raises, require_found

from content import editing
from content.cars import queries
from content.cars.inspection_schemas import (
    FaultCreate,
    FaultRead,
    InspectionAdmin,
    InspectionRead,
    InspectionUpdate,
    Panel,
    PanelPaint,
    choose_grade,
)
from content.cars.inspection_tables import CarFault, CarInspection
from content.cars.tables import Car
from content.records import build_record
from content.runtime import Session

PANELS: tuple[Panel, ...] = get_args(Panel)
FUELS_WITH_BATTERY = {"electric", "hybrid"}
MAX_FAULTS = 40


class NoInspection(Conflict):
    code = "no_inspection"
    message = "Сначала сохраните замеры, потом добавляйте замечания"


class TooManyFaults(Conflict):
    code = "too_many_faults"
    message = "В отчёте слишком много замечаний: объедините похожие"


async def read_public_inspection(db: Session, car_id: UUID) -> InspectionRead | None:
    """Return the inspection record of a public car, or None before an inspection."""
    inspection = await queries.find_inspection(db, car_id)
    if inspection is None:
        return None
    measured_panels = [(panel, inspection.paint[panel]) for panel in PANELS if panel in inspection.paint]
    values = inspection.model_dump() | {
        "paint": [
            PanelPaint(panel=panel, microns=microns, grade=choose_grade(microns)) for panel, microns in measured_panels
        ],
        "faults": await _read_faults(db, inspection),
    }
    return InspectionRead.model_validate(values)


@raises(NotFound)
async def read_for_admin(db: Session, car_id: UUID) -> InspectionAdmin:
    """Return the record of a car, or an empty record."""
    await editing.get_record(db, Car, car_id)
    return await _build_inspection_admin(db, car_id)


async def _build_inspection_admin(db: Session, car_id: UUID) -> InspectionAdmin:
    inspection = await queries.find_inspection(db, car_id)
    if inspection is None:
        return InspectionAdmin(id=car_id)
    faults = await _read_faults(db, inspection)
    return InspectionAdmin.model_validate(inspection.model_dump() | {"id": car_id, "faults": faults})


async def _read_faults(db: Session, inspection: CarInspection) -> list[FaultRead]:
    faults = await queries.list_faults(db, inspection)
    return [FaultRead.model_validate(fault, from_attributes=True) for fault in faults]


@raises(NotFound, StaleVersion, Invalid)
async def save(db: Session, car_id: UUID, body: InspectionUpdate, *, caller: Principal) -> InspectionAdmin:
    """Replace the measurements of a car."""
    # Before the first save there is no record to lock, so the car is locked against a second save at the same time.
    car = await editing.lock_record(db, Car, car_id)
    inspection = await queries.find_inspection(db, car_id)
    check_version(body.version, inspection.version if inspection else 0)
    if body.inspected_on > db.now().astimezone(MOSCOW).date():
        raise Invalid(inspected_on="Осмотр не может быть в будущем")
    if body.battery and car.fuel not in FUELS_WITH_BATTERY:
        raise Invalid(battery="Тяговая батарея есть только у электромобилей и гибридов")
    values: dict[str, Any] = body.model_dump(mode="json", exclude={"version", "inspected_on"})
    values["inspected_on"] = body.inspected_on
    if inspection is None:
        inspection = build_record(db, CarInspection, car_id=car_id, **values)
        editing.add_record(db, inspection, caller=caller, changes=values)
    else:
        editing.apply_changes(db, inspection, values, caller=caller)
    await db.flush()
    return await _build_inspection_admin(db, car_id)


@raises(NotFound, NoInspection, TooManyFaults)
async def add_fault(db: Session, car_id: UUID, body: FaultCreate, *, caller: Principal) -> InspectionAdmin:
    """Add a fault to the record of a car."""
    inspection = await _lock_inspection(db, car_id)
    if len(await queries.list_faults(db, inspection)) >= MAX_FAULTS:
        raise TooManyFaults
    db.add(CarFault(inspection_id=inspection.id, **body.model_dump()))
    editing.mark_changed(db, inspection)
    editing.record_action(db, inspection, "add_fault", caller=caller, changes=body.model_dump())
    await db.flush()
    return await _build_inspection_admin(db, car_id)


@raises(NotFound, NoInspection)
async def delete_fault(db: Session, car_id: UUID, id: UUID, *, caller: Principal) -> InspectionAdmin:
    """Delete a fault from the record of a car."""
    inspection = await _lock_inspection(db, car_id)
    faults = await queries.list_faults(db, inspection)
    fault = require_found(next((fault for fault in faults if fault.id == id), None))
    await db.delete(fault)
    editing.mark_changed(db, inspection)
    editing.record_action(db, inspection, "delete_fault", caller=caller, changes={"text": fault.text})
    await db.flush()
    return await _build_inspection_admin(db, car_id)


@raises(NotFound)
async def delete(db: Session, car_id: UUID, *, caller: Principal) -> None:
    """Delete the record of a car with its faults; can be repeated."""
    await editing.lock_record(db, Car, car_id)
    inspection = await queries.find_inspection(db, car_id)
    if inspection is not None:
        await editing.delete_record(db, inspection, caller=caller)


async def _lock_inspection(db: Session, car_id: UUID) -> CarInspection:
    """Return the record of a car, and lock the car. Raises NotFound, NoInspection."""
    await editing.lock_record(db, Car, car_id)
    inspection = await queries.find_inspection(db, car_id)
    if inspection is None:
        raise NoInspection
    return inspection
