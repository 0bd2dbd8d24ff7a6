"""Each path of the published documents through the gateway: HEAD answers like GET, and Allow lists the methods."""

import json
import re
from pathlib import Path
from uuid import uuid4

import httpx2
import pytest
from contracts.services import SERVICES

from tests.journeys.users import Person

DOCUMENTS = Path(__file__).resolve().parents[2] / "docs" / "openapi"
METHODS = {"get", "put", "post", "delete", "patch"}
# The stream never ends. The service's tests check its HEAD.
STREAM_PATH = "/api/sse/notifications"


def read_methods(service: str) -> dict[str, set[str]]:
    document = json.loads((DOCUMENTS / f"{service}.json").read_text())
    return {
        path: {method.upper() for method in item if method in METHODS}
        for path, item in document["paths"].items()
        if path.startswith("/api/") and path != STREAM_PATH
    }


def fill_in_ids(path: str) -> str:
    return re.sub(r"\{[^}]+\}", str(uuid4()), path)


@pytest.mark.parametrize("service", SERVICES)
def test_head_answers_like_get(visitor: httpx2.Client, service: str) -> None:
    for path in (path for path, methods in read_methods(service).items() if "GET" in methods):
        url = fill_in_ids(path)
        get = visitor.get(url, follow_redirects=False)
        head = visitor.head(url, follow_redirects=False)
        assert (head.status_code, head.content) == (get.status_code, b""), path
        assert head.headers.get("content-type") == get.headers.get("content-type"), path


@pytest.mark.parametrize("service", SERVICES)
def test_other_methods_are_405_with_the_methods_that_exist(visitor: httpx2.Client, service: str) -> None:
    for path, methods in read_methods(service).items():
        answer = visitor.request("OPTIONS", fill_in_ids(path))
        assert answer.status_code == 405, path
        assert answer.headers["content-type"].startswith("application/problem+json"), path
        allowed_methods = set(answer.headers["allow"].split(", "))
        assert allowed_methods == methods | ({"HEAD"} if "GET" in methods else set()), path


@pytest.mark.parametrize(
    "path", ["/api/cars", "/api/auth/me", "/api/calculator/editions", "/api/notifications", "/rss.xml"]
)
@pytest.mark.parametrize("long_part", ["query", "header", "path"])
def test_too_long_request_is_answered_with_a_problem(visitor: httpx2.Client, path: str, long_part: str) -> None:
    query = ""
    headers = {}
    if long_part == "query":
        query = "?q=" + "a" * 40_000
    elif long_part == "header":
        headers["Authorization"] = "a" * 60_000
    else:
        path = path + "a" * 3000
    answer = visitor.get(path + query, headers={"X-Request-ID": "long-request", **headers})
    assert answer.status_code == (414 if long_part == "path" else 431)
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert answer.headers["x-request-id"] == answer.json()["request_id"] == "long-request"


@pytest.mark.parametrize("service", SERVICES)
def test_401_names_the_authentication_scheme(visitor: httpx2.Client, service: str) -> None:
    for path, methods in read_methods(service).items():
        if "GET" not in methods:
            continue
        answer = visitor.get(fill_in_ids(path))
        if answer.status_code == 401:
            assert answer.headers["www-authenticate"].startswith("Bearer"), path


# A secret link has no prescribed form, so an unknown one is 404.
SECRET_LINK_PREFIXES = ("/api/calculator/calculations/", "/api/shared/orders/")
# These require a confirmation before they read the id.
CONFIRMED_FIRST = {"/api/auth/me/passkeys/{passkey_id}"}


def list_paths_with_ids(service: str) -> dict[str, set[str]]:
    """Return the paths that contain an id, with their methods GET and DELETE."""
    document = json.loads((DOCUMENTS / f"{service}.json").read_text())
    methods_by_path = {}
    for path, item in document["paths"].items():
        # All operations of a path have the same path parameters.
        operation = next(iter(item.values()))
        path_parameters = [parameter for parameter in operation.get("parameters", []) if parameter["in"] == "path"]
        has_id = any(parameter["schema"].get("format") == "uuid" for parameter in path_parameters)
        if has_id and path not in CONFIRMED_FIRST:
            methods_by_path[path] = {method.upper() for method in item if method in {"get", "delete"}}
    return methods_by_path


@pytest.mark.parametrize("service", SERVICES)
def test_malformed_id_is_422_and_unknown_link_is_404(administrator: Person, service: str) -> None:
    for path, methods in list_paths_with_ids(service).items():
        for method in methods:
            answer = administrator.http.request(method, re.sub(r"\{[^}]+\}", "not-an-id", path))
            expected = 404 if path.startswith(SECRET_LINK_PREFIXES) else 422
            assert answer.status_code == expected, f"{method} {path}"


def test_unknown_link_of_any_form_is_404(visitor: httpx2.Client) -> None:
    for link in ("x", "a" * 32, str(uuid4())):
        assert visitor.get(f"/api/shared/orders/{link}").status_code == 404
        assert visitor.get(f"/api/calculator/calculations/{link}").status_code == 404
