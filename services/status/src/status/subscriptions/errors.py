"""BadRequest
└── DeadLink   the link of a letter is forged, used up or too old
"""

from chassis.errors import BadRequest


class DeadLink(BadRequest):
    code, message = "invalid_token", "Ссылка больше не действует"
