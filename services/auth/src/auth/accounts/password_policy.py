"""Refused passwords: the most common ones, and those made of the user's own name or address."""

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

from chassis.errors import Invalid

# The list has Latin words only; these are common in Russia. Words typed in the wrong layout are found by translation.
RUSSIAN = frozenset({"пароль", "парольпароль", "пароль123", "пароль1234", "любовь", "наташа", "максим", "привет123"})
LAYOUT = str.maketrans("йцукенгшщзхъфывапролджэячсмитьбю", "qwertyuiop[]asdfghjkl;'zxcvbnm,.")
REPEATED = re.compile(r"(.{2,4})\1+")
SEPARATORS = re.compile(r"[\W_]+")
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
    if {plain, plain.translate(LAYOUT)} & _common() or _is_regular(plain):
        raise Invalid(**{field: "Этот пароль слишком распространён: его подбирают первым"})
    whole = email.casefold()
    own = {whole, whole.partition("@")[0], *(name.casefold() for name in names)}
    own |= {"".join(names).casefold(), "".join(reversed(names)).casefold()}
    if any(_is_mostly(plain, part) for part in own):
        raise Invalid(**{field: "Пароль не должен состоять из вашего имени или адреса почты"})


def _is_regular(password: str) -> bool:
    """Whether it is blank, one character again and again, a row such as `abcdefgh`, or a short text repeated."""
    steps = {ord(second) - ord(first) for first, second in pairwise(password)}
    return len(steps) <= 1 or REPEATED.fullmatch(password) is not None


def _is_mostly(password: str, part: str) -> bool:
    """Whether the password is the part with at most a few characters in it or around it, such as `orlova1990`."""
    part = _bare(part)
    return len(part) >= SHORTEST_PART and part in _bare(password) and len(password) - len(part) <= DECORATION


def _bare(text: str) -> str:
    """Word characters alone: `Пётр Иванов` and `петр-иванов` are the same name."""
    return SEPARATORS.sub("", text).replace("ё", "е")
