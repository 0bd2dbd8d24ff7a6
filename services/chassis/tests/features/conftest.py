import sys
from pathlib import Path

import pytest
from chassis.migrate import load_tables, upgrade
from chassis.testing.servers import Postgres
from sqlalchemy import create_engine
from sqlmodel import SQLModel

sys.path.insert(0, str(Path(__file__).parent / "sample" / "src"))


@pytest.fixture(scope="session")
def service() -> str:
    return "features_sample"


@pytest.fixture(scope="session")
def database_url(postgres_server: Postgres, service: str) -> str:
    url = postgres_server.create(service)
    # The migrations of the other sample service create the tables that all services have.
    upgrade("sample", url)
    load_tables(service)
    engine = create_engine(url)
    SQLModel.metadata.create_all(engine)
    engine.dispose()
    return url
