from chassis.features.personal_data import PersonalData

from notifications.campaigns.tables import Campaign

# `created_by` is the id of an administrator. It stays, because campaigns are kept.
PERSONAL_DATA = PersonalData(kept=(Campaign.created_by,))
