"""A client while processes crash: it sends again what it may send again, as `Retry-After` asks."""

import time

import httpx2

PAUSE_SECONDS = 0.5
TRIES = 20
MAY_BE_REPEATED = ("GET", "HEAD", "OPTIONS")
# Nothing is stored, or the site recognizes the same message of the same visitor.
RECOGNIZED = ("/api/calculator/calculate", "/api/contact", "/api/requests")


class RepeatingTransport(httpx2.HTTPTransport):
    """Sends again after 503 or no answer what changes nothing more, and any request while no connection can be made."""

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """The first answer that is not 503; the last one in any case."""
        may_be_repeated = request.method in MAY_BE_REPEATED or request.url.path in RECOGNIZED
        for _ in range(TRIES):
            try:
                answer = super().handle_request(request)
            except httpx2.TransportError as error:
                if not may_be_repeated and not isinstance(error, httpx2.ConnectError):
                    raise
            else:
                if not may_be_repeated or answer.status_code != 503:
                    return answer
                answer.close()
            time.sleep(PAUSE_SECONDS)
        return super().handle_request(request)
