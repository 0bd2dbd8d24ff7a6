"""ServiceError
├── Unauthorized
│   ├── ApiKeyRequired    the request has no key
│   └── ApiKeyInvalid     the key is unknown or revoked
├── Conflict
│   ├── TooManyApiKeys    the limit of 200 keys in use is reached
│   └── ApiKeyRevoked     a revoked key is not changed any more
└── RateLimited
    └── QuotaUsedUp       the calls of a key in a minute or a day are used up
"""

from typing import ClassVar

from chassis.web.errors import Conflict, RateLimited, Unauthorized


class ApiKeyRequired(Unauthorized):
    title = "Нужен ключ"
    code = "api_key_required"
    message = "Передайте ключ в заголовке Authorization: Bearer <ключ>"


class ApiKeyInvalid(Unauthorized):
    title = "Нужен ключ"
    code = "api_key_invalid"
    message = "Такого ключа нет, или он отозван"
    challenge: ClassVar[str] = 'Bearer error="invalid_token"'


class TooManyApiKeys(Conflict):
    code = "too_many_api_keys"
    message = "Действующих ключей уже 200: отзовите ненужные"


class ApiKeyRevoked(Conflict):
    code = "api_key_revoked"
    message = "Ключ отозван: выпустите новый"


class QuotaUsedUp(RateLimited):
    message = "Вызовы этого ключа исчерпаны. Повторите через время из Retry-After"

    def __init__(self, *, retry_after: float, quota_headers: dict[str, str]) -> None:
        super().__init__(retry_after=retry_after)
        self._quota_headers = quota_headers

    @property
    def headers(self) -> dict[str, str]:
        return super().headers | self._quota_headers
