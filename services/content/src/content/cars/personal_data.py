from chassis.features.personal_data import PersonalData, export_rows

from content.cars.tables import Favorite

PERSONAL_DATA = PersonalData(
    deleted=(Favorite.user_id,), export=export_rows("favorites", Favorite.user_id, newest_by=Favorite.created_at)
)
