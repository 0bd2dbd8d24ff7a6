"""Every route of auth, feature by feature."""

from auth.administration.csv_export_endpoints import router as csv_exports
from auth.administration.endpoints import router as administration
from auth.login.endpoints import router as login
from auth.login.passkey_endpoints import router as passkeys
from auth.login.password_endpoints import router as passwords
from auth.login.unrecognized_session_endpoints import router as unrecognized_sessions
from auth.profile.avatar_endpoints import router as avatars
from auth.profile.consent_endpoints import router as consents
from auth.profile.endpoints import router as profile
from auth.profile.personal_data_endpoints import router as personal_data
from auth.registration.botcheck_endpoints import router as botcheck
from auth.registration.email_validation_endpoints import router as emails
from auth.registration.endpoints import router as registration
from auth.second_factor.confirmation_endpoints import router as confirmation
from auth.second_factor.endpoints import router as second_factor
from auth.sessions.endpoints import router as sessions
from auth.sessions.key_endpoints import router as keys
from auth.social.endpoints import router as social
from auth.social.identity_endpoints import router as identities

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
