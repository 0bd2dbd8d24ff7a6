"""The layout of all emails. A service's `email.html.j2` extends `layout.html.j2` and fills its blocks."""

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from chassis.mail.typography import bind_short_words


def build_environment(package: str, *, html: bool) -> Environment:
    """Return a Jinja environment for the `templates` folder of a package and the layout.

    With `html`, values are escaped and get non-breaking spaces.
    """
    finalize = bind_short_words if html else None
    loader = ChoiceLoader([PackageLoader(package), PackageLoader("chassis.mail")])
    return Environment(loader=loader, undefined=StrictUndefined, autoescape=html, finalize=finalize)  # noqa: S701


def greet(first_name: str | None) -> str:
    """Return the greeting of an email."""
    return f"{first_name}, здравствуйте!" if first_name else "Здравствуйте!"
