"""Refusals of the payments: 409 for a way back that money does not go, 401 for a forged notice."""

from chassis.errors import Conflict, Unauthorized


class WrongTransition(Conflict):
    code, message = "wrong_transition", "Из этого состояния платёж так не меняется"


class ForgedNotice(Unauthorized):
    code, message = "forged_notice", "Подпись уведомления не сошлась"
