"""HTTP over httpx (extra ``flowc[http]``)."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from flowc.runtime import faults
from flowc.runtime.requests import headers_of
from flowc.runtime.secrets import Secrets
from flowc.runtime.services import Request, Response
from flowc.runtime.urls import origin_of, without_credentials

if TYPE_CHECKING:
    import httpx


class HttpxHttp:
    """Sends requests with an `httpx.Client`, which is kept open between them: use it in a `with`
    statement, or call :meth:`close`.

    `secrets` has the values of `sensitive_headers`, by ``"ID.sensitive_headers"``. `client` is one
    of your own, for proxies, certificates or a pool of connections; closing it stays with you.
    Redirects are not followed, whatever the client says.
    """

    def __init__(
        self, *, secrets: Secrets | None = None, client: httpx.Client | None = None
    ) -> None:
        import httpx

        self._secrets = secrets or {}
        self._owned = client is None
        self._client = client or httpx.Client()

    def send(self, request: Request) -> Response:
        """The response; TimeoutError, ConnectionError or SSLError if there is none."""
        with _errors(request):
            prepared = self._client.build_request(**_arguments(request, self._secrets))
            return _response(self._client.send(prepared, follow_redirects=False))

    def close(self) -> None:
        """Close the connections."""
        if self._owned:
            self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class AsyncHttpxHttp:
    """:class:`HttpxHttp` for asynchronous modules, with an `httpx.AsyncClient`; use it in an
    `async with` statement, or await :meth:`close`."""

    def __init__(
        self, *, secrets: Secrets | None = None, client: httpx.AsyncClient | None = None
    ) -> None:
        import httpx

        self._secrets = secrets or {}
        self._owned = client is None
        self._client = client or httpx.AsyncClient()

    async def send(self, request: Request) -> Response:
        """The response; TimeoutError, ConnectionError or SSLError if there is none."""
        with _errors(request):
            prepared = self._client.build_request(**_arguments(request, self._secrets))
            return _response(await self._client.send(prepared, follow_redirects=False))

    async def close(self) -> None:
        """Close the connections."""
        if self._owned:
            await self._client.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()


def _arguments(request: Request, secrets: Secrets) -> dict[str, Any]:
    headers = headers_of(request, secrets)
    url, authorization = without_credentials(request.url)  # httpx logs URLs
    if authorization and all(name.lower() != "authorization" for name in headers):
        headers["Authorization"] = authorization
    return {
        "method": request.method,
        "url": url,
        "headers": [(name.encode("ascii"), text.encode("utf-8")) for name, text in headers.items()],
        "content": request.body,
        "timeout": request.timeout,
    }


def _response(answer: httpx.Response) -> Response:
    headers = {name.lower(): text for name, text in answer.headers.items()}
    return Response(answer.status_code, headers, answer.content)


@contextmanager
def _errors(request: Request) -> Iterator[None]:
    """httpx's errors as those of the protocol. Its texts may show headers, so they are dropped."""
    import httpx

    place = origin_of(request.url)
    try:
        yield
    except httpx.TimeoutException:
        raise faults.NO_ANSWER_IN_TIME.error(place=place) from None
    except httpx.InvalidURL:
        raise faults.MALFORMED_URL_OF.error(place=place) from None
    except httpx.RequestError as error:
        if _is_about_certificates(error):
            raise faults.NOT_TRUSTED.error(place=place) from None
        raise faults.not_reached(place, error) from None


def _is_about_certificates(error: BaseException) -> bool:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return True
        cause = cause.__cause__ or cause.__context__
    return False
