"""Errors, raised where the rule is, returned as RFC 9457 problem documents.

ServiceError
├── BadRequest 400    ├── Unauthorized 401   ├── Forbidden 403     ├── NotFound 404
├── Conflict 409      ├── TooLarge 413       ├── UnsupportedType 415  ├── HeadersTooLarge 431
├── Invalid 422 (carries field errors)       └── RateLimited 429 ── Unavailable 503 (both with Retry-After)
"""

import math
import re
from asyncio import CancelledError
from collections.abc import Callable
from decimal import Decimal
from importlib.resources import files
from typing import Any, ClassVar, Self, TypeVar

import orjson
import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from chassis.events.outages import is_outage
from chassis.formats import format_exact_number
from chassis.web.http import get_client_address, redirect_browser

log = structlog.get_logger()
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])


class FieldProblem(BaseModel):
    """Error of one field, with a message for the user who filled it in."""

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
    """An error with a stable code and a message for the user."""

    status: ClassVar[int] = 500
    title: ClassVar[str] = "Внутренняя ошибка"
    code: str = "internal_error"
    message: str = "Что-то сломалось у нас. Попробуйте ещё раз"
    # Page for a browser that followed a link in an email. Other clients get the problem document.
    page: str = ""
    # Field errors for `errors[]` of the problem document, or None.
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
    status = 400
    title = "Неверный запрос"
    code = "bad_request"
    message = "Запрос не разобран"


class Unauthorized(ServiceError):
    status = 401
    title = "Нужен вход"
    code = "unauthorized"
    message = "Войдите, чтобы продолжить"
    challenge: ClassVar[str] = "Bearer"

    @property
    def headers(self) -> dict[str, str]:
        """The challenge that RFC 9110 section 15.5.2 demands, with the error codes of RFC 6750."""
        return {"WWW-Authenticate": self.challenge}


class TokenExpired(Unauthorized):
    code = "token_expired"
    message = "Время входа истекло"
    challenge = 'Bearer error="invalid_token"'


class TokenInvalid(Unauthorized):
    code = "token_invalid"
    message = "Вход больше не действителен"
    challenge = 'Bearer error="invalid_token"'


class Forbidden(ServiceError):
    status = 403
    title = "Нет доступа"
    code = "forbidden"
    message = "Недостаточно прав"


class AccountBlocked(Forbidden):
    code = "account_blocked"
    message = "Аккаунт заблокирован"


class EmailNotVerified(Forbidden):
    code = "email_not_verified"
    message = "Сначала подтвердите email"


class CrossSite(Forbidden):
    code = "csrf"
    message = "Запрос пришёл с чужой страницы"


class NotFound(ServiceError):
    status = 404
    title = "Не найдено"
    code = "not_found"
    message = "Такой записи нет"


def require_found(row: T | None, message: str | None = None, *, error: type[ServiceError] = NotFound) -> T:
    """Return the row. Raises `error` if it is None."""
    if row is None:
        raise error(message)
    return row


class Conflict(ServiceError):
    status = 409
    title = "Конфликт"
    code = "conflict"
    message = "Запись уже изменилась"


class StaleVersion(Conflict):
    code = "stale_version"
    message = "Запись изменил кто-то другой: обновите её и повторите"


def check_version(seen_version: int | None, current_version: int) -> None:
    """Check that the editor saw the newest version of a row. None allows any version. Raises StaleVersion."""
    if seen_version not in {None, current_version}:
        raise StaleVersion


class TooLarge(ServiceError):
    status = 413
    title = "Слишком много данных"
    code = "too_large"
    message = "Слишком большой запрос"


class HeadersTooLarge(ServiceError):
    status = 431
    title = "Слишком большие заголовки"
    code = "headers_too_large"
    message = "Слишком длинный запрос"


class UnsupportedType(ServiceError):
    status = 415
    title = "Неподдерживаемый тип"
    code = "unsupported_type"
    message = "Такой тип не принимается"


