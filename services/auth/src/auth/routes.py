"""Every route of auth, feature by feature."""

from auth.administration import endpoints as administration
from auth.login import endpoints as login
from auth.profile import endpoints as profile
from auth.registration import endpoints as registration
from auth.second_factor import endpoints as second_factor
from auth.sessions import endpoints as sessions
from auth.social import endpoints as social

ROUTERS = [
    registration.router,
    registration.botcheck_router,
    login.router,
    login.password_router,
    login.passkey_router,
    login.report_router,
    sessions.router,
    sessions.key_router,
    profile.router,
    profile.avatar_router,
    profile.consent_router,
    profile.personal_data_router,
    second_factor.router,
    second_factor.confirmation_router,
    social.router,
    social.identity_router,
    administration.router,
]
