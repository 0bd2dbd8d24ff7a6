import sys
from pathlib import Path

import pytest
from chassis.migrate import load_tables, upgrade
from chassis.testing.servers import Postgres
from sqlalchemy import create_engine
from sqlmodel import SQLModel

# The service of these tests, and the sample of the chassis, whose migrations make the tables that all services have.
sys.path.insert(0, str(Path(__file__).parent / "sample" / "src"))
sys.path.insert(0, str(Path(__file__).parents[2] / "chassis" / "tests" / "sample" / "src"))
pytest_plugins = ["chassis.testing.plugin"]


@pytest.fixture(scope="session")
def service() -> str:
    return "records_sample"


@pytest.fixture(scope="session")
def database_url(postgres_server: Postgres, service: str) -> str:
    url = postgres_server.create(service)
    upgrade("sample", url)
    load_tables(service)
    engine = create_engine(url)
    SQLModel.metadata.create_all(engine)
    engine.dispose()
    return url
