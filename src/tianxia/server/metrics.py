"""What is counted and measured, in Prometheus' words."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """One server's numbers."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "tianxia_requests", "Requests", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "tianxia_request_seconds",
            "Time to answer",
            ["route"],
            registry=self.registry,
            buckets=SECONDS,
        )
        self.decisions = Counter(
            "tianxia_decisions", "Decisions stored", ["game", "by"], registry=self.registry
        )
        self.refused = Counter(
            "tianxia_refused", "Requests refused", ["code"], registry=self.registry
        )
        self.thought = Histogram(
            "tianxia_bot_seconds", "Time a bot thought", ["level"], registry=self.registry
        )
        self.sockets = Gauge("tianxia_sockets", "Open web sockets", registry=self.registry)
        self.tables = Gauge("tianxia_tables", "Tables", ["state"], registry=self.registry)
        self.jobs = Gauge(
            "tianxia_jobs",
            "Decisions of bots in the queue: 0 a person waits, 1 somebody looks, 2 nobody does",
            ["rank"],
            registry=self.registry,
        )
        self.thinking = Gauge(
            "tianxia_bots_thinking", "Decisions of bots this process is at", registry=self.registry
        )
