"""Refused passwords: the most common ones, and those made of the user's own name or address."""

import unicodedata
from functools import lru_cache

from chassis.errors import Invalid

# The list has Latin words only; these are common in Russia. Words typed in the wrong layout are found by translation.
RUSSIAN = frozenset({"пароль", "парольпароль", "пароль123", "пароль1234", "любовь", "наташа", "максим", "привет123"})
LAYOUT = str.maketrans("йцукенгшщзхъфывапролджэячсмитьбю", "qwertyuiop[]asdfghjkl;'zxcvbnm,.")
SHORTEST_PART = 4
DECORATION = 4


@lru_cache(maxsize=1)
def _common() -> frozenset[str]:
    # Lists of 9 MB, for who registers or changes a password: imported then (decision 0146).
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(FREQUENCY_LISTS["passwords"]) | RUSSIAN


def require_good(password: str, *, email: str, names: tuple[str, ...], field: str = "password") -> None:
    """Raise Invalid for a password that attackers try first. `field` is the form field that the error names."""
    plain = unicodedata.normalize("NFKC", password).casefold().strip()
    if {plain, plain.translate(LAYOUT)} & _common() or len(set(plain)) == 1:
        raise Invalid(**{field: "Этот пароль слишком распространён: его подбирают первым"})
    whole = email.casefold()
    own = {whole, whole.partition("@")[0], *(name.casefold() for name in names)}
    own |= {"".join(names).casefold(), "".join(reversed(names)).casefold()}
    if any(_is_mostly(plain, part) for part in own):
        raise Invalid(**{field: "Пароль не должен состоять из вашего имени или адреса почты"})


def _is_mostly(password: str, part: str) -> bool:
    """Whether the password is the part with at most a few characters around it, such as `orlova1990`."""
    return len(part) >= SHORTEST_PART and part in password and len(password) - len(part) <= DECORATION
