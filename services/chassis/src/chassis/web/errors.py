"""Errors, raised where the rule is, returned as RFC 9457 problem documents.

ServiceError
├── BadRequest 400    ├── Unauthorized 401   ├── Forbidden 403     ├── NotFound 404
├── Conflict 409      ├── TooLarge 413       ├── UnsupportedType 415
├── Invalid 422 (carries field errors)       ├── RateLimited 429   └── Unavailable 503 (both with Retry-After)
"""

import math
import re
from asyncio import CancelledError
from importlib.resources import files
from typing import Any, ClassVar, Self, TypeVar

import orjson
import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from chassis.events.outages import is_outage
from pydantic import BaseModel
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from chassis.web.http import client_address, redirect_browser

log = structlog.get_logger()
T = TypeVar("T")


class FieldProblem(BaseModel):
    """What is wrong with one field, in words for the user who filled it in."""

    field: str
    message: str


class Problem(BaseModel):
    """RFC 9457 problem document with the members the clients read."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    success: bool = False
    message: str
    error: str
    code: str
    errors: list[FieldProblem] | None = None
    request_id: str | None = None


class ServiceError(Exception):
    """An error with a stable code and a sentence for the user."""

    status: ClassVar[int] = 500
    title: ClassVar[str] = "Внутренняя ошибка"
    code: str = "internal_error"
    message: str = "Что-то сломалось у нас. Попробуйте ещё раз"
    # Where a browser goes that followed a link of an email; other clients get the problem document.
    page: str = ""
    # What is wrong with the input, for `errors[]` of the problem document; None where no field is meant.
    fields: list[FieldProblem] | None = None

    def __init__(self, message: str | None = None, *, code: str | None = None, **details: Any) -> None:
        self.message = message or type(self).message
        self.code = code or type(self).code
        self.details = details
        super().__init__(self.message)

    @property
    def headers(self) -> dict[str, str]:
        """The headers that the response carries besides its body."""
        return {}


class BadRequest(ServiceError):
    status, title, code, message = 400, "Неверный запрос", "bad_request", "Запрос не разобран"


class Unauthorized(ServiceError):
    status, title, code, message = 401, "Нужен вход", "unauthorized", "Войдите, чтобы продолжить"
    challenge: ClassVar[str] = "Bearer"

    @property
    def headers(self) -> dict[str, str]:
        """RFC 9110 section 15.5.2 demands a challenge; the error is RFC 6750's."""
        return {"WWW-Authenticate": self.challenge}


class TokenExpired(Unauthorized):
    code, message = "token_expired", "Время входа истекло"
    challenge = 'Bearer error="invalid_token"'


class TokenInvalid(Unauthorized):
    code, message = "token_invalid", "Вход больше не действителен"
    challenge = 'Bearer error="invalid_token"'


class Forbidden(ServiceError):
    status, title, code, message = 403, "Нет доступа", "forbidden", "Недостаточно прав"


class AccountBlocked(Forbidden):
    code, message = "account_blocked", "Аккаунт заблокирован"


class EmailNotVerified(Forbidden):
    code, message = "email_not_verified", "Сначала подтвердите email"


class CrossSite(Forbidden):
    code, message = "csrf", "Запрос пришёл с чужой страницы"


class NotFound(ServiceError):
    status, title, code, message = 404, "Не найдено", "not_found", "Такой записи нет"


def found(row: T | None, message: str | None = None, *, error: type[ServiceError] = NotFound) -> T:
    """The row, unless there is none. Raises `error`."""
    if row is None:
        raise error(message)
    return row


class Conflict(ServiceError):
    status, title, code, message = 409, "Конфликт", "conflict", "Запись уже изменилась"


class StaleVersion(Conflict):
    code, message = "stale_version", "Запись изменил кто-то другой: обновите её и повторите"


def check_version(seen: int | None, current: int) -> None:
    """Check that the editor saw the newest row; without a version any row may be changed. Raises StaleVersion."""
    if seen not in {None, current}:
        raise StaleVersion


class TooLarge(ServiceError):
    status, title, code, message = 413, "Слишком много данных", "too_large", "Слишком большой запрос"


class HeadersTooLarge(ServiceError):
    status, title, code, message = 431, "Слишком большие заголовки", "headers_too_large", "Слишком длинный запрос"


class UnsupportedType(ServiceError):
    status, title, code, message = 415, "Неподдерживаемый тип", "unsupported_type", "Такой тип не принимается"


class Invalid(ServiceError):
    """Malformed input that the schema alone cannot detect: `Invalid(email="Укажите почту")`."""

    status, title, code, message = 422, "Ошибка в данных", "validation_error", "Проверьте поля формы"

    def __init__(self, message: str | None = None, /, **fields: str) -> None:
        super().__init__(message)
        self.fields = [FieldProblem(field=name, message=text) for name, text in fields.items()] or None

    @classmethod
    def of(cls, problems: list[FieldProblem]) -> Self:
        """For fields whose names are no keywords of Python, such as `items.0.price`."""
        error = cls()
        error.fields = problems
        return error


