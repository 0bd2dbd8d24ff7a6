"""The layout of all emails. A service's `email.html.j2` extends `layout.html.j2` and fills its blocks."""

import re
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from jinja2.utils import urlize
from markupsafe import Markup

from chassis.typography import bind_short_words, bind_short_words_in_html

# A paragraph such as "Больше не писать об этом поиске: https://site/stop?token=...".
_WORDS_AND_TOKEN_LINK = re.compile(r"(?P<words>.+): (?P<url>https?://\S+\?\S+)")


def build_environment(package: str, *, html: bool) -> Environment:
    """Return a Jinja environment for the `templates` folder of a package and the layout.

    With `html`, values are escaped and get non-breaking spaces.
    """
    finalize = _bind_short_words_of_value if html else None
    loader = ChoiceLoader([PackageLoader(package), PackageLoader("chassis.mail")])
    environment = Environment(loader=loader, undefined=StrictUndefined, autoescape=html, finalize=finalize)  # noqa: S701
    environment.filters["link_words"] = link_words
    return environment


def is_token_link(paragraph: str) -> bool:
    """Whether a paragraph consists of words and, after a colon, a link with a token."""
    return _WORDS_AND_TOKEN_LINK.fullmatch(paragraph) is not None


def link_words(paragraph: str) -> Markup:
    """Convert the links of a paragraph to HTML.

    A link with a token is too long to be read, and wider than a phone. The words before it become the link.
    """
    found = _WORDS_AND_TOKEN_LINK.fullmatch(paragraph)
    if found is None:
        return Markup(urlize(paragraph, rel="noopener"))  # noqa: S704
    return Markup('<a href="{url}" rel="noopener">{words}</a>').format_map(found.groupdict())


def _bind_short_words_of_value(value: Any) -> Any:
    """Bind the short words of a template's value. Safe markup stays safe; a value that is not text does not change."""
    if hasattr(value, "__html__"):
        return type(value)(bind_short_words_in_html(value))
    return bind_short_words(value) if isinstance(value, str) else value


def greet(first_name: str | None) -> str:
    """Return the greeting of an email."""
    return f"{first_name}, здравствуйте!" if first_name else "Здравствуйте!"