class Invalid(ServiceError):
    """Invalid input that the schema alone cannot detect: `Invalid(email="Укажите почту")`."""

    status = 422
    title = "Ошибка в данных"
    code = "validation_error"
    message = "Проверьте поля формы"

    def __init__(self, message: str | None = None, /, **fields: str) -> None:
        super().__init__(message)
        self.fields = [FieldProblem(field=name, message=text) for name, text in fields.items()] or None

    @classmethod
    def from_problems(cls, problems: list[FieldProblem]) -> Self:
        """Build the error from field names that cannot be keyword arguments, such as `items.0.price`."""
        error = cls()
        error.fields = problems
        return error


class RateLimited(ServiceError):
    status = 429
    title = "Слишком часто"
    code = "rate_limited"
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
    status = 503
    title = "Временно недоступно"
    code = "unavailable"
    message = "Сервис временно недоступен. Попробуйте через минуту"
    retry_after = 5


# The declarations of `raises`.
_errors_by_rule: dict[Callable[..., object], tuple[type[ServiceError], ...]] = {}


def raises(*errors: type[ServiceError]) -> Callable[[F], F]:
    """Declare the refusals of a rule, so that its routes need not repeat them: `document_errors(service.advance)`."""

    def declare(function: F) -> F:
        _errors_by_rule[function] = errors
        return function

    return declare


def document_errors(*sources: type[ServiceError] | Callable[..., object]) -> dict[int | str, dict[str, Any]]:
    """Return the `responses=` of a route: errors by status, with their codes. A function stands for what it `raises`.

    `chassis.web.openapi` adds the errors of callers.
    """
    by_status: dict[int | str, list[str]] = {}
    for source in sources:
        errors = (source,) if isinstance(source, type) and issubclass(source, ServiceError) else _errors_by_rule[source]
        for error in errors:
            codes = by_status.setdefault(error.status, [])
            if error.code not in codes:
                codes.append(error.code)
    return {status: build_problem_response(", ".join(codes)) for status, codes in by_status.items()}


def build_problem_response(description: str) -> dict[str, Any]:
    """Return the OpenAPI description of a problem document."""
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": description, "content": {"application/problem+json": {"schema": schema}}}


def build_problem(error: ServiceError, request: Request) -> Response:
    """Return the problem document of an error, or redirect a browser to the error's page."""
    if error.page and request.method != "POST":
        redirect = redirect_browser(request, error.page)
        if redirect:
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


ERROR_BY_STATUS = {kind.status: kind for kind in (Unauthorized, Forbidden, NotFound, TooLarge, UnsupportedType)}
REFUSALS = {400, 401, 403, 429}
FORM_TYPES = {"multipart/form-data", "application/x-www-form-urlencoded"}
# Messages for validation errors, by error type or by the kind of the expected value.
_validation_texts = orjson.loads(files("chassis.web").joinpath("validation_messages.json").read_bytes())
MESSAGES: dict[str, str] = _validation_texts["messages"]
KINDS: dict[str, str] = _validation_texts["kinds"]
# pydantic appends the union member that it tried: `widgets.map.dict[str,any]`.
UNION_ALTERNATIVE = re.compile(r"str|int|bool|float|(?:dict|list|literal|function-[a-z]+)\[.*\]")


