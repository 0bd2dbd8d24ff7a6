"""Clients generated from the published documents can be imported and call the running system."""

import importlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from contracts.services import SERVICES

DOCUMENTS = Path(__file__).resolve().parents[2] / "docs" / "openapi"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], ModuleType]:
    """`generated("status")` is the package of that service's client."""
    folder = tmp_path_factory.mktemp("clients")
    sys.path.insert(0, str(folder))
    program = Path(sys.executable).with_name("openapi-python-client")
    environment = os.environ | {"PATH": f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"}

    def generate(service: str) -> ModuleType:
        package = folder / f"{service}_client"
        if not package.exists():
            document = DOCUMENTS / f"{service}.json"
            command: list[str | Path] = [
                program,
                "generate",
                "--path",
                document,
                "--output-path",
                package,
                "--meta",
                "none",
            ]
            completed = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
            assert completed.returncode == 0, completed.stdout[-3000:] + completed.stderr[-1000:]
        return importlib.import_module(f"{service}_client")

    return generate


@pytest.fixture
def client(generated: Callable[[str], ModuleType]) -> Iterator[Callable[[str], Any]]:
    """`client("status")`: the generated client of that service, closed at the end."""
    with ExitStack() as opened:
        yield lambda service: opened.enter_context(generated(service).Client(base_url=os.environ["BASE_URL"]))


@pytest.mark.parametrize("service", SERVICES)
def test_every_operation_of_a_generated_client_can_be_imported(
    generated: Callable[[str], ModuleType], service: str
) -> None:
    package = generated(service)
    folder = Path(str(package.__file__)).parent
    modules = [path for path in (folder / "api").rglob("*.py") if path.name != "__init__.py"]
    assert modules
    for path in modules:
        name = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
        assert callable(importlib.import_module(name).sync_detailed), name


def test_generated_client_has_typed_answers(client: Callable[[str], Any]) -> None:
    caller = client("status")
    from status_client.api.components import list_services

    answer = list_services.sync_detailed(client=caller)
    assert answer.status_code == 200
    assert {component.id for component in answer.parsed.data} == {
        "website",
        "api",
        "database",
        "auth",
        "storage",
        "email",
    }


def test_generated_client_has_typed_requests(client: Callable[[str], Any]) -> None:
    caller = client("calculator")
    from calculator_client.api.calculator import calculate
    from calculator_client.models import CalculationRequest

    body = CalculationRequest.from_dict(
        {"price": 4500000, "engineVolumeLiters": 2.0, "age": 4, "fuelType": "petrol", "importCategory": "personal"}
    )
    answer = calculate.sync_detailed(client=caller, body=body)
    assert answer.status_code == 200
    assert answer.parsed.total > 4_500_000


def test_generated_client_has_typed_problems(client: Callable[[str], Any]) -> None:
    caller = client("content")
    from content_client.api.me_orders import list_my_orders

    answer = list_my_orders.sync_detailed(client=caller)
    assert (answer.status_code, answer.parsed.code) == (401, "unauthorized")
