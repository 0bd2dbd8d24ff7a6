from chassis.features.personal_data import PersonalData, export_rows

from notifications.channels.tables import Delivery, PushSubscription

EXPORTED_COLUMNS = {"channel", "type", "title", "state", "created_at", "finished_at"}
DELIVERIES = PersonalData(
    deleted=(Delivery.user_id,), export=export_rows("deliveries", Delivery.user_id, include=EXPORTED_COLUMNS)
)
BROWSERS = PersonalData(
    deleted=(PushSubscription.user_id,),
    export=export_rows("push_subscriptions", PushSubscription.user_id, include={"endpoint", "created_at"}),
)
