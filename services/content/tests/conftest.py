import io
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from content.cars import service as cars
from content.demo import factories
from content.runtime import Session
from PIL import ExifTags, Image

from services.content.tests.payment_notices import PAYMENT_SECRET
from services.content.tests.web_pages import write_web_root

pytest_plugins = ["chassis.testing.plugin"]


@pytest.fixture(scope="session")
def service() -> str:
    return "content"


@pytest.fixture
def admin(build_auth_headers: Callable[..., dict[str, str]]) -> dict[str, str]:
    return build_auth_headers(role="admin", first_name="Вера", last_name="Старостина")


@pytest.fixture
def make_post(db: Session) -> Callable[..., Awaitable[Any]]:
    return lambda **fields: factories.make_post(db, **fields)


@pytest.fixture
def make_car(db: Session) -> Callable[..., Awaitable[Any]]:
    return lambda **fields: factories.make_car(db, **fields)


@pytest.fixture
def make_comment(db: Session) -> Callable[..., Awaitable[Any]]:
    return lambda post, **fields: factories.make_comment(db, post, **fields)


@pytest.fixture
def make_contact(db: Session) -> Callable[..., Awaitable[Any]]:
    return lambda **fields: factories.make_contact(db, **fields)


@pytest.fixture
def make_request(db: Session) -> Callable[..., Awaitable[Any]]:
    return lambda **fields: factories.make_request(db, **fields)


@pytest.fixture
def make_member(db: Session) -> Callable[..., Awaitable[Any]]:
    return lambda **fields: factories.make_member(db, **fields)


@pytest.fixture
def make_user(db: Session) -> Callable[..., Awaitable[Any]]:
    return lambda **fields: factories.make_user(db, **fields)


@pytest.fixture
def make_order(db: Session) -> Callable[..., Awaitable[Any]]:
    return lambda **fields: factories.make_order(db, **fields)


@pytest.fixture
def make_payment(db: Session) -> Callable[..., Awaitable[Any]]:
    return lambda order, **fields: factories.make_payment(db, order, **fields)


@pytest.fixture(scope="session")
def settings_overrides(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    return {
        "data_dir": str(tmp_path_factory.mktemp("data")),
        "payment_secret": PAYMENT_SECRET,
        "account_wait_seconds": 0.3,
    }


@pytest.fixture
def picture() -> Callable[..., bytes]:
    """The bytes of a picture: `picture(800, 600, kind="PNG", exif=True)`."""

    def make_picture(width: int, height: int, *, kind: str = "JPEG", exif: bool = False) -> bytes:
        image = Image.new("RGB", (width, height), (200, 30, 30))
        fields = Image.Exif()
        if exif:
            fields[ExifTags.Base.Make] = "Secret Camera"
            # The camera was turned by 90 degrees.
            fields[ExifTags.Base.Orientation] = 6
        buffer = io.BytesIO()
        image.save(buffer, kind, exif=fields)
        return buffer.getvalue()

    return make_picture


@pytest.fixture(autouse=True)
def _drop_cached_facets() -> Iterator[None]:
    yield
    cars.cache.drop()


@pytest.fixture
def web_root(tmp_path: Path) -> Path:
    """A minimal build of the web app, for the pages that content renders; returns its folder."""
    return write_web_root(tmp_path)
