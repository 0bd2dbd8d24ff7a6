"""The permitted contents of a PDF. Its structure is parsed, so compressed objects are checked like all others."""

import io
import zlib

import pytest
from content.orders import pdf_check
from content.orders.pdf_check import (
    ActiveDocument,
    AttachedFile,
    DamagedDocument,
    ProtectedDocument,
    check_pdf,
)
from pypdf import PdfWriter

from services.content.tests.orders.pdf_files import build_compressed_pdf

SCRIPT = b"<</S/JavaScript/JS(app.alert\\(1\\))>>"
ATTACHED_FILE_OBJECT = b"<</Type/Filespec/F(a.xml)/EF<</F 5 0 R>>>>"


@pytest.mark.parametrize(
    ("objects", "catalog"),
    [
        ({4: SCRIPT}, b"/OpenAction 4 0 R"),
        ({4: b"<</S/J#61vaScript>>"}, b""),
        ({4: b"<</#4aS(app.alert\\(1\\))>>"}, b""),
        ({4: b"<</S/Launch/F(cmd.exe)>>"}, b""),
        ({4: b"<</Kids[<</A<</S/Launch/F(cmd.exe)>>>>]>>"}, b""),
        ({}, b"/OpenAction<</S/URI/URI(https://example.com)>>"),
        ({4: b"<</O<</S/SubmitForm/F(https://example.com)>>>>"}, b"/AA 4 0 R"),
        ({}, b"/Names<</JavaScript<</Names[]>>>>"),
        ({4: b"<</Subtype/RichMedia>>"}, b""),
        ({}, b"/AcroForm<</XFA[]>>"),
    ],
)
def test_compressed_scripts_and_commands_are_refused(objects: dict[int, bytes], catalog: bytes) -> None:
    with pytest.raises(ActiveDocument):
        check_pdf(build_compressed_pdf(objects, catalog=catalog))


@pytest.mark.parametrize(
    ("objects", "catalog"),
    [
        ({}, b"/OpenAction[3 0 R/Fit]"),
        ({4: b"<</S/GoTo/D[3 0 R/Fit]>>"}, b"/OpenAction 4 0 R"),
        ({}, b"/OpenAction<</S/Named/N/Print>>"),
        ({4: b"<</Subtype/Link/A<</S/URI/URI(https://example.com/JavaScript)>>>>"}, b""),
        ({4: b"(/S/JavaScript)"}, b""),
    ],
)
def test_links_and_places_in_the_document_are_accepted(objects: dict[int, bytes], catalog: bytes) -> None:
    check_pdf(build_compressed_pdf(objects, catalog=catalog))


def write_blank_page(writer: PdfWriter) -> bytes:
    buffer = io.BytesIO()
    writer.add_blank_page(200, 200)
    writer.write(buffer)
    return buffer.getvalue()


def test_a_file_without_a_type_counts_as_attached() -> None:
    """`/Type /EmbeddedFile` may be left out (ISO 32000-1, table 45)."""
    with pytest.raises(AttachedFile):
        check_pdf(build_compressed_pdf({4: ATTACHED_FILE_OBJECT, 5: b"<</Subtype/application#2Fzip>>"}))


def test_a_file_that_cannot_be_opened_without_a_password_is_refused() -> None:
    writer = PdfWriter()
    writer.encrypt("secret", algorithm="AES-256")
    with pytest.raises(ProtectedDocument):
        check_pdf(write_blank_page(writer))


def test_a_file_that_opens_without_a_password_is_read_though_it_is_encrypted() -> None:
    writer = PdfWriter()
    writer.encrypt("", owner_password="secret", algorithm="AES-256")
    check_pdf(write_blank_page(writer))


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"(" + b"x" * 5 * 1024 * 1024 + b")", id="unpacks to more than an object stream may"),
        pytest.param(b"[" * 60 + b"]" * 60, id="nested too deeply"),
        pytest.param(b"[" * 100_000, id="nested without an end"),
    ],
)
def test_a_file_that_costs_too_much_to_read_is_refused(body: bytes) -> None:
    content = build_compressed_pdf({4: body})
    assert len(content) < 100_000
    with pytest.raises(DamagedDocument):
        check_pdf(content)


def test_too_many_objects_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    content = build_compressed_pdf(dict.fromkeys(range(4, 100), b"null"))
    check_pdf(content)
    monkeypatch.setattr(pdf_check, "MAX_OBJECTS", 50)
    with pytest.raises(DamagedDocument):
        check_pdf(content)


def test_total_size_of_the_object_streams_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    content = build_compressed_pdf({4: b"(" + b"x" * 10_000 + b")"})
    check_pdf(content)
    monkeypatch.setattr(pdf_check, "MAX_TOTAL_OBJECT_STREAM_BYTES", 5_000)
    with pytest.raises(DamagedDocument):
        check_pdf(content)


def test_objects_that_only_a_repair_finds_are_refused() -> None:
    """Without a cross-reference table the library gives up, and some viewers search for the objects."""
    packed_objects = zlib.compress(b"1 0 " + SCRIPT)
    stream_header = b"7 0 obj <</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length %d>>\nstream\n" % len(packed_objects)
    with pytest.raises(DamagedDocument):
        check_pdf(b"%PDF-1.5\n" + stream_header + packed_objects + b"\nendstream endobj\n")
