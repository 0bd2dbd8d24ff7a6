"""Refuses common passwords, and passwords made of the user's own name or address."""

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

from chassis.web.errors import Invalid

# zxcvbn's list has Latin words only. These passwords are common in Russia. LATIN_LAYOUT finds Latin words that
# were typed in the Russian keyboard layout.
RUSSIAN_PASSWORDS = frozenset(
    {"пароль", "парольпароль", "пароль123", "пароль1234", "любовь", "наташа", "максим", "привет123"}
)
LATIN_LAYOUT = str.maketrans("йцукенгшщзхъфывапролджэячсмитьбю", "qwertyuiop[]asdfghjkl;'zxcvbnm,.")
REPEATED_TEXT = re.compile(r"(.{2,4})\1+")
SEPARATORS = re.compile(r"[\W_]+")
# Names and parts of an address are looked for in a password if they are at least this long.
MIN_PART_LENGTH = 4
MAX_ADDED_CHARACTERS = 4
# Attackers' dictionaries contain only short repetitions and sequences. A longer password is always accepted.
MAX_PATTERN_LENGTH = 32


@lru_cache(maxsize=1)
def _load_common_passwords() -> frozenset[str]:
    # The word lists take 9 MB, and only registrations and password changes need them (decision 0146).
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(FREQUENCY_LISTS["passwords"]) | RUSSIAN_PASSWORDS


def require_good_password(password: str, *, email: str, names: tuple[str, ...], field: str = "password") -> None:
    """Raise Invalid for a password that attackers try first. `field` is the form field that the error names."""
    normalized_password = _normalize(password)
    spellings = {normalized_password, normalized_password.translate(LATIN_LAYOUT)}
    is_common = not spellings.isdisjoint(_load_common_passwords())
    if is_common or _is_repetition_or_sequence(normalized_password):
        raise Invalid(**{field: "Этот пароль слишком распространён: его подбирают первым"})
    if any(_consists_mostly_of(normalized_password, part) for part in _list_personal_parts(email, names)):
        raise Invalid(**{field: "Пароль не должен состоять из вашего имени или адреса почты"})


def _list_personal_parts(email: str, names: tuple[str, ...]) -> set[str]:
    """Return the texts that an attacker who knows the user tries: the address, its parts, the names, and the full
    name."""
    address = _normalize(email)
    local_part, _, domain = address.partition("@")
    untagged_name = local_part.partition("+")[0]
    plain_names = [_normalize(name) for name in names]
    parts = {address, local_part, domain, untagged_name, f"{untagged_name}@{domain}", *SEPARATORS.split(local_part)}
    return parts | {*plain_names, "".join(plain_names), "".join(reversed(plain_names))}


def _normalize(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()


def _is_repetition_or_sequence(password: str) -> bool:
    """Return True for a blank password, and for a short one that repeats a text or is a sequence such as `abcdefgh`."""
    if not password:
        return True
    if len(password) > MAX_PATTERN_LENGTH:
        return False
    differences = {ord(next_character) - ord(character) for character, next_character in pairwise(password)}
    return len(differences) <= 1 or REPEATED_TEXT.fullmatch(password) is not None


def _consists_mostly_of(password: str, part: str) -> bool:
    """Return True if the password is the part with at most a few characters in it or around it, such as `orlova1990`.

    Both are compared without separators, so the dots and hyphens of an address are not counted as added characters.
    """
    part = _keep_word_characters(part)
    password = _keep_word_characters(password)
    if len(part) < MIN_PART_LENGTH or part not in password:
        return False
    return len(password) - len(part) <= MAX_ADDED_CHARACTERS


def _keep_word_characters(text: str) -> str:
    """Return the word characters only: `Пётр Иванов` and `петр-иванов` are the same name."""
    return SEPARATORS.sub("", text).replace("ё", "е")
