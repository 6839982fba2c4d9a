"""call_api over httpx, against a server on loopback (SEMANTICS section 7)."""

from __future__ import annotations

import logging
import socket
import traceback

import pytest

from flowc.runtime import HttpStatusError


def called(both, component, inputs=None, *, secrets=None, clock=None):
    def use(http):
        return (yield both.call_api(component, inputs or {}, http=http, clock=clock))

    return both.run(use, both.Http(secrets=secrets))


def node(url, **fields):
    return {"component_type": "ApiNode", "id": "n", "url": url, "http_method": "GET", **fields}


def test_a_request_arrives_as_it_was_described(both, echo):
    component = node(
        echo.url + "/echo/{{ x }}?u=1",
        http_method="post",
        data={"k": "{{x}}", "{{x}}": [1]},
        query_params={"q": "{{x}}"},
        headers={"X-A": "v {{x}}", "X-B": "é"},
        sensitive_headers={"X-Sec": "s{{x}}"},
    )
    found = called(both, component, {"x": "a b/ü"})
    assert found == {
        "method": "POST",
        "path": "/echo/a%20b%2F%C3%BC",
        "query": "u=1&q=a+b%2F%C3%BC",
        "headers": {
            "accept": "*/*",
            "content-type": "application/json",
            "user-agent": "python-httpx",
            "x-a": "v a b/ü".encode().decode("latin-1"),
            "x-b": "é".encode().decode("latin-1"),
            "x-sec": "sa b/ü".encode().decode("latin-1"),
        },
        "body": '{"k":"a b/ü","a b/ü":[1]}',
    }


def test_a_get_has_no_body(both, echo):
    called(both, node(echo.url + "/x"))
    (seen,) = echo.seen
    assert (seen.method, seen.target, seen.body) == ("GET", "/x", b"")
    assert "content-type" not in seen.headers
    assert "content-length" not in seen.headers


@pytest.mark.parametrize(
    ("page", "value"),
    [
        ("/text", "plain text"),
        ("/empty", ""),
        ("/list", [1, 2, 3]),
        ("/scalar", 5),
        ("/null", {"a": None, "b": 1}),
    ],
)
def test_answers(both, echo, page, value):
    assert called(both, node(echo.url + page)) == value


@pytest.mark.parametrize("status", [404, 500])
def test_an_error_carries_the_status(both, echo, status):
    with pytest.raises(HttpStatusError) as caught:
        called(both, node(f"{echo.url}/status/{status}?secret=1"))
    assert caught.value.status == status
    assert str(caught.value) == f"GET {echo.url} answered with status {status}"
    assert len(echo.seen) == 1


def test_redirects_are_not_followed(both, echo):
    with pytest.raises(HttpStatusError, match="status 302"):
        called(both, node(echo.url + "/redirect"))
    assert [seen.target for seen in echo.seen] == ["/redirect"]


def test_credentials_of_the_url_are_sent_and_not_shown(both, echo, caplog):
    caplog.set_level(logging.DEBUG)
    url = echo.url.replace("http://", "http://me:hunter2@") + "/status/503"
    with pytest.raises(HttpStatusError) as caught:
        called(both, node(url))
    assert echo.seen[0].headers["authorization"] == "Basic bWU6aHVudGVyMg=="
    assert "hunter2" not in str(caught.value) + caplog.text


def test_an_authorization_header_wins_over_the_url(both, echo):
    url = echo.url.replace("http://", "http://me:hunter2@")
    called(both, node(url, headers={"authorization": "mine"}))
    assert echo.seen[0].headers["authorization"] == "mine"


def test_retries(both, echo):
    policy = {"max_attempts": 2, "initial_retry_delay": 0.5, "jitter": None}
    clock = both.Clock()
    found = called(both, node(echo.url + "/flaky1", retry_policy=policy), clock=clock)
    assert found == {"a": "ok", "k": 3}
    assert clock.slept == [0.5, 1.0]


