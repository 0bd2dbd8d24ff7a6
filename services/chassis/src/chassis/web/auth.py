"""Dependencies that say in a route's signature who may call it.

`Caller` is signed in. `VerifiedCaller` also has a verified email address. `requires("comments:moderate")` needs a
permission. `OptionalCaller` may be a visitor. A bearer token takes precedence over the cookie. An unsafe request that
authenticates by cookie must come from our own origin.

FastAPI reads the body of a request before it calls dependencies. Therefore `chassis.web.routing` runs the checks of
`CHECKS` first: the body of a caller who may not send one is never parsed.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any
from urllib.parse import urlsplit

from contracts.permissions import GRANTS
from fastapi import Depends, Request

from chassis.identity import tokens, verifier
from chassis.identity.tokens import Principal
from chassis.runtime import AnyRuntime
from chassis.web import errors

__all__ = ["Caller", "OptionalCaller", "Principal", "VerifiedCaller", "require_same_origin", "requires"]

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
CLIENT_ERRORS = {
    tokens.ExpiredTokenError: errors.TokenExpired,
    tokens.InvalidTokenError: errors.TokenInvalid,
    verifier.IdentityNotReadyError: errors.Unavailable,
}
# For each dependency that reads credentials, the same check without the body. A service adds its own:
# `CHECKS[my_dependency] = my_check`.
CHECKS: dict[Any, Callable[[Request], Awaitable[object]]] = {}


def get_session_cookie_name(*, secure: bool) -> str:
    """Return the name of the cookie with the access token. On https the browser protects the `__Host-` prefix."""
    return "__Host-session" if secure else "session"


def require_same_origin(request: Request) -> None:
    """Refuse an unsafe request that another site may have caused (CSRF). Raises CrossSite.

    The Referer header is ignored: it may be missing or shortened.
    """
    if request.method in SAFE_METHODS:
        return
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    if site is not None and site != "same-origin":
        raise errors.CrossSite
    if origin is not None and urlsplit(origin).netloc != request.headers.get("host"):
        raise errors.CrossSite
    if site is None and origin is None:
        raise errors.CrossSite


def parse_bearer_token(authorization: str) -> str | None:
    """Return the token of an `Authorization: Bearer` header (RFC 6750), otherwise None."""
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer":
        return None
    return token.strip() or None


def read_credentials(request: Request, runtime: AnyRuntime) -> tuple[str | None, bool]:
    """Return the token of a request, and whether it came in a cookie."""
    if token := parse_bearer_token(request.headers.get("authorization", "")):
        return token, False
    return request.cookies.get(get_session_cookie_name(secure=runtime.settings.secure_cookies)), True


def verify(runtime: AnyRuntime, token: str) -> Principal:
    """Verify a token. Raises TokenExpired, TokenInvalid or Unavailable."""
    try:
        return runtime.identity.verify(token)
    except (tokens.ExpiredTokenError, tokens.InvalidTokenError, verifier.IdentityNotReadyError) as error:
        raise CLIENT_ERRORS[type(error)] from error


async def get_caller(request: Request) -> Principal:
    """Return the signed-in caller, with an active account and session.

    Raises Unauthorized, Unavailable, AccountBlocked or CrossSite.
    """
    runtime: AnyRuntime = request.app.state.runtime
    token, is_from_cookie = read_credentials(request, runtime)
    if not token:
        raise errors.Unauthorized
    principal = verify(runtime, token)
    request.scope["account"] = str(principal.id)
    request.scope["is_admin"] = principal.is_admin
    state = runtime.identity.get_access_state(principal)
    if state == "blocked":
        raise errors.AccountBlocked
    if state != "active":
        raise errors.TokenInvalid
    if is_from_cookie:
        require_same_origin(request)
    return principal


async def find_caller(request: Request) -> Principal | None:
    """Return the caller, or None for a visitor.

    A caller with an invalid or expired cookie counts as a visitor, and so does a blocked account that only reads. An
    invalid bearer token raises Unauthorized.
    """
    runtime: AnyRuntime = request.app.state.runtime
    token, is_from_cookie = read_credentials(request, runtime)
    if not token:
        return None
    try:
        return await get_caller(request)
    except errors.AccountBlocked:
        if request.method in SAFE_METHODS:
            return None
        raise
    except errors.Unauthorized:
        if is_from_cookie:
            return None
        raise


async def get_verified_caller(caller: Annotated[Principal, Depends(get_caller)]) -> Principal:
    """Return the caller with a verified email address. Raises EmailNotVerified."""
    if not caller.email_verified:
        raise errors.EmailNotVerified
    return caller


def requires(permission: str) -> Any:
    """Return a dependency of a route that needs `permission` (see `contracts.permissions`)."""
    roles = GRANTS[permission]

    async def check_role(caller: Annotated[Principal, Depends(get_caller)]) -> Principal:
        if caller.role not in roles:
            raise errors.Forbidden
        return caller

    async def check(request: Request) -> Principal:
        return await check_role(await get_caller(request))

    CHECKS[check_role] = check
    return Depends(check_role)


async def _check_verified(request: Request) -> Principal:
    return await get_verified_caller(await get_caller(request))


CHECKS |= {get_caller: get_caller, find_caller: find_caller, get_verified_caller: _check_verified}

Caller = Annotated[Principal, Depends(get_caller)]
OptionalCaller = Annotated[Principal | None, Depends(find_caller)]
VerifiedCaller = Annotated[Principal, Depends(get_verified_caller)]
