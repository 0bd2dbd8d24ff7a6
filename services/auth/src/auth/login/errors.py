from chassis.web.errors import Conflict, Unauthorized


class InvalidCredentials(Unauthorized):
    code = "invalid_credentials"
    message = "Неверный email или пароль"


class TooManyPasskeys(Conflict):
    code = "too_many_passkeys"
    message = "Ключей доступа уже двадцать: удалите лишний, чтобы добавить новый"
