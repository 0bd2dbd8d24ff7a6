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
        if len(provider) >= MIN_DOMAIN_LENGTH and has_one_typo(domain, provider):
            return provider
    return None


def has_one_typo(domain: str, intended_domain: str) -> bool:
    """Return True if one character is missing, extra or wrong, or two adjacent ones are swapped."""
    if abs(len(domain) - len(intended_domain)) > 1 or domain == intended_domain:
        return False
    # The length of the common beginning.
    start = 0
    while start < min(len(domain), len(intended_domain)) and domain[start] == intended_domain[start]:
        start += 1
    suffix = domain[start:]
    intended_suffix = intended_domain[start:]
    has_extra_character = suffix[1:] == intended_suffix
    lacks_character = suffix == intended_suffix[1:]
    has_wrong_character = suffix[1:] == intended_suffix[1:]
    has_swapped_characters = suffix[:2] == intended_suffix[:2][::-1] and suffix[2:] == intended_suffix[2:]
    return has_extra_character or lacks_character or has_wrong_character or has_swapped_characters
