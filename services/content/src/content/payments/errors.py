"""Errors of the payments: 409 for a status change that is not allowed, 401 for a forged notice."""

from chassis.errors import Conflict, Unauthorized


class WrongTransition(Conflict):
    code, message = "wrong_transition", "Из этого состояния платёж так не меняется"


class ForgedNotice(Unauthorized):
    code, message = "forged_notice", "Подпись уведомления не сошлась"
