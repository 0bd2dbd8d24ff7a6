"""BadRequest
└── InvalidLink   the link of an email is forged, used or expired
"""

from chassis.errors import BadRequest

PAGE = "/unsubscribe?list=status&state="


class InvalidLink(BadRequest):
    code, message, page = "invalid_token", "Ссылка больше не действует", PAGE + "invalid"
