from chassis.features.personal_data import PersonalData, export_rows

from auth.second_factor.tables import Passkey, PasskeyChallenge, RecoveryCode, TotpSecret

PERSONAL_DATA = PersonalData(
    deleted=(Passkey.account_id, PasskeyChallenge.account_id, TotpSecret.account_id, RecoveryCode.account_id),
    export=export_rows("passkeys", Passkey.account_id, include={"name", "created_at", "last_used_at"}),
)
