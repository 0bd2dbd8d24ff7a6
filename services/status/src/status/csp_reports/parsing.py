"""Violations of the page policy as browsers report them: the old format of `report-uri` and the Reporting API.

https://www.w3.org/TR/CSP3/#deprecated-serialize-violation and https://www.w3.org/TR/reporting-1/#media-type
"""

import json
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AliasChoices, BaseModel, BeforeValidator, Field

MAX_REPORTS = 20
MAX_FIELD = 300


class MalformedReport(ValueError):
    """The body is in neither format."""


def _text(value: Any) -> str:
    """The begin of a text, without halves of surrogate pairs; empty for anything else."""
    return value[:MAX_FIELD].encode("utf-8", "replace").decode() if isinstance(value, str) else ""


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


Text = Annotated[str, BeforeValidator(_text)]
Address = Annotated[str, BeforeValidator(_address)]


class Violation(BaseModel):
    """One violation, by the names of both formats. Addresses have no query and no fragment, which may hold secrets."""

    directive: Text = Field(
        "", validation_alias=AliasChoices("effective-directive", "violated-directive", "effectiveDirective")
    )
    blocked: Address = Field("", validation_alias=AliasChoices("blocked-uri", "blockedURL"))
    document: Address = Field("", validation_alias=AliasChoices("document-uri", "documentURL"))
    source: Address = Field("", validation_alias=AliasChoices("source-file", "sourceFile"))
    line: Annotated[int | None, BeforeValidator(_number)] = Field(
        None, validation_alias=AliasChoices("line-number", "lineNumber")
    )
    disposition: Text = ""


def parse_violations(body: bytes) -> list[Violation]:
    """The violations of a report, at most 20; reports of other kinds are left out. Raises MalformedReport."""
    try:
        content = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise MalformedReport from error
    if isinstance(content, dict) and isinstance(content.get("csp-report"), dict):
        return [Violation.model_validate(content["csp-report"])]
    if isinstance(content, dict) and isinstance(content.get("body"), dict):
        content = [content]
    if not isinstance(content, list) or not all(isinstance(one, dict) for one in content):
        raise MalformedReport
    violations = [one for one in content if one.get("type") == "csp-violation" and isinstance(one.get("body"), dict)]
    return [Violation.model_validate(one["body"]) for one in violations[:MAX_REPORTS]]
