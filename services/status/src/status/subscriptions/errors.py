"""BadRequest
└── InvalidLink   the link of an email is forged, used or expired
"""

from chassis.errors import BadRequest


class InvalidLink(BadRequest):
    code, message = "invalid_token", "Ссылка больше не действует"
