from chassis.errors import Invalid


class InvalidImage(Invalid):
    code, message = "invalid_image", "Это не картинка, или она повреждена"
