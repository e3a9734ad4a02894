"""The HTTP client of an endpoint. Importing this module takes a second: it brings the package `openai`."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from typing import Any

import httpx2
import openai

from ..errors import AnswerUnusable, ModelUnavailable
from .access import Access
from .refusal import Refusal, retry_after
from .unavailable import Unasked, Unreached

LONGEST_BODY = 1 << 20  # bytes of an answer
_LONGEST_TOLD = 4_000  # characters of a refusal that are looked at
_CONNECT_S = 10.0
_RETRIES = 2
_LONGEST_RETRY_S = 10.0  # an endpoint that asks for more is asked again by another question, not by this one
_NO_KEY = "none"  # what is sent where no key is configured: the protocol wants one
# What a request says besides the question. The library would add the machine's system and whatever the environment
# of the process holds for another endpoint.
_SENT = frozenset(
    {
        "host",
        "accept",
        "accept-encoding",
        "authorization",
        "connection",
        "content-length",
        "content-type",
        "user-agent",
        "x-stainless-raw-response",  # read by the library itself when the answer comes
    }
)
_TALKATIVE = ("openai", "httpx2", "httpcore2", "httpx", "httpcore")


class Wire:
    """Sends requests and reads answers, both bounded. Making one takes a while: not on an event loop."""

    def __init__(self, access: Access) -> None:
        self._at, self._key = access.place, access.key or _NO_KEY
        self._http = httpx2.AsyncClient(
            follow_redirects=False,  # the key must not go where nobody sent it
            timeout=httpx2.Timeout(access.timeout_s, connect=min(_CONNECT_S, access.timeout_s)),
            limits=httpx2.Limits(max_connections=access.at_once, max_keepalive_connections=access.at_once),
            event_hooks={"request": [self._pare], "response": [_bound]},
        )
        client = openai.AsyncOpenAI(
            api_key=self._key, base_url=access.base_url, max_retries=_RETRIES, http_client=self._http
        )
        self._create: Any = client.chat.completions.with_streaming_response.create
        for name in _TALKATIVE:  # at DEBUG they write what is sent
            logging.getLogger(name).setLevel(logging.WARNING)

    async def send(self, body: Mapping[str, Any]) -> bytes:
        """Ask, and again where that may help; the body of the answer.

        Raises Refusal for a status other than success, ModelUnavailable when nobody answers or the answer breaks off,
        AnswerUnusable when it does not end.
        """
        try:
            async with self._create(**body) as response:
                return await _read(response.iter_bytes())
        except openai.APIStatusError as refused:
            told = str(refused.body)[:_LONGEST_TOLD].lower()
            raise Refusal(refused.status_code, told, retry_after(refused.response.headers)) from None
        except (openai.APITimeoutError, httpx2.TimeoutException):
            raise ModelUnavailable(f"No answer from {self._at} in time; see SIMONIDES_LLM_TIMEOUT_S.") from None
        except openai.APIConnectionError:
            raise Unreached(f"Nothing can be reached at {self._at}; see SIMONIDES_LLM_BASE_URL.") from None
        except (openai.OpenAIError, httpx2.HTTPError):
            raise ModelUnavailable(f"An answer of {self._at} broke off.") from None
        except RuntimeError:
            if not self._http.is_closed:
                raise
            raise Unasked(f"The connections to {self._at} were closed: the process ends.") from None

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def _pare(self, request: httpx2.Request) -> None:
        for name in [name for name in request.headers if name.lower() not in _SENT]:
            del request.headers[name]
        request.headers["authorization"] = f"Bearer {self._key}"
        request.headers["accept-encoding"] = "identity"


async def _bound(response: httpx2.Response) -> None:
    """Keep a response small, whatever its status: the library reads that of a refusal whole, and unpacks it."""
    response.headers.pop("content-encoding", None)
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    response.stream = _Bounded(response.stream)
    if retry_after(response.headers) > _LONGEST_RETRY_S:
        response.headers["x-should-retry"] = "false"
    elif "x-should-retry" in response.headers:
        del response.headers["x-should-retry"]  # whether a question is worth another try is not the endpoint's to say


class _Bounded(httpx2.AsyncByteStream):
    """A stream that ends one byte after what is read at most."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = LONGEST_BODY + 1
        async for chunk in self._stream:
            yield chunk[:left]
            left -= len(chunk)
            if left <= 0:
                return

    async def aclose(self) -> None:
        await self._stream.aclose()


async def _read(chunks: AsyncIterator[bytes]) -> bytes:
    read = b"".join([chunk async for chunk in chunks])
    if len(read) > LONGEST_BODY:
        raise AnswerUnusable(f"The answer is longer than {LONGEST_BODY:,} bytes.")
    return read
