"""Each parser of content accepts or refuses any bytes of a client. None raises an unexpected exception."""

import contextlib
import hashlib
import hmac
import json
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from typing import Any

import pytest
from chassis.fields import Moment, Search
from chassis.testing.client_bytes import JSON, make_picture, mutate
from chassis.testing.examples import count_examples
from chassis.testing.fixture_types import ApiClient
from chassis.web.errors import BadRequest, ServiceError
from content.articles.text import ATTRIBUTES, TAGS, extract_text, render_html, sanitize_html
from content.fields import Day, Email, Line, Phone, Slug, WebAddress
from content.hours_text import HoursTextError, read_hours
from content.media.errors import InvalidImage
from content.media.pictures import open_image
from content.opening_hours import OpeningHours, compute_deadline
from content.orders.pdf_check import MAX_BYTES_TO_HEADER, check_pdf, is_pdf
from content.payments.providers import SignedJson
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

few_examples = settings(max_examples=count_examples(40), deadline=None, suppress_health_check=list(HealthCheck))
MARKUP = st.lists(
    st.sampled_from(
        [
            "<script>",
            "<img src=x onerror=a>",
            "[a](javascript:b)",
            "![a](data:x)",
            "**",
            "`",
            "# ",
            "> ",
            "|-|-|",
            "<",
            "&",
        ]
    )
    | st.text(max_size=10),
    max_size=12,
).map("\n".join)
ADDED_ATTRIBUTES = {"a": {"rel"}, "table": {"tabindex"}}


