"""Every route of auth, feature by feature."""

from auth.administration.csv_export_endpoints import router as csv_exports
from auth.administration.endpoints import router as administration
from auth.avatars.endpoints import router as avatars
from auth.botcheck.endpoints import router as botcheck
from auth.confirmation.endpoints import router as confirmation
from auth.consents.endpoints import router as consents
from auth.email_validation.endpoints import router as emails
from auth.keys.endpoints import router as keys
from auth.login.endpoints import router as login
from auth.passkeys.endpoints import router as passkeys
from auth.passwords.endpoints import router as passwords
from auth.personal_data.endpoints import router as personal_data
from auth.profile.endpoints import router as profile
from auth.registration.endpoints import router as registration
from auth.second_factor.endpoints import router as second_factor
from auth.sessions.endpoints import router as sessions
from auth.social.endpoints import router as social
from auth.social.identity_endpoints import router as identities
from auth.unrecognized_sessions.endpoints import router as unrecognized_sessions

ROUTERS = [
    registration,
    emails,
    botcheck,
    login,
    unrecognized_sessions,
    sessions,
    profile,
    avatars,
    passwords,
    confirmation,
]
ROUTERS += [social, identities, second_factor, passkeys, personal_data, consents, keys, csv_exports, administration]
