from chassis.features.personal_data import PersonalData

from notifications.campaigns.tables import Campaign

# The id of an administrator.
PERSONAL_DATA = PersonalData(kept=(Campaign.created_by,))
