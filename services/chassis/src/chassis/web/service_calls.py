"""Calls to another service of ours, of which several replicas may run at addresses of their own."""

from typing import Annotated, Any

import httpx2
from pydantic import BeforeValidator
from pydantic_settings import NoDecode


def _split(setting: object) -> object:
    return tuple(address.rstrip("/") for address in setting.split(",")) if isinstance(setting, str) else setting


# A setting: one address, or those of all replicas separated by commas.
Addresses = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]


async def call_service(
    http: httpx2.AsyncClient, method: str, addresses: Addresses, path: str, **options: Any
) -> httpx2.Response:
    """The answer of the first replica that takes a connection; what has reached one is never sent to another.

    Raises httpx2.ConnectError or ConnectTimeout when none does, and httpx2.HTTPError for a call that broke off.
    """
    *others, last = addresses
    for address in others:
        try:
            return await http.request(method, address + path, **options)
        except (httpx2.ConnectError, httpx2.ConnectTimeout):
            continue
    return await http.request(method, last + path, **options)
