from chassis.errors import Forbidden


class ConfirmationRequired(Forbidden):
    code, message = "confirmation_required", "Сначала подтвердите, что это вы"
