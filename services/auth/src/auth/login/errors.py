from chassis.web.errors import BadRequest, Conflict, Unauthorized


class InvalidCredentials(Unauthorized):
    code, message = "invalid_credentials", "Неверный email или пароль"


class InvalidPasskey(BadRequest):
    code, message = "invalid_passkey", "Ключ доступа не подошёл. Попробуйте ещё раз"


class TooManyPasskeys(Conflict):
    code, message = "too_many_passkeys", "Ключей доступа уже двадцать: удалите лишний, чтобы добавить новый"
