from chassis.features.personal_data import PersonalData, export_rows

from content.payments.tables import Payment

PERSONAL_DATA = PersonalData(
    cleared=(Payment.user_id,), export=export_rows("payments", Payment.user_id, exclude={"version"})
)
