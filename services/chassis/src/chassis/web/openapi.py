"""The OpenAPI document of a service: FastAPI's, completed.

Added are what the chassis itself does for every route (the problem document, 405, 413, 415), the credentials with the
401 and 403 of a route for signed-in users, and what FastAPI loses: bounds of types with a validator of their own come
out as `ge` and `le` instead of `minimum` and so on.
"""

from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from chassis.web import errors
from chassis.web.auth import SAFE, current, maybe_current
from chassis.web.routing import MethodNotAllowed

Document = dict[str, Any]
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
    problem = errors.Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    components = document.setdefault("components", {})
    components.setdefault("schemas", {}).update(problem.pop("$defs"), Problem=problem)
    components["securitySchemes"] = SECURITY_SCHEMES
    tags: set[str] = set()
    for route in (one for one in routes if isinstance(one, APIRoute) and one.include_in_schema):
        for method in route.methods or ():
            operation, reader = document["paths"][route.path_format][method.lower()], _reader(route.dependant)
            operation["security"] = SECURITY.get(reader, [])
            tags.update(operation.setdefault("tags", [document["info"]["title"]]))
            refusals = (errors.Unauthorized, errors.Forbidden) if reader is current else ()
            _add_problems(operation, *refusals, *((errors.RateLimited,) if reader and method not in SAFE else ()))
    document["tags"] = [{"name": name} for name in sorted(tags)]
    _rename_bounds(document)
    return document


def _reader(dependant: Dependant) -> Any:
    """The first dependency of a route that reads credentials; None for a public route."""
    if dependant.call in SECURITY:
        return dependant.call
    found = (_reader(inner) for inner in dependant.dependencies)
    return next(filter(None, found), None)


def _add_problems(operation: Document, *refusals: type[errors.ServiceError]) -> None:
    """Add these errors, and those of a body if there is one; others of the same status, which the route has, follow."""
    body = (errors.TooLarge, errors.UnsupportedType) if "requestBody" in operation else ()
    for status, response in errors.documented(*body, *refusals).items():
        known = operation["responses"].setdefault(str(status), response)
        code, codes = response["description"], known["description"].split(", ")
        known["description"] = ", ".join([code, *(one for one in codes if one != code)])


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


def install(app: FastAPI, routers: Iterable[APIRouter], routes: Iterable[APIRoute]) -> None:
    """Let `app` answer /openapi.json with the document of these routers' routes, made by a second FastAPI object."""
    described = FastAPI(
        title=app.title,
        description=f"The {app.title} service of Меридиан Авто, as it is reached through the gateway.",
        contact={"name": "Меридиан Авто"},
        servers=[{"url": "/", "description": "The gateway"}],
        generate_unique_id_function=lambda route: route.name,
        responses=errors.documented(MethodNotAllowed, errors.Invalid)
        | {400: errors.problem_response("malformed request")},
    )
    for router in routers:
        described.include_router(router)

    def openapi() -> Document:
        if app.openapi_schema is None:
            app.openapi_schema = completed(described.openapi(), routes)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI documents it
