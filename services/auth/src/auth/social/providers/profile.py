"""Types that all providers share."""

from dataclasses import dataclass
from typing import Any, Protocol

from auth.runtime import AuthRuntime

# Longer names of a provider are cut.
MAX_NAME_LENGTH = 100
MAX_URL_LENGTH = 500


@dataclass(frozen=True)
class Profile:
    """A user of a provider. `email` is set only when the provider itself has verified it."""

    provider: str
    subject: str
    email: str | None
    first_name: str
    last_name: str
    avatar_url: str | None = None


@dataclass(frozen=True)
class Authorization:
    """The parameters and secrets of one authorization; the secrets go to the provider only."""

    redirect_uri: str
    state: str
    nonce: str
    verifier: str


@dataclass(frozen=True)
class ProviderReturn:
    """The parameters of the provider's redirect."""

    code: str
    device_id: str | None = None


class Provider(Protocol):
    """A sign-in provider."""

    id: str
    name: str

    def is_configured(self, runtime: AuthRuntime) -> bool: ...

    async def build_authorization_url(self, runtime: AuthRuntime, authorization: Authorization) -> str: ...

    async def fetch_profile(
        self, runtime: AuthRuntime, authorization: Authorization, provider_return: ProviderReturn
    ) -> Profile: ...


def read_names(given_name: object, family_name: object, full_name: object = None) -> tuple[str, str]:
    """Return first and last name from the provider's fields. A missing first name gets a default."""
    first_name = _clean_line(given_name)
    last_name = _clean_line(family_name)
    if not first_name and not last_name:
        first_name, _, last_name = _clean_line(full_name).partition(" ")
    return first_name or "Пользователь", last_name


def build_openid_profile(provider: str, claims: dict[str, Any], *, email: str | None = None) -> Profile:
    """Build the profile from the verified claims of an ID token, with an email that the provider has verified."""
    first_name, last_name = read_names(claims.get("given_name"), claims.get("family_name"), claims.get("name"))
    return Profile(provider, str(claims["sub"]), email, first_name, last_name, accept_https_url(claims.get("picture")))


def accept_https_url(value: object) -> str | None:
    """Return the URL of a picture if it is https, otherwise None."""
    text = _clean_line(value, max_length=MAX_URL_LENGTH)
    return text if text.startswith("https://") else None


def _clean_line(value: object, *, max_length: int = MAX_NAME_LENGTH) -> str:
    text = " ".join(str(value or "").split())
    return "".join(character for character in text if character.isprintable())[:max_length].strip()
