from auth.runtime import AuthRuntime
from auth.social.providers.oidc import OpenIdClient, get_client
from auth.social.providers.profile import Authorization, Profile, ProviderReturn, build_openid_profile


class Google:
    """Google by OpenID Connect."""

    id = "google"
    name = "Google"

    def is_configured(self, runtime: AuthRuntime) -> bool:
        return bool(runtime.settings.google_client_id)

    def _create_openid_client(self, runtime: AuthRuntime) -> OpenIdClient:
        settings = runtime.settings
        secret = settings.google_client_secret.get_secret_value()
        return get_client(settings.google_discovery_url, settings.google_client_id, secret, "openid email profile")

    async def build_authorization_url(self, runtime: AuthRuntime, authorization: Authorization) -> str:
        return await self._create_openid_client(runtime).build_authorization_url(runtime, authorization)

    async def fetch_profile(
        self, runtime: AuthRuntime, authorization: Authorization, provider_return: ProviderReturn
    ) -> Profile:
        """Return the user's profile. The email is used only if Google has verified it."""
        claims = await self._create_openid_client(runtime).fetch_claims(runtime, authorization, provider_return)
        email = claims.get("email")
        is_verified = claims.get("email_verified") in (True, "true")
        return build_openid_profile(self.id, claims, email=str(email) if email and is_verified else None)
