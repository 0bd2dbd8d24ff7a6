"""Refuses PDF files that run something or carry other files.

pypdf parses the structure, so objects in compressed object streams are checked like all others. The bytes are searched
as well: some programs find objects that no cross-reference table names. This is not a virus scan, and a file is still
only offered for download.

The library is imported at its first use (docs/decisions/0146).
"""

import io
import re
from collections.abc import Iterator
from typing import Any

from chassis.web.errors import Invalid

# The header may follow other bytes, such as a byte order mark (ISO 32000-1, annex H.3.4.1).
HEADER = b"%PDF-"
MAX_BYTES_TO_HEADER = 1024
# Bounds on the work for one file. Object streams hold no pictures and no page content, so they are small.
MAX_OBJECTS = 20_000
MAX_OBJECT_STREAM_BYTES = 4 * 1024 * 1024
MAX_TOTAL_OBJECT_STREAM_BYTES = 8 * 1024 * 1024
MAX_NESTING_DEPTH = 50

# Actions and annotations that run something. Their names alone may also occur in a text.
ACTIVE_CONTENT = re.compile(rb"/S\s*/(?:JavaScript|Launch)\b|/Subtype\s*/RichMedia\b|/Names\s*<<[^>]*/JavaScript\b")
# The dictionary of an attached file, up to the next nested dictionary. The bound keeps the search linear.
ATTACHED_FILE = re.compile(rb"<<(?:(?!<<|>>).){0,2000}/EmbeddedFile\b(?:(?!<<|>>).){0,2000}", re.DOTALL)
ATTACHED_XML = re.compile(rb"/Subtype\s*/(?:text|application)/xml\b")
# A character of a name may be written as its number: /J#61vaScript is /JavaScript (ISO 32000-1, 7.3.5).
NAME_ESCAPE = re.compile(rb"#([0-9A-Fa-f]{2})")

RUNNING_ACTIONS = {"/JavaScript", "/Launch"}
# Actions that may happen without a click: they only move within the document.
OPENING_ACTIONS = {"/GoTo", "/Named"}
XML_TYPES = {"/text/xml", "/application/xml"}


class UnreadableDocument(Invalid):
    code = "invalid_file"
    message = "Файл не похож на PDF или картинку"


class ActiveDocument(UnreadableDocument):
    message = "В этом PDF есть сценарии или команды. Сохраните его печатью в PDF и отправьте снова"


class AttachedFile(UnreadableDocument):
    message = "В этот PDF вложен другой файл. Отправьте документы по одному"


class WebPageDocument(UnreadableDocument):
    message = "Это не обычный PDF: в начале файла веб-страница"


class ProtectedDocument(UnreadableDocument):
    message = "Этот PDF закрыт паролем. Сохраните его без пароля и отправьте снова"


class DamagedDocument(UnreadableDocument):
    message = "Этот PDF повреждён или слишком сложно устроен. Сохраните его печатью в PDF и отправьте снова"


def is_pdf(content: bytes) -> bool:
    return HEADER in content[:MAX_BYTES_TO_HEADER]


def check_pdf(content: bytes) -> None:
    """Refuse a PDF that is also a web page, runs scripts or programs, or carries files other than XML.

    XML files are the data of electronic invoices (PDF/A-3). CPU-bound: call it in a thread. Raises a kind of
    UnreadableDocument.
    """
    head = content[:MAX_BYTES_TO_HEADER].lower()
    if b"<script" in head or b"<html" in head:
        raise WebPageDocument
    unescaped_content = NAME_ESCAPE.sub(lambda escape: bytes.fromhex(escape[1].decode()), content)
    if ACTIVE_CONTENT.search(unescaped_content):
        raise ActiveDocument
    if any(not ATTACHED_XML.search(attached.group()) for attached in ATTACHED_FILE.finditer(unescaped_content)):
        raise AttachedFile
    try:
        _check_structure(content)
    except UnreadableDocument:
        raise
    except Exception as error:  # the library raises many types for malformed input
        # A PDF program that repairs more damage than the library could still find the objects of these streams.
        if b"/ObjStm" in unescaped_content:
            raise DamagedDocument from error


