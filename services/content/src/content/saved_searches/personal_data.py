from chassis.features.personal_data import PersonalData, export_rows

from content.saved_searches.tables import SavedSearch

PERSONAL_DATA = PersonalData(
    deleted=(SavedSearch.user_id,),
    export=export_rows(
        "saved_searches",
        SavedSearch.user_id,
        include={"id", "name", "filters", "is_alerting", "alerted_at", "created_at"},
    ),
)
