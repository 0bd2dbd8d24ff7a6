"""Personal data of reservations. An erasure ends active reservations. A paid one stays, without its buyer."""

from datetime import datetime
from uuid import UUID

from chassis.features.personal_data import PersonalData, export_rows

from content.reservations import service
from content.reservations.tables import Reservation
from content.runtime import Session


async def _erase(db: Session, user_id: UUID, at: datetime) -> str | None:
    is_refund_due = await service.end_reservations_of_user(db, user_id)
    if not is_refund_due:
        return None
    return "Оплаченная бронь без имени покупателя, пока деньги не возвращены"


PERSONAL_DATA = PersonalData(
    cleared=(Reservation.user_id,),
    erase=_erase,
    export=export_rows("reservations", Reservation.user_id, exclude={"version", "warned_at"}),
)
