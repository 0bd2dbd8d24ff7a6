"""Access tokens are signed PASETOs; refresh tokens are random secrets, stored as hashes only."""

import json
from datetime import timedelta

import pyseto
from identity.tokens import AUDIENCE, ISSUER
from persistence.tables import new_id

from auth import encryption
from auth.accounts.tables import Account
from auth.runtime import Runtime, Session
from auth.sessions import keys
from auth.sessions.tables import LoginSession


async def access_token(db: Session, account: Account, session: LoginSession) -> str:
    """A PASETO v4.public token with the claims of api.md section 1; it never outlives its session.

    Once the account's role or status was changed, `account_version` is the version of the last change: by it services
    recognize a token that is newer than the account state they have received.
    """
    signer, now = await keys.signer(db), db.now()
    expires_at = min(now + timedelta(seconds=db.runtime.settings.access_ttl_seconds), session.expires_at)
    claims = {
        "sub": str(account.id),
        "sid": str(session.id),
        "role": account.role,
        "email_verified": True,
        "first_name": account.first_name,
        "last_name": account.last_name,
        "iss": ISSUER,
        "aud": AUDIENCE,
        "jti": str(new_id()),
        "iat": now.isoformat(),
        "exp": expires_at.isoformat(),
    }
    if account.account_version:
        claims["account_version"] = account.account_version
    footer = json.dumps({"kid": signer.kid}).encode()
    body = json.dumps(claims, ensure_ascii=False).encode()
    return pyseto.encode(signer.key, body, footer=footer).decode()


def successor_of(runtime: Runtime, token: str) -> str:
    """The next token of the family: the same one for every request with this token."""
    return encryption.keyed_hash(runtime.settings, "refresh-successor", token)


def refresh_hash(runtime: Runtime, token: str) -> str:
    """The form in which a refresh token is stored."""
    return encryption.keyed_hash(runtime.settings, "refresh", token)
