"""Conflict 409
├── CampaignIsOver: what is sent cannot be taken back
└── KeyReused: the same idempotency key came with another message
"""

from chassis.web.errors import Conflict, NotFound


class NoSuchCampaign(NotFound):
    message = "Такой рассылки нет"


class CampaignIsOver(Conflict):
    code = "campaign_is_over"
    message = "Рассылка уже отправлена или отменена"


class KeyReused(Conflict):
    code = "idempotency_key_reused"
    message = "С этим ключом уже отправлена другая рассылка"