class RateLimited(ServiceError):
    status, title, code = 429, "Слишком часто", "rate_limited"
    message = "Слишком много попыток. Попробуйте позже"
    retry_after = 60

    def __init__(self, message: str | None = None, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        if retry_after is not None:
            self.retry_after = max(1, math.ceil(retry_after))

    @property
    def headers(self) -> dict[str, str]:
        return {"Retry-After": str(self.retry_after)}


class Unavailable(RateLimited):
    status, title, code = 503, "Временно недоступно", "unavailable"
    message = "Сервис временно недоступен. Попробуйте через минуту"
    retry_after = 5


def documented(*errors: type[ServiceError]) -> dict[int | str, dict[str, Any]]:
    """The `responses=` of a route: its errors by status, with their codes; `chassis.web.openapi` adds those of callers."""
    by_status: dict[int | str, list[str]] = {}
    for error in errors:
        by_status.setdefault(error.status, []).append(error.code)
    return {status: problem_response(", ".join(codes)) for status, codes in by_status.items()}


def problem_response(description: str) -> dict[str, Any]:
    """The OpenAPI description of a problem document."""
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": description, "content": {"application/problem+json": {"schema": schema}}}


def problem(error: ServiceError, request: Request) -> Response:
    """The problem document of an error, or the page of its own that it has for browsers."""
    if error.page and request.method != "POST" and (redirect := redirect_browser(request, error.page)):
        return redirect
    body = Problem(
        title=error.title,
        status=error.status,
        detail=error.message,
        message=error.message,
        error=error.message,
        code=error.code,
        errors=error.fields,
        request_id=request.scope.get("request_id"),
    ).model_dump(exclude_none=True)
    body.update(error.details)
    return JSONResponse(body, error.status, headers=error.headers, media_type="application/problem+json; charset=utf-8")


BY_STATUS = {kind.status: kind for kind in (Unauthorized, Forbidden, NotFound, TooLarge, UnsupportedType)}
REFUSALS = {400, 401, 403, 429}
FORMS = {"multipart/form-data", "application/x-www-form-urlencoded"}
# The sentences for errors of validation: by the type of the error, else by the kind of value that is expected.
MESSAGES, KINDS = orjson.loads(files("chassis.web").joinpath("validation_messages.json").read_bytes()).values()
# pydantic appends the alternative of a union that it tried: `widgets.map.dict[str,any]`.
UNION_ALTERNATIVE = re.compile(r"str|int|bool|float|(?:dict|list|literal|function-[a-z]+)\[.*\]")


def field_problem(error: dict[str, Any]) -> FieldProblem:
    """One validation error of pydantic, in Russian, under the name that the client sent."""
    # A model that the client's JSON cannot be at all, such as a list, has an empty location.
    source, names = error["loc"][:1], error["loc"][1:]
    parts = map(str, names if source in {("body",), ("query",), ("path",), ("header",), ("cookie",)} else error["loc"])
    place = [part for part in parts if not UNION_ALTERNATIVE.fullmatch(part)]
    kind, context = error["type"], error.get("ctx", {})
    if kind == "value_error":
        text = str(context.get("error", "Неверное значение"))
    elif kind == "literal_error" and context.get("expected") == "True":
        text = "Нужно ваше согласие"
    elif kind in MESSAGES:
        # pydantic lists the expected values in English: `'petrol' or 'diesel'`.
        expected = str(context.get("expected")).replace("'", "").replace(" or ", " или ")
        text = MESSAGES[kind].format(**context | {"expected": expected})
    else:
        value = KINDS.get(kind.split("_")[0])
        text = f"Ожидается {value}" if value else "Неверное значение"
    return FieldProblem(field=".".join(place) or "body", message=text)


def _from_validation(error: RequestValidationError, request: Request) -> ServiceError:
    found = error.errors()
    if any(item["type"] == "json_invalid" for item in found):
        return BadRequest("Тело запроса — не JSON", code="malformed_json")
    if _is_of_another_type(error, request):
        return UnsupportedType()
    return Invalid.of([field_problem(item) for item in found])


def _is_of_another_type(error: RequestValidationError, request: Request) -> bool:
    """Whether the body was never parsed: FastAPI leaves what is not JSON as bytes, and what is not a form empty."""
    if request.headers.get("content-length", "0") == "0" and "transfer-encoding" not in request.headers:
        return False
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return isinstance(error.body, bytes) or (isinstance(error.body, FormData) and kind not in FORMS)


def unexpected_error_response(request: Request, error: Exception | CancelledError) -> Response:
    """The response to an unexpected error: 503 when a dependency is down or this service ends, else 500, no details."""
    if isinstance(error, ServiceError):
        return problem(error, request)
    if isinstance(error, ClientDisconnect):
        # Nobody receives this response; it is no fault of ours.
        log.info("client_disconnected")
        return problem(BadRequest(), request)
    if isinstance(error, CancelledError) or is_outage(error):
        log.warning("unavailable", error=type(error).__name__)
        return problem(Unavailable(), request)
    log.error("unhandled_error", exc_info=error)
    return problem(ServiceError(), request)


def install(app: FastAPI) -> None:
    """Make `app` return problem documents for the errors it knows; `telemetry.RequestContext` answers all others.

    The log line of a refused request also says why, who was refused and from where (ASVS 16.3).
    """

    async def answer(request: Request, error: Exception) -> Response:
        if isinstance(error, RequestValidationError):
            error = _from_validation(error, request)
        elif isinstance(error, HTTPException):
            error = BY_STATUS.get(error.status_code, BadRequest)()
        if isinstance(error, ServiceError) and error.status in REFUSALS:
            who = {"ip": await client_address(request), "account": request.scope.get("account")}
            request.scope.setdefault("log_fields", {}).update(who, code=error.code)
        return unexpected_error_response(request, error)

    for kind in (ServiceError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, answer)
