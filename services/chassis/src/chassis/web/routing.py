"""The routes of a service behind an index of their paths, and the answer to a method that a path does not have."""

import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import Request
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from chassis.web.auth import CHECKS, SAFE_METHODS
from chassis.web.errors import RateLimited, ServiceError

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
# Parts of a path, divided by slashes, that form its prefix: `/api/cars`.
PREFIX_PARTS = 3
# Number of files that an account may upload at the same time to one process.
UPLOADS_PER_ACCOUNT = 4
# Writing requests of an account to one process. This bounds the routes without a limit of their own.
WRITES_PER_MINUTE = 300
MINUTE = 60.0


class MethodNotAllowed(ServiceError):
    status = 405
    title = "Метод не поддерживается"
    code = "method_not_allowed"
    message = "Так сюда нельзя"

    def __init__(self, *, allow: list[str]) -> None:
        super().__init__()
        self.allow = allow

    @property
    def headers(self) -> dict[str, str]:
        return {"Allow": ", ".join(self.allow)}


class TooManyUploads(RateLimited):
    message = "Слишком много файлов загружается одновременно. Дождитесь окончания загрузки"
    retry_after = 5


class AccountWriteCounter:
    """Counter of the writing requests of each account to this process, in fixed windows of a minute."""

    def __init__(self) -> None:
        self._minute = 0
        self._hits: Counter[str] = Counter()

    def hit(self, account: str) -> None:
        """Count one request. Raises RateLimited above WRITES_PER_MINUTE."""
        minute, seconds_passed = divmod(time.monotonic(), MINUTE)
        if minute != self._minute:
            self._minute = int(minute)
            self._hits.clear()
        self._hits[account] += 1
        if self._hits[account] > WRITES_PER_MINUTE:
            raise RateLimited(retry_after=MINUTE - seconds_passed)


class RouteTable(BaseRoute):
    """Index of routes. It finds the route of a request among the routes with the same path prefix.

    The framework compares a request with every route in turn: for 130 routes that cost more CPU than most answers
    (docs/decisions/0163). A path without parameters has its own methods only, even if an `{id}` route matches it too.
    The caller of a writing route is checked here, before the framework reads the body.
    """

    def __init__(self, routes: Iterable[BaseRoute]) -> None:
        self.routes = [route for route in routes if isinstance(route, APIRoute)]
        self._routes_by_literal_path: dict[str, list[APIRoute]] = {}
        for route in self.routes:
            if "{" not in route.path:
                self._routes_by_literal_path.setdefault(route.path, []).append(route)
        # A parameter among the first parts: the prefix of such a route never equals the prefix of a request.
        self._routes_with_parameter_in_prefix = [route for route in self.routes if _has_parameter_in_prefix(route)]
        self._routes_by_prefix: dict[str, list[APIRoute]] = {}
        for prefix in {_get_prefix(route.path) for route in self.routes}:
            self._routes_by_prefix[prefix] = [
                route for route in self.routes if _get_prefix(route.path) == prefix or _has_parameter_in_prefix(route)
            ]
        self._checks = {id(route): list(_list_checks(route.dependant)) for route in self.routes if _is_writing(route)}
        self._write_counter = AccountWriteCounter()
        self._uploads: Counter[str] = Counter()

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return the first route of this path and method, otherwise the first route of this path.

        In the second case `handle` refuses the method.
        """
        partial_match: tuple[Match, Scope] = (Match.NONE, {})
        if scope["type"] != "http":
            return partial_match
        for route in self._find_candidates(scope["path"]):
            match, child_scope = route.matches(scope)
            if match is Match.FULL:
                return match, child_scope
            if match is Match.PARTIAL and partial_match[0] is Match.NONE:
                partial_match = (match, child_scope)
        return partial_match

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the route that matched the request.

        Raises MethodNotAllowed with all methods of the path, and HEAD if it has GET.
        """
        route: APIRoute = scope["route"]
        if scope["method"] not in (route.methods or ()):
            routes_of_path = [
                candidate
                for candidate in self._find_candidates(scope["path"])
                if candidate.matches(scope)[0] is not Match.NONE
            ]
            methods = {method for candidate in routes_of_path for method in candidate.methods or ()}
            if "GET" in methods:
                methods.add("HEAD")
            raise MethodNotAllowed(allow=[method for method in METHODS if method in methods])
        if route.max_body_size is None:
            await self._answer(scope, receive, send)
            return
        # The limit of this route holds for refusals too. Under the smaller limit of the service, the refusal of a
        # caller who announces a file would become 413.
        await RequestBodyLimitMiddleware(self._answer, route.max_body_size)(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the caller, then let the route of this request answer."""
        route: APIRoute = scope["route"]
        for check in self._checks.get(id(route), ()):
            await check(Request(scope))
        if "account" in scope and scope["method"] not in SAFE_METHODS and not scope["is_admin"]:
            self._write_counter.hit(scope["account"])
        if route.max_body_size is None:
            await route.handle(scope, receive, send)
            return
        with self._count_upload(scope.get("account", "")):
            await route.handle(scope, receive, send)

    @contextmanager
    def _count_upload(self, account: str) -> Iterator[None]:
        """Count an upload of this account inside the block. Raises TooManyUploads."""
        if self._uploads[account] >= UPLOADS_PER_ACCOUNT:
            raise TooManyUploads
        self._uploads[account] += 1
        try:
            yield
        finally:
            self._uploads[account] -= 1
            if not self._uploads[account]:
                del self._uploads[account]

    def _find_candidates(self, path: str) -> list[APIRoute]:
        literal_routes = self._routes_by_literal_path.get(path)
        if literal_routes:
            return literal_routes
        return self._routes_by_prefix.get(_get_prefix(path), self._routes_with_parameter_in_prefix)


def _is_writing(route: APIRoute) -> bool:
    return bool(route.body_field) or not SAFE_METHODS.issuperset(route.methods or ())


def _list_checks(dependant: Dependant) -> Iterator[Callable[[Request], Awaitable[object]]]:
    """Yield the checks of a route's dependencies that read credentials."""
    if dependant.call in CHECKS:
        yield CHECKS[dependant.call]
        return
    for inner in dependant.dependencies:
        yield from _list_checks(inner)


def _has_parameter_in_prefix(route: APIRoute) -> bool:
    return "{" in _get_prefix(route.path)


def _get_prefix(path: str) -> str:
    return "/".join(path.split("/", PREFIX_PARTS)[:PREFIX_PARTS])
