"""The published document states what the code enforces, for every operation."""

from decimal import Decimal
from typing import Annotated, Any

from chassis.web.auth import Caller
from chassis.web.errors import EmailNotVerified, Forbidden, NotFound, RateLimited, StaleVersion, document_errors, raises
from chassis.web.openapi import complete_document
from fastapi import FastAPI
from pydantic import AfterValidator, BaseModel, BeforeValidator, Field


def list_operations(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        f"{method} {path}": operation for path, item in document["paths"].items() for method, operation in item.items()
    }


def test_a_function_documents_the_refusals_that_it_raises() -> None:
    @raises(NotFound, StaleVersion)
    def change_car() -> None: ...

    documented_answers = document_errors(change_car, NotFound, RateLimited)
    assert {status: answer["description"] for status, answer in documented_answers.items()} == {
        404: "not_found",
        409: "stale_version",
        429: "rate_limited",
    }


async def test_each_operation_names_its_credentials(app: FastAPI) -> None:
    document = app.openapi()
    credentials = {name: operation["security"] for name, operation in list_operations(document).items()}
    signed_in: list[dict[str, list[str]]] = [{"bearer": []}, {"session": []}]
    assert credentials["get /api/sample/me"] == credentials["get /api/sample/admin"] == signed_in
    assert credentials["post /api/sample/verified"] == signed_in
    assert credentials["post /api/sample/notes"] == [{}, *signed_in]
    assert credentials["get /api/sample/notes"] == []
    assert set(document["components"]["securitySchemes"]) == {"bearer", "session"}


async def test_a_route_for_users_names_the_refusals_of_others(app: FastAPI) -> None:
    responses = {name: operation["responses"] for name, operation in list_operations(app.openapi()).items()}
    for name in ("get /api/sample/me", "get /api/sample/admin"):
        assert (responses[name]["401"]["description"], responses[name]["403"]["description"]) == (
            "unauthorized",
            "forbidden",
        )
    for name in ("get /api/sample/notes", "post /api/sample/notes"):
        assert not {"401", "403"} & responses[name].keys(), name


def test_refusals_of_the_caller_come_before_refusals_of_the_route() -> None:
    described_app = FastAPI(title="cars")

    @described_app.get("/cars", responses=document_errors(EmailNotVerified, Forbidden))
    def read_cars(caller: Caller) -> None: ...

    responses = complete_document(described_app.openapi(), described_app.routes)["paths"]["/cars"]["get"]["responses"]
    assert responses["401"]["description"] == "unauthorized"
    assert responses["403"]["description"] == "forbidden, email_not_verified"


async def test_each_operation_names_the_errors_of_the_framework(app: FastAPI) -> None:
    document = app.openapi()
    for name, operation in list_operations(document).items():
        assert {"405", "422"} <= operation["responses"].keys(), name
        assert ("413" in operation["responses"]) == ("requestBody" in operation), name
        assert operation["tags"], name
    assert document["servers"] == [{"url": "/", "description": "The gateway"}]
    assert {tag["name"] for tag in document["tags"]} == {
        tag for operation in list_operations(document).values() for tag in operation["tags"]
    }


def test_a_service_without_operations_has_no_unused_schema() -> None:
    described_app = FastAPI(title="garage")
    assert complete_document(described_app.openapi(), described_app.routes)["components"]["schemas"] == {}


def test_bounds_of_types_with_a_validator_are_json_schema() -> None:
    def return_unchanged(value: Any) -> Any:
        return value

    class Car(BaseModel):
        age: Annotated[int, BeforeValidator(return_unchanged), Field(ge=0, le=50)]
        price: Annotated[Decimal, AfterValidator(return_unchanged), Field(gt=0, lt=10**9, decimal_places=2)]

    described_app = FastAPI(title="cars")

    @described_app.post("/cars")
    def add(car: Car) -> None: ...

    document = complete_document(described_app.openapi(), described_app.routes)
    properties = document["components"]["schemas"]["Car"]["properties"]
    assert properties["age"].items() >= {"minimum": 0, "maximum": 50}.items()
    assert "'ge'" not in str(properties)
    assert "decimal_places" not in str(properties)
