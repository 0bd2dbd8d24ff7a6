"""Users of the journeys. The environment, set by `make test` and `make e2e`, names the running stack."""

import os
from collections.abc import Iterator
from contextlib import closing

import httpx2
import pytest

from tests.journeys.users import Person, open_browser, sign_in, sign_up


@pytest.fixture
def visitor() -> Iterator[httpx2.Client]:
    """A visitor without an account."""
    with open_browser() as http:
        yield http


@pytest.fixture(scope="session")
def buyer() -> Iterator[Person]:
    """A user with a confirmed address, shared by all journeys. Tests must not change what others rely on."""
    person = sign_up()
    with closing(person.http):
        yield person


@pytest.fixture(scope="session")
def other_user() -> Iterator[Person]:
    """Another user, who must not see data of the first one."""
    person = sign_up()
    with closing(person.http):
        yield person


@pytest.fixture(scope="session")
def administrator() -> Iterator[Person]:
    """The first administrator of the stack."""
    person = sign_in(os.environ["ADMIN_EMAIL"], os.environ["ADMIN_PASSWORD"])
    with closing(person.http):
        yield person


@pytest.fixture
def newcomer() -> Iterator[Person]:
    """A user for one test, for changes that the shared user must not have."""
    person = sign_up()
    with closing(person.http):
        yield person
