"""What every request passes: size, origin, headers, log and numbers."""

import json
import logging
import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .errors import Forbidden, Missing, Refused
from .limits import Limits
from .metrics import Metrics

#: Bytes of an address at most.
LONGEST_ADDRESS = 4000
SAFE = ("GET", "HEAD", "OPTIONS")
#: Everything from ourselves; no inline script or style; nobody frames us.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
log = logging.getLogger("tianxia.requests")


class Guard:
    """ASGI middleware around the whole app."""

    def __init__(self, app: ASGIApp, metrics: Metrics, limits: Limits, largest_body: int) -> None:
        self._app = app
        self._metrics = metrics
        self._limits = limits
        self._largest = largest_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let through what may pass."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket" and (
            foreign(Headers(scope=scope), "GET-WEBSOCKET") or self._refusal(scope)
        ):
            await send({"type": "websocket.close", "code": 4403})
        else:
            await self._app(scope, receive, send)

    def _refusal(self, scope: Scope) -> Refused | None:
        """What is wrong with a request whatever it asks for."""
        seconds = self._limits.wait("any", scope["client"][0] if scope["client"] else "?")
        if seconds:
            return Refused(429, "too-fast", seconds=seconds)
        if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
            return Refused(414, "too-long", bytes=LONGEST_ADDRESS)
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            return Missing("no-page")
        return None

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        headers = Headers(scope=scope)
        status = 500
        seen = 0

        async def measured() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._largest:
                raise Refused(413, "too-large", bytes=self._largest)
            return message

        async def adorned(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                adorn(MutableHeaders(scope=message), scope)
            await send(message)

        try:
            refusal = self._refusal(scope)
            if refusal is not None:
                raise refusal
            if foreign(headers, scope["method"]):
                raise Forbidden("foreign")
            length = headers.get("content-length") or "0"
            if not (length.isascii() and length.isdigit()) or int(length) > self._largest:
                raise Refused(413, "too-large", bytes=self._largest)
            await self._app(scope, measured, adorned)
        except Refused as refused:
            self._metrics.refused.labels(refused.code).inc()
            await _refuse(refused, adorned)
        finally:
            spent = time.perf_counter() - started
            path = getattr(scope.get("route"), "path", "none")
            self._metrics.requests.labels(scope["method"], path, status).inc()
            self._metrics.seconds.labels(path).observe(spent)
            log.info(
                "request",
                extra={
                    "method": scope["method"],
                    # Keys of private tables stand in the query: it stays out of the log.
                    "path": scope["path"] if "hand-over" not in path else path,
                    "status": status,
                    "ms": round(spent * 1000, 1),
                },
            )


def foreign(headers: Headers, method: str) -> bool:
    """Does a browser say that another site sent this, to change something here?

    Browsers always send `Sec-Fetch-Site` or `Origin` along; programs need neither.
    """
    if method in SAFE:
        return False
    site = headers.get("sec-fetch-site")
    if site is not None and method != "GET-WEBSOCKET":
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


def adorn(headers: MutableHeaders, scope: Scope) -> None:
    """The headers that keep a page to itself."""
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope["scheme"] == "https":
        headers.setdefault("strict-transport-security", "max-age=31536000")
    if "cache-control" not in headers:
        headers["cache-control"] = "no-store"


async def _refuse(refused: Refused, send: Send) -> None:
    body = json.dumps({"code": refused.code, "message": refused.message}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    if refused.status == 429:
        headers.append((b"retry-after", str(refused.values["seconds"]).encode()))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
