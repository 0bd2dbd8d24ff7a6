"""Addresses of external services that come from clients: they must not lead into the site's own network (SSRF)."""

import asyncio
import ipaddress
import socket
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial

import httpx2

from chassis.settings import CommonSettings

LOOPBACK_HOSTS = {"127.0.0.1", "localhost"}
# An external name server may answer slowly, so look-ups have separate threads.
_RESOLVER = ThreadPoolExecutor(max_workers=20, thread_name_prefix="external-dns")
# IPv6 networks whose addresses contain an IPv4 address: NAT64, 6to4, Teredo, IPv4-compatible.
_REFUSED_NETWORKS = [
    ipaddress.ip_network(network) for network in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")
]


@dataclass(frozen=True)
class Target:
    """The target of a request: the checked address, and the name for the Host header and for TLS."""

    url: httpx2.URL
    headers: dict[str, str] = field(default_factory=dict)
    extensions: dict[str, str] = field(default_factory=dict)


def is_public(address: str) -> bool:
    """Return True if this is an IP address of the public Internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_public(str(ip.ipv4_mapped))
        if any(ip in network for network in _REFUSED_NETWORKS):
            return False
    return ip.is_global and not ip.is_multicast


def is_allowed_endpoint(endpoint: str, settings: CommonSettings) -> bool:
    """Return True if this may be the URL of an external service.

    The name is looked up at each sending instead of here.
    """
    url = _parse(endpoint)
    if url is None:
        return False
    if _is_local_test(url, settings):
        return True
    if url.scheme != "https" or not ("." in url.host.strip(".") or ":" in url.host):
        return False
    try:
        return is_public(url.host)
    except ValueError:
        return _is_name(url.host)


async def resolve_target(endpoint: str, settings: CommonSettings) -> Target | None:
    """Return the checked address to call, or None if it must not be called. Raises OSError if the look-up fails.

    The request goes to the address that was checked: a second look-up could give another one (DNS rebinding).
    """
    url = _parse(endpoint)
    if url is None or not is_allowed_endpoint(endpoint, settings):
        return None
    if _is_local_test(url, settings):
        return Target(url)
    addresses = await look_up(url.host, url.port or 443)
    if not addresses or not all(is_public(address) for address in addresses):
        return None
    # Connections are not reused: two names may share an address, and each needs its own TLS name.
    headers = {"Host": url.netloc.decode("ascii"), "Connection": "close"}
    return Target(url.copy_with(host=addresses[0]), headers, {"sni_hostname": url.raw_host.decode("ascii")})


async def look_up(host: str, port: int) -> list[str]:
    """Look up the IP addresses of a name. Raises OSError."""
    call = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    records = await asyncio.get_running_loop().run_in_executor(_RESOLVER, call)
    # An IPv6 address of a link may end with its zone: `fe80::1%eth0`.
    return [str(socket_address[0]).partition("%")[0] for *_, socket_address in records]


def _is_local_test(url: httpx2.URL, settings: CommonSettings) -> bool:
    """Return True if this is a service over plain http on a developer's own machine."""
    return settings.environment != "production" and url.scheme == "http" and url.host in LOOPBACK_HOSTS


def _is_name(host: str) -> bool:
    try:
        return bool(host.encode("idna"))
    except UnicodeError:
        return False


def _parse(endpoint: str) -> httpx2.URL | None:
    """Parse the URL as the HTTP client does. Returns None if it is invalid."""
    try:
        url = httpx2.URL(endpoint)
    except (httpx2.InvalidURL, ValueError):
        return None
    if url.userinfo or (url.port or 443) > 65_535:
        return None
    # The HTTP client encodes characters that are invalid in names as %XX instead of refusing them.
    return url if url.host and "%" not in url.host else None
