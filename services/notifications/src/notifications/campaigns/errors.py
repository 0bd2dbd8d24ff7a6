"""NotFound 404
└── NoSuchCampaign

Conflict 409
├── CampaignIsOver: the campaign was sent or cancelled before
└── IdempotencyKeyReused: another campaign of this author has the same idempotency key
"""

from chassis.web.errors import Conflict, NotFound


class NoSuchCampaign(NotFound):
    message = "Такой рассылки нет"


class CampaignIsOver(Conflict):
    code = "campaign_is_over"
    message = "Рассылка уже отправлена или отменена"


class IdempotencyKeyReused(Conflict):
    code = "idempotency_key_reused"
    message = "С этим ключом уже отправлена другая рассылка"
