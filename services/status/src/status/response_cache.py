"""The answers of the public status page, kept as finished bytes for a second."""

from chassis.http import CachedBytes

cache = CachedBytes(seconds=1)


def drop_cache() -> None:
    """Empty the cache of answers: an administrator who changed something sees it at once."""
    cache.drop()
