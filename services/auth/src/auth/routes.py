"""Every route of auth, feature by feature."""

from auth.accounts.routes import router as accounts
from auth.administration.csv_export_routes import router as csv_exports
from auth.administration.routes import router as administration
from auth.avatars.routes import router as avatars
from auth.botcheck.routes import router as botcheck
from auth.confirmation.routes import router as confirmation
from auth.consents.routes import router as consents
from auth.email_validation.routes import router as emails
from auth.keys.routes import router as keys
from auth.login.routes import router as login
from auth.passkeys.routes import router as passkeys
from auth.passwords.routes import router as passwords
from auth.personal_data.routes import router as personal_data
from auth.registration.routes import router as registration
from auth.second_factor.routes import router as second_factor
from auth.sessions.routes import router as sessions
from auth.social.identity_routes import router as identities
from auth.social.routes import router as social
from auth.unrecognized_sessions.routes import router as unrecognized_sessions

ROUTERS = [
    registration,
    emails,
    botcheck,
    login,
    unrecognized_sessions,
    sessions,
    accounts,
    avatars,
    passwords,
    confirmation,
]
ROUTERS += [social, identities, second_factor, passkeys, personal_data, consents, keys, csv_exports, administration]
