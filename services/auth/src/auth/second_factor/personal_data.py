from records.personal_data import PersonalData

from auth.second_factor.tables import RecoveryCode, TotpSecret

PERSONAL_DATA = PersonalData(deleted=(TotpSecret.account_id, RecoveryCode.account_id))
