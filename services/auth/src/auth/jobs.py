"""The scheduled jobs of auth: all of them delete old rows."""

from datetime import timedelta

from chassis.jobs import Job

from auth.botcheck import service as botcheck
from auth.codes import service as codes
from auth.passkeys import service as passkeys
from auth.personal_data import export
from auth.registration import service as registration
from auth.sessions import service as sessions
from auth.social import authorization_requests
from auth.social import service as social

HOUR = timedelta(hours=1)
JOBS = [
    Job("auth.codes", HOUR, lambda db, _: codes.purge(db)),
    Job("auth.proofs", HOUR, lambda db, _: botcheck.purge(db)),
    Job("auth.registrations", HOUR, lambda db, _: registration.purge(db)),
    Job("auth.sessions", HOUR, lambda db, _: sessions.purge(db)),
    Job("auth.passkey-challenges", HOUR, lambda db, _: passkeys.purge(db)),
    Job("auth.social-requests", HOUR, lambda db, _: authorization_requests.purge(db)),
    Job("auth.social-pending", HOUR, lambda db, _: social.purge(db)),
    Job("auth.exports", timedelta(minutes=10), lambda db, _: export.purge(db)),
]
