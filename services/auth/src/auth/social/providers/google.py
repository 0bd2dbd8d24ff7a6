from auth.runtime import AuthRuntime
from auth.social.providers.oidc import OpenIdClient, get_client
from auth.social.providers.profile import Authorization, Profile, ProviderReturn, openid_profile


class Google:
    """Google by OpenID Connect."""

    id = "google"
    name = "Google"

    def is_configured(self, runtime: AuthRuntime) -> bool:
        return bool(runtime.settings.google_client_id)

    def _openid(self, runtime: AuthRuntime) -> OpenIdClient:
        settings = runtime.settings
        secret = settings.google_client_secret.get_secret_value()
        return get_client(settings.google_discovery_url, settings.google_client_id, secret, "openid email profile")

    async def authorization_url(self, runtime: AuthRuntime, authorization: Authorization) -> str:
        return await self._openid(runtime).authorization_url(runtime, authorization)

    async def profile(self, runtime: AuthRuntime, authorization: Authorization, returned: ProviderReturn) -> Profile:
        """Return the user's profile. The email is used only if Google has verified it."""
        claims = await self._openid(runtime).fetch_claims(runtime, authorization, returned)
        is_verified = claims.get("email_verified") in (True, "true") and claims.get("email")
        return openid_profile(self.id, claims, email=str(claims["email"]) if is_verified else None)
