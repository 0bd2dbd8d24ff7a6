from chassis.web.errors import Conflict, Unauthorized


class InvalidCredentials(Unauthorized):
    code, message = "invalid_credentials", "Неверный email или пароль"


class TooManyPasskeys(Conflict):
    code, message = "too_many_passkeys", "Ключей доступа уже двадцать: удалите лишний, чтобы добавить новый"
