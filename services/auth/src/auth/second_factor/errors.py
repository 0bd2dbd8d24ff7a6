from chassis.web.errors import Conflict, Forbidden


class AlreadyOn(Conflict):
    code, message = "second_factor_on", "Второй фактор уже включён"


class StillRequired(Conflict):
    code, message = "second_factor_required", "Администраторам нужен второй фактор: сначала добавьте другой способ"


class ConfirmationRequired(Forbidden):
    code, message = "confirmation_required", "Сначала подтвердите, что это вы"
