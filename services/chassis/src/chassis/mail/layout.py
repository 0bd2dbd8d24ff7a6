"""The one layout of emails: a service's `email.html.j2` extends `layout.html.j2` and fills its blocks."""

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined


def environment(package: str, *, html: bool) -> Environment:
    """The templates in the folder `templates` of a package, which find the layout; in HTML all values are escaped."""
    loader = ChoiceLoader([PackageLoader(package), PackageLoader("chassis.mail")])
    return Environment(loader=loader, undefined=StrictUndefined, autoescape=html)  # noqa: S701


def salutation(first_name: str | None) -> str:
    """The first line of an email."""
    return f"{first_name}, здравствуйте!" if first_name else "Здравствуйте!"
