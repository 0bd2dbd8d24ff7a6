"""Which bookings exclude each other."""

import zlib


def calendar_number(kind: str) -> int:
    """The number of a kind's calendar, for the exclusion constraint of overlapping bookings."""
    return zlib.crc32(kind.encode()) & 0x3FFFFFFF
