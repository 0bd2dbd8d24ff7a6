"""OpenAPI document of a service: FastAPI's document, completed.

It gets the responses that the chassis makes for every route (problem documents, 405, 413, 415), and the security
requirements with the 401 and 403 of routes for signed-in users. Numeric bounds are renamed: for types with their own
validator, FastAPI writes `ge` and `le` instead of `minimum` and `maximum`.
"""

from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from chassis.web import errors
from chassis.web.auth import SAFE_METHODS, find_caller, get_caller
from chassis.web.routing import MethodNotAllowed

Document = dict[str, Any]
BOUNDS = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
NOT_IN_JSON_SCHEMA = {"decimal_places", "max_digits"}
# A service may add its own scheme. A document has these two and the other schemes that its routes use.
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
REQUIRED_SIGN_IN: list[dict[str, list[str]]] = [{"bearer": []}, {"session": []}]
OPTIONAL_SIGN_IN: list[dict[str, list[str]]] = [{}, *REQUIRED_SIGN_IN]
# A service adds its own dependencies that read credentials: `SECURITY[my_dependency] = [{"bearer": []}]`.
SECURITY: dict[Any, list[dict[str, list[str]]]] = {get_caller: REQUIRED_SIGN_IN, find_caller: OPTIONAL_SIGN_IN}


def complete_document(document: Document, routes: Iterable[Any]) -> Document:
    """Complete FastAPI's `document` for these routes. The document is changed in place."""
    components = document.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    # A new service has no operation yet, and the rules of `make check` refuse a schema that nothing uses.
    if document["paths"]:
        problem = errors.Problem.model_json_schema(ref_template="#/components/schemas/{model}")
        schemas.update(problem.pop("$defs"), Problem=problem)
    used_schemes = {"bearer", "session"}
    tags: set[str] = set()
    for route in routes:
        if not isinstance(route, APIRoute) or not route.include_in_schema:
            continue
        for method in route.methods or ():
            operation = document["paths"][route.path_format][method.lower()]
            reader = _find_credentials_reader(route.dependant)
            operation["security"] = SECURITY.get(reader, [])
            used_schemes.update(name for alternative in operation["security"] for name in alternative)
            tags.update(operation.setdefault("tags", [document["info"]["title"]]))
            refusals: list[type[errors.ServiceError]] = []
            if reader is get_caller:
                refusals += [errors.Unauthorized, errors.Forbidden]
            if reader and method not in SAFE_METHODS:
                refusals.append(errors.RateLimited)
            _add_problems(operation, *refusals)
    components["securitySchemes"] = {name: SECURITY_SCHEMES[name] for name in SECURITY_SCHEMES if name in used_schemes}
    document["tags"] = [{"name": name} for name in sorted(tags)]
    _rename_bounds(document)
    return document


def _find_credentials_reader(dependant: Dependant) -> Any:
    """Return the first dependency of a route that reads credentials, or None for a public route."""
    if dependant.call in SECURITY:
        return dependant.call
    readers = (_find_credentials_reader(inner) for inner in dependant.dependencies)
    return next(filter(None, readers), None)


def _add_problems(operation: Document, *refusals: type[errors.ServiceError]) -> None:
    """Add these errors, and the errors of a request body if the operation has one.

    Errors of the same status that the route declares come after them.
    """
    body = (errors.TooLarge, errors.UnsupportedType) if "requestBody" in operation else ()
    for status, response in errors.document_errors(*body, *refusals).items():
        documented_response = operation["responses"].setdefault(str(status), response)
        code = response["description"]
        other_codes = [other for other in documented_response["description"].split(", ") if other != code]
        documented_response["description"] = ", ".join([code, *other_codes])


def _rename_bounds(part: Any) -> None:
    """Rename the numeric bounds of pydantic to the names of JSON Schema."""
    if isinstance(part, list):
        for value in part:
            _rename_bounds(value)
    elif isinstance(part, dict):
        for pydantic_name, schema_name in BOUNDS.items():
            if isinstance(part.get(pydantic_name), int | float):
                part[schema_name] = part.pop(pydantic_name)
        for name in NOT_IN_JSON_SCHEMA:
            if isinstance(part.get(name), int):
                del part[name]
        for value in part.values():
            _rename_bounds(value)


def install(app: FastAPI, routers: Iterable[APIRouter], routes: Iterable[APIRoute]) -> None:
    """Serve /openapi.json for these routes, generated by a second FastAPI object."""
    described_app = FastAPI(
        title=app.title,
        description=f"The {app.title} service of Меридиан Авто, as it is reached through the gateway.",
        contact={"name": "Меридиан Авто"},
        servers=[{"url": "/", "description": "The gateway"}],
        generate_unique_id_function=lambda route: route.name,
        responses=errors.document_errors(MethodNotAllowed, errors.Invalid)
        | {400: errors.build_problem_response("malformed request")},
    )
    for router in routers:
        described_app.include_router(router)

    def openapi() -> Document:
        if app.openapi_schema is None:
            app.openapi_schema = complete_document(described_app.openapi(), routes)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI documents it
