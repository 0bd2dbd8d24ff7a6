"""The providers, in the order in which screens show them."""

from chassis.web.errors import require_found

from auth.runtime import AuthRuntime
from auth.social.errors import ProviderUnavailable
from auth.social.providers.breaker import Breaker
from auth.social.providers.google import Google
from auth.social.providers.profile import Authorization, Profile, Provider, ProviderReturn
from auth.social.providers.telegram import Telegram
from auth.social.providers.vk import Vk

# An operator must configure the provider, so a client need not ask again soon.
RETRY_UNCONFIGURED_SECONDS = 3600
PROVIDERS: dict[str, Provider] = {provider.id: provider for provider in (Vk(), Google(), Telegram())}


def get_provider(runtime: AuthRuntime, name: str) -> Provider:
    """Return the provider with this name. Raises NotFound, ProviderUnavailable."""
    provider = require_found(PROVIDERS.get(name))
    if not provider.is_configured(runtime):
        raise ProviderUnavailable(retry_after=RETRY_UNCONFIGURED_SECONDS)
    return provider


class Breakers(dict[str, Breaker]):
    """The circuit breaker of each provider in this replica."""

    def __missing__(self, name: str) -> Breaker:
        return self.setdefault(name, Breaker(name))


async def build_authorization_url(runtime: AuthRuntime, provider: Provider, authorization: Authorization) -> str:
    """Return the URL of the provider's sign-in page. Raises ProviderUnavailable."""
    breaker = runtime.breakers[provider.id]
    return await breaker.call(
        runtime, lambda: provider.build_authorization_url(runtime, authorization), shows_health=False
    )


async def fetch_profile(
    runtime: AuthRuntime, provider: Provider, authorization: Authorization, provider_return: ProviderReturn
) -> Profile:
    """Fetch the verified profile of the user. Raises ProviderUnavailable, InvalidSocialCode."""
    return await runtime.breakers[provider.id].call(
        runtime, lambda: provider.fetch_profile(runtime, authorization, provider_return)
    )
