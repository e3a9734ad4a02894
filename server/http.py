"""Streamable HTTP at /mcp and the older SSE transport at /sse, in one app, on loopback, behind a token."""

from __future__ import annotations

import hmac
import ipaddress
import signal
import sys
from collections.abc import Sequence
from typing import Any

from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import AnyHttpUrl
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ..storage.errors import InvalidArgument
from .app import build
from .config import SHORTEST_TOKEN, TOKEN_VARIABLE, Config
from .lifespan import Opening, opened

LARGEST_BODY = 65_536  # bytes; the longest content, escaped throughout, is 48 KiB
_GRACE_S = 10  # shorter than a write would answer 500 to a call that then succeeds


class StaticBearer:
    """Verifies the one token of the configuration, in constant time."""

    def __init__(self, token: str) -> None:
        self._token = token.encode()

    async def verify_token(self, token: str) -> AccessToken | None:
        """The one principal there is, or None."""
        if not hmac.compare_digest(token.encode("utf-8", "surrogateescape"), self._token):
            return None
        return AccessToken(token="", client_id="owner", subject="owner", scopes=["memory"])


class Gate:
    """Exact Host and Origin lists, before everything else: what keeps web pages of other sites out."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str], origins: Sequence[str]) -> None:
        self._app, self._hosts, self._origins = app, hosts, origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            if headers.getlist("host") not in [[h] for h in self._hosts]:
                return await PlainTextResponse("Invalid Host header", 421)(scope, receive, send)
            if any(o not in self._origins for o in headers.getlist("origin")):
                return await PlainTextResponse("Invalid Origin header", 403)(scope, receive, send)
        await self._app(scope, receive, send)


def http_app(opening: Opening, token: str, hosts: list[str], origins: list[str]) -> Starlette:
    """Both transports behind the gate and the token; every session and every request is checked."""
    security = TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=origins)
    auth = AuthSettings(
        issuer_url=AnyHttpUrl("http://localhost"),  # the SDK wants one; a static token has none
        resource_server_url=None,
        required_scopes=["memory"],
    )
    server = build(opening, token_verifier=StaticBearer(token), auth=auth)
    # Stateless: a restart of the server leaves no client with a session that no longer is.
    app = server.streamable_http_app(
        stateless_http=True, transport_security=security, max_request_body_size=LARGEST_BODY
    )
    sse = server.sse_app(transport_security=security, max_request_body_size=LARGEST_BODY)
    app.router.routes.extend(sse.router.routes)
    app.add_middleware(Gate, hosts=hosts, origins=origins)
    return app


def address_of(text: str) -> tuple[str, int]:
    """Host and port of `HOST:PORT`. Raises InvalidArgument for anything but a loopback address."""
    host, _, port = text.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    if not port.isdigit() or not 0 < int(port) < 65536:
        raise InvalidArgument("--http", "takes HOST:PORT, for example 127.0.0.1:8765.")
    try:
        loopback = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        loopback = False
    if not loopback:
        raise InvalidArgument("--http", f"serves this machine only for now: {host!r} is not a loopback address.")
    return host, int(port)


def _checked_token(config: Config) -> str:
    if len(config.http_token) < SHORTEST_TOKEN or not config.http_token.isascii():
        raise InvalidArgument(
            TOKEN_VARIABLE,
            f"must hold a token of at least {SHORTEST_TOKEN} ASCII characters; make one with: "
            'python3 -c "import secrets; print(secrets.token_urlsafe(32))"',
        )
    return config.http_token


async def serve_http(config: Config, address: str) -> None:
    """Serve until SIGTERM or SIGINT. Raises InvalidArgument for an address or token that cannot be used."""
    import uvicorn

    host, port = address_of(address)
    token = _checked_token(config)
    shown = f"[{host}]" if ":" in host else host
    names = list(dict.fromkeys([f"{shown}:{port}", f"localhost:{port}", f"127.0.0.1:{port}"]))
    async with opened(config, serving=True) as opening:
        if config.mirror:  # nobody waits for a handshake yet, and a client may come late
            opening.start()
        app: Any = http_app(opening, token, names, [f"http://{n}" for n in names])
        settings = uvicorn.Config(
            app, host=host, port=port, log_level="warning", timeout_graceful_shutdown=_GRACE_S, server_header=False
        )
        server = uvicorn.Server(settings)

        def leave(*_: object) -> None:
            server.should_exit = True

        # uvicorn has handlers of its own while it runs, shuts down, and raises the signal once more: without
        # these the process would then die of it, before the store is closed.
        for told in (signal.SIGTERM, signal.SIGINT):
            signal.signal(told, leave)
        sys.stderr.write(f"simonides: serving http://{names[0]}/mcp and http://{names[0]}/sse\n")
        await server.serve()
