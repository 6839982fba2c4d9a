"""The requests of ApiNodes and RemoteTools, and what answers hold (SEMANTICS section 7)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowc.runtime import HttpStatusError, Request, Response, headers_of
from flowc.runtime.requests import answer_of, request_of

INPUTS = {"x": "a b", "n": 5, "evil": "1\r\nX-Evil: 2"}


def request(inputs=INPUTS, **fields):
    return request_of({"url": "https://h/", "http_method": "POST", **fields}, inputs)


@pytest.mark.parametrize(
    ("data", "body"),
    [
        ({"k": "{{n}}"}, '{"k":"5"}'),
        ({"{{x}}": ["{{x}}", {"d": "{{x}}!"}], "n": 1.0, "t": True, "z": None},
         '{"a b":["a b",{"d":"a b!"}],"n":1.0,"t":true,"z":null}'),
        ({"k": 'é"{{x}}'}, '{"k":"é\\"a b"}'),
        ([], "[]"),
        (["{{x}}"], '["a b"]'),
        (5, "5"),
        (False, "false"),
    ],
)  # fmt: skip
def test_data_is_sent_as_json(data, body):
    made = request(data=data)
    assert made.body == body.encode()
    assert made.headers == {"Content-Type": "application/json"}


@pytest.mark.parametrize("fields", [{}, {"data": None}, {"data": {}}])
def test_no_data_is_no_body(fields):
    assert request(**fields).body is None
    assert request(**fields).headers == {}


def test_text_is_sent_as_it_is():
    made = request(data='hello {{x}} é {"a": 1}')
    assert (made.body, made.headers) == ('hello a b é {"a": 1}'.encode(), {})
    assert request(data="").body == b""


@pytest.mark.parametrize(
    ("data", "body"),
    [
        ({"k": "{{x}} &", "n": 1}, b"k=a+b+%26&n=1"),
        ({"l": [1, "{{n}}"], "o": {"a": None}, "z": None, "t": True},
         b"l=1&l=5&o=%7B%22a%22%3A+null%7D&z=&t=true"),
        ("a=1&b={{n}}", b"a=1&b=5"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["Content-Type", "content-type"])
@pytest.mark.parametrize("suffix", ["", "; charset=utf-8"])
def test_a_form_is_a_form(data, body, name, suffix):
    headers = {name: "application/x-www-form-urlencoded" + suffix}
    made = request(data=data, headers=headers)
    assert (made.body, made.headers) == (body, headers)


def test_a_form_of_a_list_is_a_type_error():
    with pytest.raises(TypeError, match=r"^data of a form is neither an object nor text$"):
        request(data=[1], headers={"Content-Type": "application/x-www-form-urlencoded"})


def test_the_content_type_of_the_headers_counts():
    made = request(data={"k": 1}, headers={"content-type": "application/vnd.x+json"})
    assert (made.body, made.headers) == (b'{"k":1}', {"content-type": "application/vnd.x+json"})


def test_data_that_no_json_can_hold():
    with pytest.raises(ValueError):
        request(data={"k": float("nan")})
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ValueError, match=r"^data is nested too deep$"):
        request(data=deep)


def test_headers_are_rendered_and_trimmed():
    made = request(headers={"X-{{n}}": " v {{x}}\t", "X-A": 5, "X-U": "é"})
    assert made.headers == {"X-5": "v a b", "X-A": "5", "X-U": "é"}


@pytest.mark.parametrize(
    "headers",
    [
        {"X": "{{evil}}"},
        {"X": "a\nb"},
        {"X": "a\x00b"},
        {"{{evil}}": "v"},
        {"": "v"},
        {"X Y": "v"},
        {"X:": "v"},
        {"é": "v"},
        {"Host": "evil.example"},
        {"content-length": "5"},
        {"Transfer-Encoding": "chunked"},
        {"Connection": "close"},
    ],
)
@pytest.mark.parametrize("field", ["headers", "sensitive_headers"])
def test_headers_that_cannot_be_sent(headers, field):
    with pytest.raises(ValueError, match="header") as caught:
        made = request(**{field: headers})
        headers_of(made, {})
    assert "X-Evil" not in str(caught.value)


def test_a_header_is_not_in_both_kinds():
    made = request(headers={"X-A": "1"}, sensitive_headers={"x-a": "hunter2"})
    with pytest.raises(ValueError) as caught:
        headers_of(made, {})
    assert str(caught.value) == "a header is in headers and in sensitive_headers"


def test_secret_headers_are_rendered_but_never_shown():
    made = request(sensitive_headers={"X-Sec": "hunter2 {{x}}"}, data={"k": "hunter3"})
    assert headers_of(made, {})["X-Sec"] == "hunter2 a b"
    assert "hunter" not in repr(made)


def test_placeholders_of_secrets_are_filled_once():
    made = request(
        {"x": "{{n}}", "n": 5}, sensitive_headers={"$component_ref": "n.sensitive_headers"}
    )
    secrets = {"n.sensitive_headers": {"X-Sec": "key {{x}}"}}
    assert headers_of(made, secrets) == {"X-Sec": "key {{n}}"}


def test_secret_headers_that_are_no_object():
    made = request(sensitive_headers={"$component_ref": "n.sensitive_headers"})
    with pytest.raises(TypeError, match=r"^sensitive_headers is no object$"):
        headers_of(made, {"n.sensitive_headers": "hunter2"})


@pytest.mark.parametrize(
    ("method", "sent"), [("get", "GET"), ("{{m}}", "PUT"), ("PROPFIND", "PROPFIND")]
)
def test_the_method_is_in_capitals(method, sent):
    assert request({"m": "put"}, http_method=method).method == sent


@pytest.mark.parametrize("method", ["", "GET /evil", "{{evil}}", "GÉT"])
def test_what_is_no_method(method):
    with pytest.raises(ValueError, match=r"^http_method is no HTTP method$"):
        request(http_method=method)


def test_the_timeout():
    assert request().timeout == 30.0
    assert request(retry_policy={"max_attempts": 1}).timeout == 30.0
    assert request(retry_policy={"request_timeout": 2}).timeout == 2.0


@pytest.mark.parametrize("field", ["headers", "sensitive_headers", "query_params", "retry_policy"])
def test_objects_are_objects(field):
    with pytest.raises(TypeError, match=f"^{field} is no object$"):
        request(**{field: ["x"]})


@given(st.text(max_size=20))
def test_a_header_value_stays_in_its_line(value):
    try:
        made = request({"v": value}, headers={"X": "{{v}}"})
    except ValueError:
        return
    assert made.headers["X"] == value.strip(" \t")
    assert not set(made.headers["X"]) & set("\r\n\0")


# Answers ------------------------------------------------------------------------------------------

ASKED = Request("GET", "https://user:hunter2@h:8443/hunter2?q=hunter2")


def answered(body, status=200, content_type="application/json"):
    return answer_of(ASKED, Response(status, {"content-type": content_type}, body))


@pytest.mark.parametrize("value", [{"a": None}, [1, 2], 5, 5.0, True, None, "text"])
def test_a_json_body(value):
    found = answered(json.dumps(value).encode())
    assert repr(found) == repr(value)
    assert repr(answered(json.dumps(value).encode(), content_type="text/plain")) == repr(value)


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        (b"plain text", "text/plain", "plain text"),
        (b"", "application/json", ""),
        (b"{", "application/json", "{"),
        (b"NaN", "application/json", "NaN"),
        (b"\xe9", "text/plain; charset=latin-1", "é"),
        ("é".encode(), "text/plain", "é"),
        (b"\xff", "text/plain", "\ufffd"),
        (b"x", "text/plain; charset=no-such", "x"),
        (b"[" * 100_000, "application/json", "[" * 100_000),
    ],
)
def test_what_is_no_json_is_text(body, content_type, text):
    assert answered(body, content_type=content_type) == text


@pytest.mark.parametrize("status", [100, 199, 300, 302, 304, 400, 404, 500, 599])
def test_every_status_but_2xx_is_an_error(status):
    with pytest.raises(HttpStatusError) as caught:
        answered(b"hunter2", status)
    assert caught.value.status == status
    assert str(caught.value) == f"GET https://h:8443 answered with status {status}"


@pytest.mark.parametrize("status", [200, 201, 204, 299])
def test_2xx_is_success(status):
    assert answered(b'{"a": 1}', status) == {"a": 1}
