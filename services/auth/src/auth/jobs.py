"""The scheduled jobs of auth: all of them delete old rows."""

from datetime import timedelta

from chassis.jobs import Job

from auth.login import passkeys
from auth.personal_data import export
from auth.registration import botcheck, codes
from auth.registration import service as registration
from auth.sessions import service as sessions
from auth.social import authorization_requests
from auth.social import service as social

HOUR = timedelta(hours=1)
JOBS = [
    Job("auth.codes", HOUR, codes.purge, autocommit=True),
    Job("auth.proofs", HOUR, botcheck.purge, autocommit=True),
    Job("auth.registrations", HOUR, registration.purge, autocommit=True),
    Job("auth.sessions", HOUR, sessions.purge, autocommit=True),
    Job("auth.passkey-challenges", HOUR, passkeys.purge, autocommit=True),
    Job("auth.social-requests", HOUR, authorization_requests.purge, autocommit=True),
    Job("auth.social-pending", HOUR, social.purge, autocommit=True),
    Job("auth.exports", timedelta(minutes=10), export.purge, autocommit=True),
]
