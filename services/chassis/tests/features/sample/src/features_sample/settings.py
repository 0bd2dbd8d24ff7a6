from chassis.settings import CommonSettings, service_config


class Settings(CommonSettings):
    model_config = service_config("RECORDS_SAMPLE_")
