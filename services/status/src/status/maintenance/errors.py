"""Conflict
└── WrongStage   the maintenance is not running, so it can be neither verified nor finished
"""

from chassis.web.errors import Conflict


class WrongStage(Conflict):
    code = "maintenance_wrong_stage"
    message = "Работы ещё не начались или уже завершены: такое состояние им не подходит"
