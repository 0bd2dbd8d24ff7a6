"""Responses of the public status page, cached as bytes for a second."""

from chassis.web.caches import CachedBytes

cache = CachedBytes("status", seconds=1)
