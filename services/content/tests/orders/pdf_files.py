"""PDF files whose objects lie in a compressed object stream (PDF 1.5), as most programs write them today."""

import struct
import zlib

PAGES = {2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>", 3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>"}


def build_compressed_pdf(objects: dict[int, bytes], *, catalog: bytes = b"") -> bytes:
    """Return a file of one page. `catalog` is added to the catalog. `objects` have numbers from 4 on."""
    packed_objects = {1: b"<</Type/Catalog/Pages 2 0 R" + catalog + b">>", **PAGES, **objects}
    index = b""
    bodies = b""
    for number, body in packed_objects.items():
        index += b"%d %d " % (number, len(bodies))
        bodies += body + b" "
    stream = zlib.compress(index + bodies)
    stream_number = max(packed_objects) + 1
    content = b"%PDF-1.5\n"
    stream_offset = len(content)
    object_count = len(packed_objects)
    content += f"{stream_number} 0 obj <</Type/ObjStm/N {object_count}/First {len(index)}".encode()
    content += f"/Filter/FlateDecode/Length {len(stream)}>>\nstream\n".encode()
    content += stream
    content += b"\nendstream endobj\n"
    # Cross-reference entries: type 2 has the number of an object stream and the index in it, type 1 has a byte offset.
    table_number = stream_number + 1
    table_offset = len(content)
    rows = {number: (2, stream_number, position) for position, number in enumerate(packed_objects)}
    rows |= {stream_number: (1, stream_offset, 0), table_number: (1, table_offset, 0)}
    table = b"".join(struct.pack(">BIH", *rows.get(number, (0, 0, 0))) for number in range(table_number + 1))
    content += f"{table_number} 0 obj <</Type/XRef/Size {table_number + 1}/W[1 4 2]/Root 1 0 R".encode()
    content += f"/Length {len(table)}>>\nstream\n".encode()
    content += table
    content += b"\nendstream endobj\n"
    return content + b"startxref\n%d\n%%%%EOF\n" % table_offset
