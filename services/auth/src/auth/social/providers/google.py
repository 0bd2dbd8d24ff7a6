from functools import lru_cache

from chassis.app import Runtime

from auth.settings import settings_of
from auth.social.providers.oidc import OpenIdClient
from auth.social.providers.profile import Profile, Return, Way, https_url, names


@lru_cache(maxsize=8)
def _client(discovery_url: str, client_id: str, client_secret: str) -> OpenIdClient:
    return OpenIdClient(discovery_url, client_id, client_secret, "openid email profile")


class Google:
    """Google by OpenID Connect."""

    id, name = "google", "Google"

    def is_configured(self, runtime: Runtime) -> bool:
        return bool(settings_of(runtime).google_client_id)

    def _openid(self, runtime: Runtime) -> OpenIdClient:
        settings = settings_of(runtime)
        secret = settings.google_client_secret.get_secret_value()
        return _client(settings.google_discovery_url, settings.google_client_id, secret)

    async def authorization_url(self, runtime: Runtime, way: Way) -> str:
        return await self._openid(runtime).authorization_url(runtime, way)

    async def profile(self, runtime: Runtime, way: Way, back: Return) -> Profile:
        """An e-mail counts only when Google says that it is proven."""
        claims = await self._openid(runtime).claims(runtime, way, back)
        first, last = names(claims.get("given_name"), claims.get("family_name"), claims.get("name"))
        proven = claims.get("email_verified") in (True, "true")
        return Profile(
            provider=self.id,
            subject=str(claims["sub"]),
            email=str(claims["email"]) if proven and claims.get("email") else None,
            first_name=first,
            last_name=last,
            avatar_url=https_url(claims.get("picture")),
        )
