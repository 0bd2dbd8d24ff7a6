from chassis.web.errors import BadRequest, Conflict, Forbidden


class InvalidPassword(BadRequest):
    code = "invalid_password"
    message = "Неверный пароль"


class NoPassword(Conflict):
    code = "no_password"
    message = "У аккаунта нет пароля: задайте его через «Забыли пароль?» в окне входа"


class ConfirmationRequired(Forbidden):
    code = "confirmation_required"
    message = "Сначала подтвердите, что это вы"
