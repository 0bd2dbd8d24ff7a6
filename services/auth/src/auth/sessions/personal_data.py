from chassis.features.personal_data import PersonalData, export_rows

from auth.sessions.tables import LoginSession

PERSONAL_DATA = PersonalData(
    deleted=(LoginSession.account_id,),
    export=export_rows("sessions", LoginSession.account_id, exclude={"account_id", "device_key", "program_key"}),
)
