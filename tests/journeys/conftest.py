"""Who the journeys are walked by. The stack is given: `make test` and `make e2e` name it in the environment."""

import os
from collections.abc import Iterator
from contextlib import closing

import httpx2
import pytest

from tests.journeys.users import Person, browser, sign_in, sign_up


@pytest.fixture
def visitor() -> Iterator[httpx2.Client]:
    """Nobody in particular."""
    with browser() as http:
        yield http


@pytest.fixture(scope="session")
def buyer() -> Iterator[Person]:
    """A client with a confirmed address; one for all journeys, so change nothing of them that another may rely on."""
    person = sign_up()
    with closing(person.http):
        yield person


@pytest.fixture(scope="session")
def other_user() -> Iterator[Person]:
    """Another client, who must see nothing of the first one's."""
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
    """A client of this test alone, for what would spoil the common one."""
    person = sign_up()
    with closing(person.http):
        yield person
