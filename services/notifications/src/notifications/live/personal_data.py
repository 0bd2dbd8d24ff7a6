from chassis.features.personal_data import PersonalData

from notifications.live.tables import LiveLog, OpenStream

# The row of an open stream is deleted when the stream ends. The end of the user's sessions ends the stream.
PERSONAL_DATA = PersonalData(deleted=(LiveLog.user_id,), kept=(OpenStream.user_id,))
