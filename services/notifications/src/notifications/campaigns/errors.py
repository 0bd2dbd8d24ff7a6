"""Conflict 409
├── CampaignIsOver: what is sent cannot be taken back
└── KeyReused: the same idempotency key came with another message
"""

from chassis.web.errors import Conflict, NotFound


class NoSuchCampaign(NotFound):
    message = "Такой рассылки нет"


class CampaignIsOver(Conflict):
    code, message = "campaign_is_over", "Рассылка уже отправлена или отменена"


class KeyReused(Conflict):
    code, message = "idempotency_key_reused", "С этим ключом уже отправлена другая рассылка"
