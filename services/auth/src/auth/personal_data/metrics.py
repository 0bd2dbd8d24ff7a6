from prometheus_client import Counter, Gauge

ERASURES_OVERDUE = Gauge("auth_erasures_overdue", "Erasures some service has not answered within an hour")
EXPORT_PARTS_MISSING = Counter("auth_export_parts_missing_total", "Parts an export went out without", ["service"])
