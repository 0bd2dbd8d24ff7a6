"""Calls to another service, whose replicas may have different addresses."""

from typing import Annotated, Any

import httpx2
from pydantic import BeforeValidator
from pydantic_settings import NoDecode


def _split_addresses(setting: object) -> object:
    if isinstance(setting, str):
        return tuple(address.rstrip("/") for address in setting.split(","))
    return setting


# Setting with the addresses of all replicas, separated by commas.
Addresses = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split_addresses)]


async def call_service(
    http: httpx2.AsyncClient, method: str, addresses: Addresses, path: str, **options: Any
) -> httpx2.Response:
    """Send a request to the first replica that accepts a connection. A request that has reached a replica is never
    repeated.

    Raises httpx2.ConnectError or ConnectTimeout if no replica accepts, httpx2.HTTPError if the call breaks off.
    """
    *other_addresses, last_address = addresses
    for address in other_addresses:
        try:
            return await http.request(method, address + path, **options)
        except (httpx2.ConnectError, httpx2.ConnectTimeout):
            continue
    return await http.request(method, last_address + path, **options)
