from chassis.features.personal_data import PersonalData, export_rows

from content.bookings.tables import Booking

PERSONAL_DATA = PersonalData(
    deleted=(Booking.user_id,), export=export_rows("bookings", Booking.user_id, exclude={"calendar", "version"})
)
