"""The texts of a service's emails, read from a YAML file of its package; docs/copy has a link to each file."""

from functools import cached_property
from importlib.resources import files
from typing import Any, NamedTuple

import yaml
from jinja2 import Template

from chassis.mail.layout import build_environment

TEXT = build_environment("chassis.mail", html=False)
HTML = build_environment("chassis.mail", html=True)


class EmailContent(NamedTuple):
    """Texts of one email. A blank line ends a paragraph of `text`."""

    subject: str
    heading: str
    text: str


class RenderedEmail(NamedTuple):
    """A rendered email: subject, plain text and HTML."""

    subject: str
    text: str
    html: str


class EmailTexts:
    """Emails of a service by kind: subject, heading and text with Jinja variables."""

    def __init__(self, package: str, file: str) -> None:
        self._package = package
        self._file = file

    @cached_property
    def kinds(self) -> dict[str, dict[str, str]]:
        text = files(self._package).joinpath(self._file).read_text("utf-8")
        texts_by_kind: dict[str, dict[str, str]] = yaml.safe_load(text)
        return texts_by_kind

    @cached_property
    def _templates(self) -> dict[str, dict[str, Template]]:
        """Compiled once. Rendering must be fast: response times must not reveal whether an email was sent."""
        templates_by_kind = {}
        for kind, parts in self.kinds.items():
            templates_by_kind[kind] = {part: TEXT.from_string(text) for part, text in parts.items()}
        return templates_by_kind

    def fill_in(self, kind: str, **values: Any) -> EmailContent:
        """Fill in the texts of an email. Raises jinja2.UndefinedError if a value is missing."""
        parts = {part: template.render(values) for part, template in self._templates[kind].items()}
        return EmailContent(**parts)

    def render(self, kind: str, **values: Any) -> RenderedEmail:
        """Render an email with these values. They include the arguments of `lay_out`."""
        return lay_out(self.fill_in(kind, **values), **values)


def lay_out(content: EmailContent, *, site_name: str, **values: Any) -> RenderedEmail:
    """Put the texts into the layout of all emails.

    Optional values: `code`, which then stands alone in its paragraph; `contact_phone`, `contact_email` and
    `working_hours` of the signature; `unsubscribe_url`.
    """
    optional_names = ("code", "contact_phone", "contact_email", "working_hours", "unsubscribe_url")
    paragraphs = [paragraph.strip() for paragraph in content.text.split("\n\n") if paragraph.strip()]
    parts = {
        **{name: values.get(name) for name in optional_names},
        "site_name": site_name,
        "heading": content.heading,
        "paragraphs": paragraphs,
    }
    text = TEXT.get_template("email.txt.j2").render(parts)
    html = HTML.get_template("email.html.j2").render(parts)
    return RenderedEmail(content.subject, text, html)
