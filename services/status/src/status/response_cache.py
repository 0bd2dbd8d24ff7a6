"""The answers of the public status page, kept as finished bytes for a second."""

from chassis.web.caches import CachedBytes

cache = CachedBytes("status", seconds=1)
