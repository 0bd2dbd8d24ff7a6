from chassis.features.personal_data import PersonalData, export_rows

from content.customers.tables import CustomerNote

PERSONAL_DATA = PersonalData(
    deleted=(CustomerNote.user_id,),
    cleared=(CustomerNote.author_id,),
    export=export_rows("notes_of_staff", CustomerNote.user_id, include={"text", "created_at"}),
)
