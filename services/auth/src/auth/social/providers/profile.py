"""What a provider tells of a person, in our words."""

from dataclasses import asdict, dataclass
from typing import Any, Protocol

from chassis.app import Runtime

MOST = 100


@dataclass(frozen=True)
class Profile:
    """Only `email` that the provider itself has proven is given; anything else is None."""

    provider: str
    subject: str
    email: str | None
    first_name: str
    last_name: str
    avatar_url: str | None = None

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Way:
    """The secrets of one way to a provider; they never leave the server, but for what the provider must see."""

    redirect_uri: str
    state: str
    nonce: str
    verifier: str


@dataclass(frozen=True)
class Return:
    """What the person brought back from the provider."""

    code: str
    device_id: str | None = None


class Provider(Protocol):
    """A company that vouches for people."""

    id: str
    name: str

    def is_configured(self, runtime: Runtime) -> bool: ...

    async def authorization_url(self, runtime: Runtime, way: Way) -> str: ...

    async def profile(self, runtime: Runtime, way: Way, back: Return) -> Profile: ...


def names(first: object, last: object, whole: object = None) -> tuple[str, str]:
    """First and last name from whatever the provider gives; nobody goes without a first name."""
    first_name, last_name = _line(first), _line(last)
    if not first_name and not last_name:
        first_name, _, last_name = _line(whole).partition(" ")
    return first_name or "Пользователь", last_name


def https_url(value: object) -> str | None:
    """A picture's address, if it is one that a page may show."""
    text = _line(value, most=500)
    return text if text.startswith("https://") else None


def _line(value: object, *, most: int = MOST) -> str:
    text = " ".join(str(value or "").split())
    return "".join(sign for sign in text if sign.isprintable())[:most].strip()
