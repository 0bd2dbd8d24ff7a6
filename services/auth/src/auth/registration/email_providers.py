"""Mail providers common in Russia. A domain that differs by one character is probably a typing error."""

PROVIDERS = (
    "yandex.ru", "ya.ru", "mail.ru", "gmail.com", "bk.ru", "list.ru", "inbox.ru", "internet.ru", "rambler.ru",
    "vk.com", "icloud.com", "hotmail.com", "yahoo.com", "live.com", "proton.me", "protonmail.com",
    "outlook.com",
    "yandex.com", "yandex.by", "yandex.kz", "mail.com", "me.com", "aol.com", "gmx.de", "gmx.net", "web.de",
    "lenta.ru", "autorambler.ru", "myrambler.ru", "ro.ru", "narod.ru", "xmail.ru", "email.ru", "msn.com", "mac.com",
    "googlemail.com", "ymail.com", "tut.by", "ukr.net", "t-online.de", "fastmail.com", "zoho.com", "hey.com",
)  # fmt: skip
# Typing errors of more than one character.
TYPOS = {
    "gmail.ru": "gmail.com",
    "google.com": "gmail.com",
    "gmail": "gmail.com",
    "mail": "mail.ru",
    "yandex": "yandex.ru",
    "mail.comm": "mail.com",
}
# Short names are excluded: too many valid domains are similar to them.
MIN_DOMAIN_LENGTH = 6


def find_intended_provider(domain: str) -> str | None:
    """Return the provider that the user probably meant, or None."""
    if domain in PROVIDERS:
        return None
    if domain in TYPOS:
        return TYPOS[domain]
    if len(domain) < MIN_DOMAIN_LENGTH:
        return None
    for provider in PROVIDERS:
        if len(provider) >= MIN_DOMAIN_LENGTH and is_one_typo(domain, provider):
            return provider
    return None


def is_one_typo(typed: str, meant: str) -> bool:
    """Return True if one character is missing, extra or wrong, or two adjacent ones are swapped."""
    if abs(len(typed) - len(meant)) > 1 or typed == meant:
        return False
    start = 0
    while start < min(len(typed), len(meant)) and typed[start] == meant[start]:
        start += 1
    rest_typed = typed[start:]
    rest_meant = meant[start:]
    has_extra_character = rest_typed[1:] == rest_meant
    lacks_character = rest_typed == rest_meant[1:]
    has_wrong_character = rest_typed[1:] == rest_meant[1:]
    has_swapped_characters = rest_typed[:2] == rest_meant[:2][::-1] and rest_typed[2:] == rest_meant[2:]
    return has_extra_character or lacks_character or has_wrong_character or has_swapped_characters
