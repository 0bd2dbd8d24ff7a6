"""Conflict
├── TooManyWebhooks    the limit of 50 endpoints is reached
└── WebhookDisabled    a disabled endpoint gets no test message
"""

from chassis.web.errors import Conflict


class TooManyWebhooks(Conflict):
    code = "too_many_webhooks"
    message = "Адресов уже 50: удалите ненужные"


class WebhookDisabled(Conflict):
    code = "webhook_disabled"
    message = "Адрес отключён: сначала включите его"
