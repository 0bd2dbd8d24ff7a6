"""Violations of the Content Security Policy as browsers report them: by `report-uri`, and by the Reporting API.

https://www.w3.org/TR/CSP3/#deprecated-serialize-violation and https://www.w3.org/TR/reporting-1/#media-type
"""

import json
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AliasChoices, BaseModel, BeforeValidator, Field

MAX_REPORTS = 20
MAX_FIELD_LENGTH = 300
# The largest value of a PostgreSQL integer.
MAX_INTEGER = 2**31 - 1


class MalformedReport(ValueError):
    """The body has neither of the two formats."""


def _clean_text(value: Any) -> str:
    """Return the beginning of a text without lone surrogates; empty for other types."""
    if not isinstance(value, str):
        return ""
    return value[:MAX_FIELD_LENGTH].encode("utf-8", "replace").decode()


def _clean_number(value: Any) -> int | None:
    """Return a number that the database can store. Returns None for everything else."""
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value <= MAX_INTEGER else None


def _clean_address(value: Any) -> str:
    """Return a web address without credentials, query and fragment.

    Other addresses, such as `data:` and `blob:`, are reduced to their scheme.
    """
    text = _clean_text(value)
    try:
        parts = urlsplit(text)
        host = parts.hostname or ""
    except ValueError:
        return ""
    if parts.scheme in {"http", "https"}:
        return f"{parts.scheme}://{host}{parts.path}"
    # Keywords such as `inline` and `eval` have no scheme.
    return parts.scheme or parts.path


Text = Annotated[str, BeforeValidator(_clean_text)]
Address = Annotated[str, BeforeValidator(_clean_address)]


class Violation(BaseModel):
    """One violation. Addresses have no query and no fragment, which may hold secrets."""

    directive: Text = Field(
        "", validation_alias=AliasChoices("effective-directive", "violated-directive", "effectiveDirective")
    )
    blocked: Address = Field("", validation_alias=AliasChoices("blocked-uri", "blockedURL"))
    document: Address = Field("", validation_alias=AliasChoices("document-uri", "documentURL"))
    source: Address = Field("", validation_alias=AliasChoices("source-file", "sourceFile"))
    line: Annotated[int | None, BeforeValidator(_clean_number)] = Field(
        None, validation_alias=AliasChoices("line-number", "lineNumber")
    )
    disposition: Text = ""


def parse_violations(body: bytes) -> list[Violation]:
    """Parse at most 20 violations of a report. Other kinds of reports are skipped. Raises MalformedReport."""
    try:
        content = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise MalformedReport from error

    if isinstance(content, dict) and isinstance(content.get("csp-report"), dict):
        return [Violation.model_validate(content["csp-report"])]
    if isinstance(content, dict) and isinstance(content.get("body"), dict):
        content = [content]
    if not isinstance(content, list) or not all(isinstance(report, dict) for report in content):
        raise MalformedReport

    reports = [
        report for report in content if report.get("type") == "csp-violation" and isinstance(report.get("body"), dict)
    ]
    return [Violation.model_validate(report["body"]) for report in reports[:MAX_REPORTS]]