def test_retries_end(both, echo):
    policy = {"max_attempts": 1, "jitter": None}
    clock = both.Clock()
    with pytest.raises(HttpStatusError, match="status 503"):
        called(both, node(echo.url + "/flaky2", retry_policy=policy), clock=clock)
    assert (len(echo.seen), clock.slept) == (2, [1.0])


def test_nothing_there_is_a_connection_error(both):
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    clock = both.Clock()
    component = node(f"http://127.0.0.1:{port}/x?hunter2", retry_policy={"jitter": None})
    with pytest.raises(ConnectionError) as caught:
        called(both, component, clock=clock)
    assert str(caught.value) == f"http://127.0.0.1:{port} could not be reached (ConnectError)"
    assert clock.slept == [1.0, 2.0]


def test_a_slow_answer_is_a_timeout(both, echo):
    echo.slowness = 0.5
    component = node(echo.url + "/slow", retry_policy={"request_timeout": 0.05, "max_attempts": 0})
    with pytest.raises(TimeoutError) as caught:
        called(both, component)
    assert str(caught.value) == f"{echo.url} did not answer in time"


# Secrets ------------------------------------------------------------------------------------------


def test_secret_headers_are_looked_up(both, echo):
    component = node(echo.url + "/x", sensitive_headers={"$component_ref": "n.sensitive_headers"})
    secrets = {"n.sensitive_headers": {"X-Sec": "s{{x}}"}}
    found = called(both, component, {"x": "h"}, secrets=secrets)
    assert found["headers"]["x-sec"] == "sh"


def test_one_secret_among_headers(both, echo):
    headers = {"X-Sec": {"$component_ref": "n.token"}, "X-B": "b"}
    found = called(both, node(echo.url, sensitive_headers=headers), secrets={"n.token": "t"})
    assert (found["headers"]["x-sec"], found["headers"]["x-b"]) == ("t", "b")


def test_a_missing_secret_is_named_and_nothing_is_sent(both, echo):
    component = node(echo.url, sensitive_headers={"$component_ref": "n.sensitive_headers"})
    with pytest.raises(LookupError, match=r"^no value for the secret 'n.sensitive_headers'$"):
        called(both, component, secrets={"m.sensitive_headers": {}})
    assert echo.seen == []


@pytest.mark.parametrize("page", ["/x", "/status/500", "/redirect", "/slow"])
def test_a_secret_is_nowhere_to_be_seen(both, echo, page, caplog):
    caplog.set_level(logging.DEBUG)
    echo.slowness = 0.2
    fields = {"sensitive_headers": {"$component_ref": "n.sensitive_headers"}}
    component = node(echo.url + page, retry_policy={"request_timeout": 0.05}, **fields)
    shown = ""
    try:
        called(
            both,
            component,
            secrets={"n.sensitive_headers": {"X-Sec": "hunter2"}},
            clock=both.Clock(),
        )
    except (HttpStatusError, OSError) as error:
        shown = "".join(traceback.format_exception(error))
    assert echo.seen[0].headers["x-sec"] == "hunter2"
    assert (shown == "") == (page == "/x")
    assert "hunter2" not in shown + caplog.text


@pytest.mark.parametrize("value", ["hunter2\r\nX-Evil: 1", "hunter2\x00"])
def test_a_secret_that_cannot_be_sent_is_not_shown(both, echo, value):
    component = node(echo.url, sensitive_headers={"$component_ref": "n.sensitive_headers"})
    with pytest.raises(ValueError) as caught:
        called(both, component, secrets={"n.sensitive_headers": {"X-Sec": value}})
    assert "hunter2" not in "".join(traceback.format_exception(caught.value))
    assert echo.seen == []


def test_a_client_of_ones_own_stays_open(echo):
    import httpx

    from flowc.runtime import HttpxHttp, call_api

    with httpx.Client(headers={"X-A": "mine"}, follow_redirects=True) as client:
        with HttpxHttp(client=client) as http:
            found = call_api(node(echo.url + "/x"), {}, http=http)
            with pytest.raises(HttpStatusError, match="status 302"):
                call_api(node(echo.url + "/redirect"), {}, http=http)
        assert found["headers"]["x-a"] == "mine"
        assert not client.is_closed
