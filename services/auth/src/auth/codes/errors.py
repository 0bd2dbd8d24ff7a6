from chassis.errors import BadRequest


class InvalidCode(BadRequest):
    code, message = "invalid_code", "Неверный код подтверждения"


class CodeExpired(BadRequest):
    code, message = "code_expired", "Срок действия кода истёк. Запросите новый"