def build_field_problem(error: dict[str, Any]) -> FieldProblem:
    """Convert one validation error of pydantic into a Russian message, with the field name that the client sent."""
    # The location is empty if the JSON has another type than the model, for example a list.
    names = error["loc"]
    if names[:1] in {("body",), ("query",), ("path",), ("header",), ("cookie",)}:
        names = names[1:]
    field_path = [str(name) for name in names if not UNION_ALTERNATIVE.fullmatch(str(name))]
    kind = error["type"]
    context = error.get("ctx", {})
    if kind == "value_error":
        text = str(context.get("error", "Неверное значение"))
    elif kind == "literal_error" and context.get("expected") == "True":
        text = "Нужно ваше согласие"
    elif kind == "string_too_short" and context.get("min_length") == 1:
        text = MESSAGES["missing"]
    elif kind in MESSAGES:
        # pydantic lists the expected values in English: `'petrol' or 'diesel'`.
        expected = str(context.get("expected")).replace("'", "").replace(" or ", " или ")
        bounds = {
            name: format_exact_number(value) if isinstance(value, int | float | Decimal) else str(value)
            for name, value in context.items()
        }
        text = MESSAGES[kind].format(**bounds | {"expected": expected})
    else:
        value = KINDS.get(kind.split("_")[0])
        text = f"Ожидается {value}" if value else "Неверное значение"
    return FieldProblem(field=".".join(field_path) or "body", message=text)


def _build_validation_error(error: RequestValidationError, request: Request) -> ServiceError:
    problems = error.errors()
    if any(item["type"] == "json_invalid" for item in problems):
        return BadRequest("Тело запроса — не JSON", code="malformed_json")
    if _is_of_another_type(error, request):
        return UnsupportedType()
    return Invalid.from_problems([build_field_problem(item) for item in problems])


def _is_of_another_type(error: RequestValidationError, request: Request) -> bool:
    """Return True if FastAPI did not parse the body because of its Content-Type.

    Where it expects JSON, it leaves such a body as bytes. Where it expects a form, it leaves the form empty.
    """
    if request.headers.get("content-length", "0") == "0" and "transfer-encoding" not in request.headers:
        return False
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if isinstance(error.body, FormData):
        return media_type not in FORM_TYPES
    return isinstance(error.body, bytes)


# SQLSTATE of a foreign key, of a unique index and of an exclusion constraint that refuse a row.
REFUSED_ROWS = {"23503", "23505", "23P01"}


def is_lost_race(error: BaseException) -> bool:
    """Return True if the database refused a row that another request has made impossible meanwhile.

    Rules check first and give their own reasons; a constraint decides between requests that run at the same time.
    """
    return getattr(getattr(error, "orig", None), "sqlstate", None) in REFUSED_ROWS


def build_error_response(request: Request, error: Exception | CancelledError) -> Response:
    """Return the problem document of an error.

    An unexpected error shows no details: 503 if a dependency is down or this service is stopping, 409 if another
    request was first, otherwise 500.
    """
    if isinstance(error, ServiceError):
        return build_problem(error, request)
    if isinstance(error, ClientDisconnect):
        # The client has disconnected, so nobody receives this response.
        log.info("client_disconnected")
        return build_problem(BadRequest(), request)
    if isinstance(error, CancelledError) or is_outage(error):
        log.warning("unavailable", error=type(error).__name__)
        return build_problem(Unavailable(), request)
    if is_lost_race(error):
        log.warning("lost_race", exc_info=error)
        return build_problem(
            Conflict("Данные изменились, пока вы отправляли запрос. Обновите страницу и повторите"), request
        )
    log.error("unhandled_error", exc_info=error)
    return build_problem(ServiceError(), request)


def install(app: FastAPI) -> None:
    """Make `app` answer known errors with problem documents. `telemetry.RequestContext` answers all others.

    The log line of a refused request contains the reason, the caller and the address (ASVS 16.3).
    """

    async def answer(request: Request, error: Exception) -> Response:
        if isinstance(error, RequestValidationError):
            error = _build_validation_error(error, request)
        elif isinstance(error, HTTPException):
            error = ERROR_BY_STATUS.get(error.status_code, BadRequest)()
        if isinstance(error, ServiceError) and error.status in REFUSALS:
            client = {"ip": await get_client_address(request), "account": request.scope.get("account")}
            request.scope.setdefault("log_fields", {}).update(client, code=error.code)
        return build_error_response(request, error)

    for kind in (ServiceError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, answer)
