from chassis.features.personal_data import PersonalData, export_rows

from content.price_limits.tables import PriceLimit

PERSONAL_DATA = PersonalData(
    deleted=(PriceLimit.user_id,),
    export=export_rows(
        "price_limits",
        PriceLimit.user_id,
        include={"id", "car_id", "calculation_id", "title", "limit_rub", "is_alerting", "alerted_at", "created_at"},
    ),
)
