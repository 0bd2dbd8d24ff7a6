"""HTTP transport for journeys during crashes. It repeats requests that may be repeated."""

import time

import httpx2

PAUSE_SECONDS = 0.5
MAX_REPETITIONS = 20
REPEATABLE_METHODS = ("GET", "HEAD", "OPTIONS")
# These POST requests may be repeated: they store nothing, or the site recognizes a repeated message of a visitor.
REPEATABLE_POSTS = ("/api/calculator/calculate", "/api/contact", "/api/requests")


class RepeatingTransport(httpx2.HTTPTransport):
    """Repeats a request after 503 or no answer if it may be repeated, and any request if no connection was made."""

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Return the first answer that is not to be repeated, or the last one after MAX_REPETITIONS repetitions."""
        may_be_repeated = request.method in REPEATABLE_METHODS or request.url.path in REPEATABLE_POSTS
        for _ in range(MAX_REPETITIONS):
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
