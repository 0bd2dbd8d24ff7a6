"""Violations of the page policy as browsers report them: the old format of `report-uri` and the Reporting API.

https://www.w3.org/TR/CSP3/#deprecated-serialize-violation and https://www.w3.org/TR/reporting-1/#media-type
"""

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

MAX_REPORTS = 20
MAX_FIELD = 300


class MalformedReport(ValueError):
    """The body is in neither format."""


@dataclass(frozen=True)
class Violation:
    """One violation. Addresses have no query and no fragment: these may hold tokens and personal data."""

    directive: str
    blocked: str
    document: str
    source: str
    line: int | None
    disposition: str


def parse_violations(body: bytes) -> list[Violation]:
    """The violations of a report, at most 20; reports of other kinds are left out. Raises MalformedReport."""
    try:
        content = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise MalformedReport from error
    if isinstance(content, dict) and isinstance(content.get("csp-report"), dict):
        return [_from_report_uri(content["csp-report"])]
    if isinstance(content, dict) and isinstance(content.get("body"), dict):
        content = [content]
    if not isinstance(content, list) or not all(isinstance(one, dict) for one in content):
        raise MalformedReport
    violations = [one for one in content if one.get("type") == "csp-violation" and isinstance(one.get("body"), dict)]
    return [_from_reporting_api(one["body"]) for one in violations[:MAX_REPORTS]]


def _from_report_uri(report: dict[str, Any]) -> Violation:
    return Violation(
        directive=_text(report.get("effective-directive") or report.get("violated-directive")),
        blocked=_address(report.get("blocked-uri")),
        document=_address(report.get("document-uri")),
        source=_address(report.get("source-file")),
        line=_number(report.get("line-number")),
        disposition=_text(report.get("disposition")),
    )


def _from_reporting_api(report: dict[str, Any]) -> Violation:
    return Violation(
        directive=_text(report.get("effectiveDirective")),
        blocked=_address(report.get("blockedURL")),
        document=_address(report.get("documentURL")),
        source=_address(report.get("sourceFile")),
        line=_number(report.get("lineNumber")),
        disposition=_text(report.get("disposition")),
    )


def _text(value: Any) -> str:
    return value[:MAX_FIELD] if isinstance(value, str) else ""


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31 else None


def _address(value: Any) -> str:
    """The address without credentials, query and fragment; of a `data:` or `blob:` address only the scheme."""
    text = _text(value)
    try:
        parts = urlsplit(text)
        host = parts.hostname or ""
    except ValueError:
        return ""
    if parts.scheme in {"http", "https"}:
        return f"{parts.scheme}://{host}{parts.path}"
    # Keywords such as `inline` and `eval` have no scheme.
    return parts.scheme or parts.path
