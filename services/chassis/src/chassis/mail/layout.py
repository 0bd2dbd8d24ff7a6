"""The layout of all emails. A service's `email.html.j2` extends `layout.html.j2` and fills its blocks."""

from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from chassis.typography import bind_short_words, bind_short_words_in_html


def build_environment(package: str, *, html: bool) -> Environment:
    """Return a Jinja environment for the `templates` folder of a package and the layout.

    With `html`, values are escaped and get non-breaking spaces.
    """
    finalize = _bind_short_words_of_value if html else None
    loader = ChoiceLoader([PackageLoader(package), PackageLoader("chassis.mail")])
    return Environment(loader=loader, undefined=StrictUndefined, autoescape=html, finalize=finalize)  # noqa: S701


def _bind_short_words_of_value(value: Any) -> Any:
    """Bind the short words of a template's value. Safe markup stays safe; a value that is not text does not change."""
    if hasattr(value, "__html__"):
        return type(value)(bind_short_words_in_html(value))
    return bind_short_words(value) if isinstance(value, str) else value


def greet(first_name: str | None) -> str:
    """Return the greeting of an email."""
    return f"{first_name}, здравствуйте!" if first_name else "Здравствуйте!"
