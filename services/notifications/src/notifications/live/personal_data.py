from chassis.features.personal_data import PersonalData

from notifications.live.tables import LiveLog, OpenStream

# The row of an open stream is deleted when the stream ends, which the end of the user's sessions brings about.
PERSONAL_DATA = PersonalData(deleted=(LiveLog.user_id,), kept=(OpenStream.user_id,))
