from chassis.web.errors import Invalid, UnsupportedType


class InvalidImage(Invalid):
    code = "invalid_image"
    message = "Файл не похож на картинку или она слишком велика"


class ImageTypeRefused(UnsupportedType):
    message = "Принимаются картинки PNG, JPEG, WebP и AVIF"
