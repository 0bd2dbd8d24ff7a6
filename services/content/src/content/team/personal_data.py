from chassis.features.personal_data import PersonalData

from content.team.tables import Presence, TeamMember

PERSONAL_DATA = PersonalData(
    deleted=(Presence.user_id,),
    cleared=(TeamMember.user_id,),
    # The company's address and number, which the site shows.
    kept=(TeamMember.email, TeamMember.phone),
)
