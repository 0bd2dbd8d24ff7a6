import hashlib
import hmac
from datetime import UTC, datetime, timedelta
from urllib.parse import quote, urlencode, urljoin, urlsplit

from auth.registration.botcheck import spend_once
from auth.runtime import AuthRuntime
from auth.social.errors import InvalidSocialCode
from auth.social.providers.oidc import OpenIdClient, get_client
from auth.social.providers.profile import (
    Authorization,
    Profile,
    ProviderReturn,
    accept_https_url,
    build_openid_profile,
    read_names,
)

MAX_SIGN_IN_AGE = timedelta(hours=24)
CLOCK_SKEW = timedelta(minutes=5)


class Telegram:
    """Telegram: OpenID Connect if a client is configured, otherwise the bot's login widget. Neither gives an email."""

    id = "telegram"
    name = "Telegram"

    def is_configured(self, runtime: AuthRuntime) -> bool:
        return self.has_openid(runtime) or self.has_widget(runtime)

    def has_openid(self, runtime: AuthRuntime) -> bool:
        return bool(runtime.settings.telegram_client_id)

    def has_widget(self, runtime: AuthRuntime) -> bool:
        return bool(runtime.settings.telegram_bot_token.get_secret_value())

    def get_widget_url(self, runtime: AuthRuntime) -> str | None:
        """Return the URL of the widget for a frame, or None with OpenID Connect or without a bot."""
        settings = runtime.settings
        if self.has_openid(runtime) or not self.has_widget(runtime) or not settings.telegram_bot_name:
            return None
        return urljoin(settings.telegram_widget_url, f"embed/{quote(settings.telegram_bot_name, safe='')}")

    def _create_openid_client(self, runtime: AuthRuntime) -> OpenIdClient:
        settings = runtime.settings
        secret = settings.telegram_client_secret.get_secret_value()
        return get_client(settings.telegram_discovery_url, settings.telegram_client_id, secret, "openid profile")

    async def build_authorization_url(self, runtime: AuthRuntime, authorization: Authorization) -> str:
        if self.has_openid(runtime):
            return await self._create_openid_client(runtime).build_authorization_url(runtime, authorization)
        settings = runtime.settings
        parts = urlsplit(authorization.redirect_uri)
        query = {
            "bot_id": settings.telegram_bot_token.get_secret_value().partition(":")[0],
            "origin": f"{parts.scheme}://{parts.netloc}",
            "return_to": f"{authorization.redirect_uri}?{urlencode({'state': authorization.state})}",
        }
        return f"{settings.telegram_widget_url}?{urlencode(query)}"

    async def fetch_profile(
        self, runtime: AuthRuntime, authorization: Authorization, provider_return: ProviderReturn
    ) -> Profile:
        if not self.has_openid(runtime):
            raise InvalidSocialCode
        return build_openid_profile(
            self.id, await self._create_openid_client(runtime).fetch_claims(runtime, authorization, provider_return)
        )


async def verify_widget_data(runtime: AuthRuntime, data: dict[str, str | int]) -> Profile:
    """Verify the data of the login widget. Raises InvalidSocialCode for forged, expired or used data."""
    fields = dict(data)
    signature = str(fields.pop("hash", ""))
    token = runtime.settings.telegram_bot_token.get_secret_value()
    # The name is Telegram's: https://core.telegram.org/widgets/login#checking-authorization
    data_check_string = "\n".join(f"{name}={fields[name]}" for name in sorted(fields))
    key = hashlib.sha256(token.encode()).digest()
    expected_signature = hmac.new(key, data_check_string.encode(), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected_signature.encode(), signature.encode()):
        raise InvalidSocialCode
    signed_at = _parse_time(fields.get("auth_date"))
    if signed_at is None:
        raise InvalidSocialCode
    if runtime.now() < signed_at - CLOCK_SKEW or runtime.now() >= signed_at + MAX_SIGN_IN_AGE:
        raise InvalidSocialCode
    if not fields.get("id"):
        raise InvalidSocialCode
    async with runtime.database.autocommit() as db:
        is_first_use = await spend_once(db, f"telegram:{expected_signature}", until=signed_at + MAX_SIGN_IN_AGE)
    if not is_first_use:
        raise InvalidSocialCode
    first_name, last_name = read_names(fields.get("first_name"), fields.get("last_name"), fields.get("username"))
    return Profile(
        "telegram", str(fields["id"]), None, first_name, last_name, accept_https_url(fields.get("photo_url"))
    )


def _parse_time(value: object) -> datetime | None:
    try:
        return datetime.fromtimestamp(int(str(value)), UTC)
    except (ValueError, OverflowError, OSError):
        return None
