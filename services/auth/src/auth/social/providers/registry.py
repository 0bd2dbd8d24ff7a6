"""The providers, in the order in which screens show them."""

from chassis.web.errors import found

from auth.runtime import AuthRuntime
from auth.social.errors import ProviderUnavailable
from auth.social.providers.breaker import Breaker
from auth.social.providers.google import Google
from auth.social.providers.profile import Authorization, Profile, Provider, ProviderReturn
from auth.social.providers.telegram import Telegram
from auth.social.providers.vk import Vk

PROVIDERS: dict[str, Provider] = {provider.id: provider for provider in (Vk(), Google(), Telegram())}


def provider(runtime: AuthRuntime, name: str) -> Provider:
    """Return the provider with this name. Raises NotFound, ProviderUnavailable."""
    chosen = found(PROVIDERS.get(name))
    if not chosen.is_configured(runtime):
        raise ProviderUnavailable(retry_after=3600)
    return chosen


class Breakers(dict[str, Breaker]):
    """The circuit breaker of each provider in this replica."""

    def __missing__(self, name: str) -> Breaker:
        return self.setdefault(name, Breaker(name))


async def authorization_url(runtime: AuthRuntime, chosen: Provider, authorization: Authorization) -> str:
    """Return the URL of the provider's sign-in page. Raises ProviderUnavailable."""
    breaker = runtime.breakers[chosen.id]
    return await breaker.call(runtime, lambda: chosen.authorization_url(runtime, authorization), shows_health=False)


async def profile(
    runtime: AuthRuntime, chosen: Provider, authorization: Authorization, back: ProviderReturn
) -> Profile:
    """Fetch the verified profile of the user. Raises ProviderUnavailable, InvalidSocialCode."""
    return await runtime.breakers[chosen.id].call(runtime, lambda: chosen.profile(runtime, authorization, back))
