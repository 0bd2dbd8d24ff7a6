from chassis.settings import CommonSettings, build_service_config


class Settings(CommonSettings):
    model_config = build_service_config("SAMPLE_")
