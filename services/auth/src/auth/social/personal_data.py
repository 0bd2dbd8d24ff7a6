from chassis.features.personal_data import PersonalData, export_rows

from auth.social.tables import AuthorizationRequest, SocialIdentity

PERSONAL_DATA = PersonalData(
    deleted=(SocialIdentity.account_id, AuthorizationRequest.account_id),
    export=export_rows("identities", SocialIdentity.account_id, exclude={"account_id"}),
)
