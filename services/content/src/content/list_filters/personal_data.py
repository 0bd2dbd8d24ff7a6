from chassis.features.personal_data import PersonalData, export_rows

from content.list_filters.tables import ListFilter

# The search of a filter may be a customer's name, so an erasure of the administrator deletes it.
PERSONAL_DATA = PersonalData(
    deleted=(ListFilter.user_id,),
    export=export_rows("list_filters", ListFilter.user_id, include={"list", "name", "parameters", "created_at"}),
)
