"""Every route of auth, feature by feature."""

from auth.accounts.endpoints import router as accounts
from auth.administration.endpoints import router as administration
from auth.administration.sheet_endpoints import router as sheets
from auth.avatars.endpoints import router as avatars
from auth.botcheck.endpoints import router as botcheck
from auth.confirmation.endpoints import router as confirmation
from auth.consents.endpoints import router as consents
from auth.emails.endpoints import router as emails
from auth.keys.endpoints import router as keys
from auth.login.endpoints import router as login
from auth.passkeys.endpoints import router as passkeys
from auth.passwords.disowning_endpoints import router as disowning
from auth.passwords.endpoints import router as passwords
from auth.personal_data.endpoints import router as personal_data
from auth.registration.endpoints import router as registration
from auth.second_factor.endpoints import router as second_factor
from auth.sessions.endpoints import router as sessions
from auth.social.endpoints import router as social
from auth.social.identity_endpoints import router as identities

ROUTERS = [registration, emails, botcheck, login, disowning, sessions, accounts, avatars, passwords, confirmation]
ROUTERS += [social, identities, second_factor, passkeys, personal_data, consents, keys, sheets, administration]
