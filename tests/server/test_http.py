"""HTTP: loopback, a token, exact hosts and origins, both transports in one app."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

import httpx2
import pytest

from simonides.server.http import LARGEST_BODY, StaticBearer, address_of, http_app
from simonides.server.lifespan import Opening
from simonides.storage.errors import InvalidArgument

pytestmark = pytest.mark.anyio
TOKEN = "a token for the test only"
HOST = "127.0.0.1:8765"
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
HEADERS = {
    "Authorization": f"Bearer {TOKEN}",
    "Accept": "application/json, text/event-stream",
    "Content-Type": "application/json",
    "MCP-Protocol-Version": "2025-11-25",
}


@pytest.fixture
async def http(opening: Opening) -> AsyncGenerator[httpx2.AsyncClient]:
    app = http_app(opening, TOKEN, [HOST], [f"http://{HOST}"])
    async with app.router.lifespan_context(app):
        transport: Any = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(transport=transport, base_url=f"http://{HOST}", headers=HEADERS) as client:
            yield client


async def test_a_request_with_the_token_is_answered_without_a_session(http: httpx2.AsyncClient) -> None:
    answer = await http.post("/mcp", json=PING)

    assert answer.status_code == 200
    assert "mcp-session-id" not in answer.headers


@pytest.mark.parametrize("path", ["/mcp", "/messages/?session_id=0", "/sse"])
@pytest.mark.parametrize("token", ["", "Bearer ", "Bearer wrong", "Basic x", f"Bearer {TOKEN}x", f"bearer{TOKEN}"])
async def test_without_the_right_token_there_is_no_answer(http: httpx2.AsyncClient, path: str, token: str) -> None:
    send = http.get if path == "/sse" else http.post

    answer = await send(path, headers={"Authorization": token})

    assert answer.status_code == 401
    assert TOKEN not in answer.text


async def test_a_token_in_the_address_does_not_count(http: httpx2.AsyncClient) -> None:
    answer = await http.post(f"/mcp?access_token={TOKEN}", json=PING, headers={"Authorization": ""})

    assert answer.status_code == 401


@pytest.mark.parametrize("path", ["/mcp", "/sse", "/messages/", "/"])
@pytest.mark.parametrize(
    "host", ["evil.example", "localhost", "127.0.0.1", "127.0.0.1:1", "127.0.0.1:8765.", "127.0.0.1.evil.example:8765"]
)
async def test_another_host_is_refused_before_anything_else(http: httpx2.AsyncClient, path: str, host: str) -> None:
    answer = await http.post(path, json=PING, headers={"Host": host})

    assert answer.status_code == 421


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:8765", "http://localhost:3000"]
)
async def test_a_page_of_another_origin_is_refused(http: httpx2.AsyncClient, origin: str) -> None:
    answer = await http.post("/mcp", json=PING, headers={"Origin": origin})

    assert answer.status_code == 403


async def test_our_own_origin_passes_and_no_origin_is_invited(http: httpx2.AsyncClient) -> None:
    answer = await http.post("/mcp", json=PING, headers={"Origin": f"http://{HOST}"})

    assert answer.status_code == 200
    assert "access-control-allow-origin" not in answer.headers


async def test_a_body_beyond_the_limit_is_refused(http: httpx2.AsyncClient) -> None:
    answer = await http.post("/mcp", content=b'"' + b"a" * LARGEST_BODY + b'"')

    assert answer.status_code == 413


@pytest.mark.parametrize(
    "body", [b"{", b"[]", b"null", b'{"jsonrpc":"1.0"}', "\ud800".encode("utf-16-le", "surrogatepass")]
)
async def test_what_is_no_json_rpc_is_an_error_and_the_next_request_works(
    http: httpx2.AsyncClient, body: bytes
) -> None:
    answer = await http.post("/mcp", content=body)

    assert 400 <= answer.status_code < 500
    assert "Traceback" not in answer.text
    assert (await http.post("/mcp", json=PING)).status_code == 200


async def test_a_token_of_other_characters_is_compared_and_not_an_error() -> None:
    bearer = StaticBearer(TOKEN)

    assert await bearer.verify_token("中文\udcff") is None
    assert await bearer.verify_token(TOKEN) is not None


@pytest.mark.parametrize(
    "address",
    ["0.0.0.0:8765", "192.168.1.5:80", "example.com:80", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:99999", ":", "[::]:80"],
)
def test_any_other_bind_is_refused(address: str) -> None:
    with pytest.raises(InvalidArgument, match="--http"):
        address_of(address)


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("127.0.0.1:8765", ("127.0.0.1", 8765)),
        ("localhost:1", ("localhost", 1)),
        ("[::1]:80", ("::1", 80)),
        (":9", ("127.0.0.1", 9)),
    ],
)
def test_loopback_addresses_are_understood(address: str, parts: tuple[str, int]) -> None:
    assert address_of(address) == parts