def _check_structure(content: bytes) -> None:
    """Check all objects. Raises a kind of UnreadableDocument, and the library's errors for malformed input."""
    from pypdf import PasswordType, PdfReader, apply_configuration

    with apply_configuration(
        zlib_maximum_output_length=MAX_OBJECT_STREAM_BYTES,
        lzw_maximum_output_length=MAX_OBJECT_STREAM_BYTES,
        run_length_maximum_output_length=MAX_OBJECT_STREAM_BYTES,
        stream_decoding_work_maximum_length=MAX_OBJECT_STREAM_BYTES * 2,
        disable_legacy_handling=True,
    ):
        reader = PdfReader(io.BytesIO(content), xref_stream_maximum_entries=MAX_OBJECTS)
        if reader.is_encrypted and reader.decrypt("") == PasswordType.NOT_DECRYPTED:
            raise ProtectedDocument
        numbers = {(number, generation) for generation, objects in reader.xref.items() for number in objects}
        numbers |= {(number, 0) for number in reader.xref_objStm}
        if len(numbers) > MAX_OBJECTS:
            raise DamagedDocument
        _bound_object_streams(reader)
        for number, generation in sorted(numbers):
            for dictionary in _list_dictionaries(_get_object(reader, number, generation)):
                _check_dictionary(dictionary)


def _get_object(reader: Any, number: int, generation: int) -> Any:
    from pypdf.generic import IndirectObject

    return reader.get_object(IndirectObject(number, generation, reader))


def _bound_object_streams(reader: Any) -> None:
    """Unpack the object streams, each once. Raises DamagedDocument if they are too large together."""
    size = 0
    for number in sorted({stream for stream, _ in reader.xref_objStm.values()}):
        size += len(_get_object(reader, number, 0).get_data())
        if size > MAX_TOTAL_OBJECT_STREAM_BYTES:
            raise DamagedDocument


def _list_dictionaries(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the dictionaries directly inside an object, itself included. References are not followed.

    Raises DamagedDocument for objects that are nested too deeply.
    """
    pending_values = [(value, 0)]
    while pending_values:
        current_value, depth = pending_values.pop()
        if depth > MAX_NESTING_DEPTH:
            raise DamagedDocument
        if isinstance(current_value, dict):
            yield current_value
            pending_values += [(inner, depth + 1) for inner in current_value.values()]
        elif isinstance(current_value, list):
            pending_values += [(inner, depth + 1) for inner in current_value]


def _check_dictionary(dictionary: dict[str, Any]) -> None:
    """Refuse active content and attached files in a dictionary. Raises ActiveDocument, AttachedFile."""
    kind = _get_value(dictionary, "/S")
    if kind in RUNNING_ACTIONS or "/JS" in dictionary or "/JavaScript" in dictionary or "/XFA" in dictionary:
        raise ActiveDocument
    if _get_value(dictionary, "/Subtype") == "/RichMedia":
        raise ActiveDocument
    automatic_actions = [_get_value(dictionary, "/OpenAction")]
    additional_actions = _get_value(dictionary, "/AA")
    if isinstance(additional_actions, dict):
        automatic_actions += [_get_value(additional_actions, name) for name in additional_actions]
    for action in automatic_actions:
        if isinstance(action, dict) and _get_value(action, "/S") not in OPENING_ACTIONS:
            raise ActiveDocument
    if _get_value(dictionary, "/Type") == "/EmbeddedFile":
        _require_xml(dictionary)
    attachment = _get_value(dictionary, "/EF")
    if isinstance(attachment, dict):
        for name in attachment:
            _require_xml(_get_value(attachment, name))


def _require_xml(stream: Any) -> None:
    if not isinstance(stream, dict) or _get_value(stream, "/Subtype") not in XML_TYPES:
        raise AttachedFile


def _get_value(dictionary: dict[str, Any], name: str) -> Any:
    """Return a value of a dictionary, also behind a reference."""
    value: Any = dictionary.get(name)
    return value.get_object() if hasattr(value, "get_object") else value
