from chassis.errors import BadRequest


class InvalidPasskey(BadRequest):
    code, message = "invalid_passkey", "Ключ доступа не подошёл. Попробуйте ещё раз"
