from prometheus_client import Counter, Gauge

ERASURES_OVERDUE = Gauge("auth_erasures_overdue", "Erasures that a service has not answered within an hour")
EXPORT_PARTS_MISSING = Counter("auth_export_parts_missing_total", "Parts missing in delivered exports", ["service"])
