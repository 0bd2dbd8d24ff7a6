"""Checks whether an address probably receives mail: syntax, typos, disposable domains, DNS."""

import asyncio
import contextlib

import dns.asyncresolver
import dns.exception
import dns.resolver
from chassis.mail.addresses import convert_to_smtp_mailbox
from disposable_email_domains import blocklist

from auth.registration.email_providers import PROVIDERS, find_intended_provider
from auth.registration.schemas import EmailCheck
from auth.runtime import AuthRuntime

DNS_TIMEOUT_SECONDS = 1.0
# The exchange of a "null MX" record: the domain declares that it receives no mail (RFC 7505).
NULL_EXCHANGE = "."
# RFC 2606 reserves these domains for examples and tests. They have no DNS records.
RESERVED_DOMAINS = ("example.com", "example.org", "example.net", "example", "test")


async def check(runtime: AuthRuntime, email: str) -> EmailCheck:
    """Check an email address: its form, likely typos, disposable domains, and whether its domain receives mail.

    The last check asks DNS. It is left out if DNS does not answer within DNS_TIMEOUT_SECONDS.
    """
    try:
        local_part, domain = convert_to_smtp_mailbox(email)
    except ValueError:
        suggestion = _check_incomplete(email)
        if suggestion:
            return suggestion
        return EmailCheck(isValid=False, message="Проверьте адрес: так он написан с ошибкой")
    suggestion = _suggest(local_part, domain, is_valid=True, message="Адрес можно использовать")
    if suggestion:
        return suggestion
    if _is_disposable(domain):
        return EmailCheck(
            isValid=True,
            message="Адрес можно использовать",
            warning="Это временная почта: на неё могут не дойти письма о вашем заказе",
        )
    if runtime.settings.mx_lookup and not await _receives_mail(domain):
        return EmailCheck(isValid=False, message="Такого почтового домена нет. Проверьте адрес")
    return EmailCheck(isValid=True, message="Адрес в порядке")


def _check_incomplete(email: str) -> EmailCheck | None:
    """Build the result for an incomplete address such as `anna@gmail`. Returns None if there is nothing to suggest."""
    local_part, _, domain = email.strip().rpartition("@")
    if not local_part:
        return None
    return _suggest(local_part, domain.lower(), is_valid=False, message="Адрес написан не полностью")


def _suggest(local_part: str, domain: str, *, is_valid: bool, message: str) -> EmailCheck | None:
    """Build the result with the address that was probably meant. Returns None if the domain looks right."""
    provider = find_intended_provider(domain)
    if not provider:
        return None
    address = f"{local_part}@{provider}"
    warning = f"Возможно, вы имели в виду {address}"
    return EmailCheck(isValid=is_valid, message=message, warning=warning, correctedEmail=address)


def _is_disposable(domain: str) -> bool:
    """Return True if the list of disposable domains contains the domain or a domain above it."""
    parts = domain.split(".")
    return any(".".join(parts[start:]) in blocklist for start in range(len(parts) - 1))


def _is_reserved(domain: str) -> bool:
    return any(domain == name or domain.endswith(f".{name}") for name in RESERVED_DOMAINS)


async def _receives_mail(domain: str) -> bool:
    """Return True if the domain can receive mail, or if DNS does not answer in time."""
    if domain in PROVIDERS or _is_reserved(domain):
        return True
    try:
        async with asyncio.timeout(DNS_TIMEOUT_SECONDS):
            return await _has_exchange(domain)
    except dns.resolver.NXDOMAIN:
        return False
    except (dns.exception.DNSException, TimeoutError, OSError):
        return True


async def _has_exchange(domain: str) -> bool:
    """Return True if the domain has a mail server, or an address if it has no MX record. Raises DNSException."""
    try:
        answer = await dns.asyncresolver.resolve(domain, "MX", lifetime=DNS_TIMEOUT_SECONDS)
    except dns.resolver.NoAnswer:
        return await _has_address(domain)
    return any(str(record.exchange) != NULL_EXCHANGE for record in answer)


async def _has_address(domain: str) -> bool:
    """Return True if the domain has an address, to which mail goes without an MX record (RFC 5321, section 5.1)."""
    for kind in ("A", "AAAA"):
        with contextlib.suppress(dns.resolver.NoAnswer):
            await dns.asyncresolver.resolve(domain, kind, lifetime=DNS_TIMEOUT_SECONDS)
            return True
    return False
