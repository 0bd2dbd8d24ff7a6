from auth.runtime import Runtime
from auth.social.providers.oidc import OpenIdClient, get_client
from auth.social.providers.profile import Authorization, Profile, ProviderReturn, https_url, names


class Google:
    """Google by OpenID Connect."""

    id, name = "google", "Google"

    def is_configured(self, runtime: Runtime) -> bool:
        return bool(runtime.settings.google_client_id)

    def _openid(self, runtime: Runtime) -> OpenIdClient:
        settings = runtime.settings
        secret = settings.google_client_secret.get_secret_value()
        return get_client(settings.google_discovery_url, settings.google_client_id, secret, "openid email profile")

    async def authorization_url(self, runtime: Runtime, authorization: Authorization) -> str:
        return await self._openid(runtime).authorization_url(runtime, authorization)

    async def profile(self, runtime: Runtime, authorization: Authorization, back: ProviderReturn) -> Profile:
        """The user's profile. Its e-mail counts only when Google says that it is verified."""
        claims = await self._openid(runtime).claims(runtime, authorization, back)
        first, last = names(claims.get("given_name"), claims.get("family_name"), claims.get("name"))
        is_verified = claims.get("email_verified") in (True, "true")
        return Profile(
            provider=self.id,
            subject=str(claims["sub"]),
            email=str(claims["email"]) if is_verified and claims.get("email") else None,
            first_name=first,
            last_name=last,
            avatar_url=https_url(claims.get("picture")),
        )
