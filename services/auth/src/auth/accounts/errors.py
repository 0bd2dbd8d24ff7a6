from chassis.web.errors import BadRequest, Conflict, Forbidden


class InvalidPassword(BadRequest):
    code, message = "invalid_password", "Неверный пароль"


class NoPassword(Conflict):
    code, message = "no_password", "У аккаунта нет пароля: задайте его через «Забыли пароль?» в окне входа"


class ConfirmationRequired(Forbidden):
    code, message = "confirmation_required", "Сначала подтвердите, что это вы"
