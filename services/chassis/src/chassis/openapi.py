"""The OpenAPI document of a service: FastAPI's, completed.

Added are what the chassis itself does for every route (the problem document, 405, 413, 415, the credentials) and what
FastAPI loses: bounds of types with a validator of their own come out as `ge` and `le` instead of `minimum` and so on.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from chassis.auth import current, maybe_current
from chassis.errors import Problem, TooLarge, UnsupportedType, documented
from chassis.routing import MethodNotAllowed

Document = dict[str, Any]
METHODS = {"get", "put", "post", "delete", "patch"}
BOUNDS = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
NOT_IN_JSON_SCHEMA = {"decimal_places", "max_digits"}
SECURITY_SCHEMES = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "PASETO v4.public",
        "description": "The access token, valid for 15 minutes.",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "session",
        "description": "The access token; on https the cookie is named __Host-session. Unsafe requests need an Origin.",
    },
}
SIGNED_IN: list[dict[str, list[str]]] = [{"bearer": []}, {"session": []}]
OPTIONAL: list[dict[str, list[str]]] = [{}, *SIGNED_IN]
# Other dependencies that read credentials name theirs here: `SECURITY[my_dependency] = [{"bearer": []}]`.
SECURITY: dict[Any, list[dict[str, list[str]]]] = {current: SIGNED_IN, maybe_current: OPTIONAL}


def completed(document: Document, routes: Iterable[Any]) -> Document:
    """Add to FastAPI's `document` what holds for every operation of these routes. The document is changed in place."""
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    if "Problem" not in schemas:
        model = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
        schemas.update(model.pop("$defs", {}))
        schemas["Problem"] = model
    document["components"]["securitySchemes"] = SECURITY_SCHEMES
    security = {
        (route.path_format, method.lower()): _security(route.dependant)
        for route in routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    }
    tags: set[str] = set()
    for place, operation in _operations(document):
        operation["security"] = security[place]
        tags.update(operation.setdefault("tags", [document["info"]["title"]]))
        _add_problems(operation)
    title = document["info"]["title"]
    document["info"] |= {
        "description": f"The {title} service of Меридиан Авто, as it is reached through the gateway.",
        "contact": {"name": "Меридиан Авто"},
    }
    document["servers"] = [{"url": "/", "description": "The gateway"}]
    document["tags"] = [{"name": name} for name in sorted(tags)]
    _rename_bounds(document)
    return document


def _operations(document: Document) -> Iterator[tuple[tuple[str, str], Document]]:
    """Each operation with its path and method."""
    for path, item in document["paths"].items():
        yield from (((path, method), operation) for method, operation in item.items() if method in METHODS)


def _security(dependant: Dependant) -> list[dict[str, list[str]]]:
    """The credentials of a route: those of the first dependency that reads them; none for a public route."""
    if dependant.call in SECURITY:
        return SECURITY[dependant.call]
    found = (_security(inner) for inner in dependant.dependencies)
    return next((one for one in found if one), [])


def _add_problems(operation: Document) -> None:
    body = (TooLarge, UnsupportedType) if "requestBody" in operation else ()
    for status, response in documented(MethodNotAllowed, *body).items():
        operation["responses"].setdefault(str(status), response)


def _rename_bounds(part: Any) -> None:
    """Replace pydantic's names of numeric bounds by those of JSON Schema, wherever a schema has them."""
    if isinstance(part, list):
        for one in part:
            _rename_bounds(one)
    elif isinstance(part, dict):
        for old, new in BOUNDS.items():
            if isinstance(part.get(old), int | float):
                part[new] = part.pop(old)
        for name in NOT_IN_JSON_SCHEMA:
            if isinstance(part.get(name), int):
                del part[name]
        for one in part.values():
            _rename_bounds(one)


def install(app: FastAPI, described: FastAPI, routes: Iterable[APIRoute]) -> None:
    """Let `app` answer /openapi.json with the completed document of `described`, which has the same routes."""

    def openapi() -> Document:
        if app.openapi_schema is None:
            app.openapi_schema = completed(described.openapi(), routes)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI documents it
