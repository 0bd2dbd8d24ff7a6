"""Scheduled jobs of auth: deletion of old rows, and removal of second factors that are due."""

from datetime import timedelta

from chassis.jobs import Job, purge_older

from auth.profile.tables import DataExport
from auth.registration import codes
from auth.registration.tables import Challenge, Registration, SpentProof
from auth.runtime import AuthRuntime
from auth.second_factor import removals
from auth.second_factor.tables import PasskeyChallenge
from auth.sessions import service as sessions
from auth.social.tables import AuthorizationRequest, PendingIdentity

HOUR = timedelta(hours=1)
JOBS: list[Job[AuthRuntime]] = [
    Job("auth.codes", HOUR, purge_older(Challenge.created_at, codes.RETENTION), autocommit=True),
    Job("auth.proofs", HOUR, purge_older(SpentProof.expires_at), autocommit=True),
    # Registrations that were not verified within a week.
    Job("auth.registrations", HOUR, purge_older(Registration.created_at, timedelta(days=7)), autocommit=True),
    Job("auth.sessions", HOUR, sessions.purge_old_sessions, autocommit=True),
    Job("auth.factor-removals", timedelta(minutes=10), removals.remove_due_factors),
    Job("auth.passkey-challenges", HOUR, purge_older(PasskeyChallenge.expires_at), autocommit=True),
    Job("auth.social-requests", HOUR, purge_older(AuthorizationRequest.expires_at, HOUR), autocommit=True),
    Job("auth.social-pending", HOUR, purge_older(PendingIdentity.expires_at), autocommit=True),
    # A complete export is delivered once, and an incomplete one can be continued for ten minutes.
    Job("auth.exports", timedelta(minutes=10), purge_older(DataExport.requested_at, HOUR), autocommit=True),
]
