from chassis.errors import Unauthorized


class InvalidCredentials(Unauthorized):
    code, message = "invalid_credentials", "Неверный email или пароль"