class AllowedMarkupChecker(HTMLParser):
    """A parser that raises AssertionError for markup that an article may not contain."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in TAGS
        for name, value in attrs:
            assert name in ATTRIBUTES.get(tag, set()) | ADDED_ATTRIBUTES.get(tag, set())
            if name in {"href", "src"}:
                # A colon before the first slash ends a scheme. Without one, the address is relative.
                scheme, colon, _ = (value or "").partition("/")[0].partition(":")
                assert not colon or scheme.lower() in {"", "https", "http", "mailto", "tel"}


class TextReader(HTMLParser):
    """A parser that collects the text outside of tags."""

    text = ""

    def handle_data(self, data: str) -> None:
        self.text += data


@given(MARKUP)
def test_any_markdown_becomes_safe_html(text: str) -> None:
    html = render_html(text)
    AllowedMarkupChecker(convert_charrefs=True).feed(html)


@given(MARKUP)
def test_extracted_text_of_any_markdown_has_every_character_of_its_html(text: str) -> None:
    html = render_html(text)
    reader = TextReader(convert_charrefs=True)
    reader.feed(html)
    reader.close()
    # The two may differ in white space: `extract_text` puts a space between two blocks.
    assert "".join(extract_text(html).split()) == "".join(reader.text.split())


@given(st.sampled_from([Phone, Email, Line, Slug, Search, WebAddress, Day, Moment]), st.text(max_size=60) | JSON)
def test_any_field_is_accepted_or_refused(kind: Any, value: object) -> None:
    try:
        accepted_value = TypeAdapter(kind).validate_python(value)
    except ValidationError:
        return
    if isinstance(accepted_value, str):
        assert "\x00" not in accepted_value
        accepted_value.encode()


@given(st.text("+78()- 0123456789", max_size=20))
def test_an_accepted_phone_is_a_plus_sign_and_digits(text: str) -> None:
    try:
        number = TypeAdapter(Phone).validate_python(text)
    except ValidationError:
        return
    assert number[0] == "+"
    assert number[1:].isdigit()
    # The longest numbers that the library accepts, of Japan and Indonesia, are longer than the 15 digits of E.164.
    assert len(number) <= len("+") + 19


@given(st.text("пнвтсрчбдо 0123456789:.-–", max_size=60))
def test_any_opening_hours_give_a_deadline(text: str) -> None:
    now = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
    try:
        hours = OpeningHours(read_hours(text))
    except HoursTextError:
        return
    assert now <= compute_deadline(now, minutes=60, hours=hours) <= now + timedelta(days=60)


@few_examples
@given(
    content=st.binary(max_size=300) | mutate(*map(make_picture, ("PNG", "JPEG", "WEBP", "AVIF"))),
    kind=st.sampled_from(["image/png", "image/jpeg", "image/webp", "image/avif", "text/html", ""]),
)
def test_any_picture_is_opened_or_refused(content: bytes, kind: str) -> None:
    try:
        assert open_image(content, kind).size
    except ServiceError:
        return


@pytest.mark.parametrize("offset", [81, 115, 209])
def test_a_damaged_avif_is_refused(offset: int) -> None:
    content = bytearray(make_picture("AVIF"))
    content[offset] = 0
    with pytest.raises(InvalidImage):
        open_image(bytes(content), "image/avif")


@given(st.binary(max_size=200) | mutate(b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>"))
def test_any_document_is_accepted_or_refused(content: bytes) -> None:
    """A file counts as a PDF if it has a header near its beginning. The check raises no unexpected exception."""
    assert is_pdf(content) == (b"%PDF-" in content[:MAX_BYTES_TO_HEADER])
    with contextlib.suppress(ServiceError):
        check_pdf(content)


def sign(body: bytes) -> str:
    return hmac.new(b"secret", body, hashlib.sha256).hexdigest()


NOTICE = st.fixed_dictionaries(
    {"id": JSON, "payment_id": st.uuids().map(str), "status": st.just("paid") | JSON, "amount_rub": JSON}
)


@given(
    st.binary(max_size=100)
    | JSON.map(lambda content: json.dumps(content).encode())
    | NOTICE.map(lambda content: json.dumps(content).encode())
)
def test_any_signed_notice_is_read_or_refused(body: bytes) -> None:
    """Any other exception would be a 500."""
    try:
        notice = SignedJson("secret").parse(body, {"x-signature": sign(body)})
    except BadRequest:
        return
    assert notice.amount_rub > 0
    assert notice.id


@pytest.mark.parametrize(
    "body",
    [
        b'{"amount_rub": Infinity, "id": 1, "payment_id": "%s", "status": "paid"}',
        b'{"amount_rub": 5, "id": null, "payment_id": "%s", "status": "paid"}',
        b'{"amount_rub": 199.9, "id": 1, "payment_id": "%s", "status": "paid"}',
        b'{"amount_rub": false, "id": 1, "payment_id": "%s", "status": "paid"}',
        b"[" * 100_000,
    ],
)
def test_a_signed_notice_out_of_bounds_is_refused(body: bytes) -> None:
    body = body.replace(b"%s", b"01900000-0000-7000-8000-000000000001")
    with pytest.raises(ServiceError):
        SignedJson("secret").parse(body, {"x-signature": sign(body)})


@given(st.binary(max_size=100), st.text(max_size=70))
def test_a_random_signature_is_refused(body: bytes, signature: str) -> None:
    with pytest.raises(ServiceError):
        SignedJson("secret").parse(body, {"x-signature": signature})


# The framework leaves the memory of a half-read file to the garbage collector.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@few_examples
@given(
    body=st.binary(max_size=300)
    | mutate(b'--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--b--\r\n')
)
async def test_any_multipart_body_without_a_picture_is_refused(
    client: ApiClient, admin: dict[str, str], body: bytes
) -> None:
    headers = admin | {"Content-Type": "multipart/form-data; boundary=b"}
    answer = await client.post("/api/content/admin/media", content=body, headers=headers)
    assert 400 <= answer.status_code < 500, answer.text


@few_examples
@given(words=st.text(max_size=40))
async def test_any_search_is_answered(client: ApiClient, words: str) -> None:
    for path in ("/api/blog/posts", "/api/cars"):
        answer = await client.get(path, params={"search": words, "q": words})
        assert answer.status_code in {200, 422}, answer.text


@pytest.mark.parametrize("address", ["/media/a.webp", "/", "https://example.com/a.webp"])
def test_addresses_of_this_site_and_of_https_are_accepted(address: str) -> None:
    assert TypeAdapter(WebAddress).validate_python(address) == address


@pytest.mark.parametrize(
    "address",
    [
        "//evil.com",
        "/\\evil.com",
        # Browsers drop tabs and line breaks from an address.
        "/\t/evil.com",
        "/\n\\evil.com",
        "http://localhost.evil.com",
        "http://localhost/a",
        "javascript:alert(1)",
        "evil.com",
    ],
)
def test_addresses_of_other_sites_are_refused(address: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(WebAddress).validate_python(address)


def test_the_alignment_of_a_table_column_is_kept() -> None:
    assert "text-align:center" in render_html("| a |\n|:-:|\n| b |").replace(" ", "")


def test_css_of_an_author_other_than_the_alignment_is_removed() -> None:
    cell = '<table><tbody><tr><td style="text-align: right; position: fixed; inset: 0">x</td></tr></tbody></table>'
    assert 'style="text-align:right"' in sanitize_html(cell)
