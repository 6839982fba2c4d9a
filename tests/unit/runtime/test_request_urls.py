"""The URLs of ApiNodes and RemoteTools (SEMANTICS section 7)."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowc.runtime.urls import request_url


def url(template, inputs=None, **fields):
    return request_url({"url": template, **fields}, inputs or {})


@pytest.mark.parametrize(
    ("template", "inputs", "result"),
    [
        ("https://h/a", {}, "https://h/a"),
        ("HTTPS://H:8443/a", {}, "https://H:8443/a"),
        ("https://h/{{x}}", {"x": "a b/c?d=é&e#f"}, "https://h/a%20b%2Fc%3Fd%3D%C3%A9%26e%23f"),
        ("https://h/a?q={{ x }}&r=1", {"x": "&r=2"}, "https://h/a?q=%26r%3D2&r=1"),
        ("https://h/{{x}}/{{y}}", {"x": 5, "y": True}, "https://h/5/true"),
        ("https://h/{{x}}", {"x": [1]}, "https://h/%5B1%5D"),
        ("https://h/{{x}}", {"x": None}, "https://h/null"),
        ("https://h/{{x}}", {"x": ""}, "https://h/"),
        ("https://h/{{x}}", {"x": "//evil.example"}, "https://h/%2F%2Fevil.example"),
        ("https://h/{{x}}", {"x": "@evil.example"}, "https://h/%40evil.example"),
        ("https://h/{{x}}", {"x": "a\r\nX: y"}, "https://h/a%0D%0AX%3A%20y"),
        ("https://h/{{x}}", {"x": "{{y}}", "y": "no"}, "https://h/%7B%7By%7D%7D"),
        ("https://h/{{x}}", {}, "https://h/%7B%7Bx%7D%7D"),
        ("https://h/ä b?ö", {}, "https://h/%C3%A4%20b?%C3%B6"),
        ("https://h/a%20b", {}, "https://h/a%20b"),
        ("https://h/a#part", {}, "https://h/a"),
        ("https://u:p@h/a", {}, "https://u:p@h/a"),
        ("https://{{u}}:{{p}}@h/a", {"u": "a@b", "p": ":/"}, "https://a%40b:%3A%2F@h/a"),
        ("http://[::1]:8080/a", {}, "http://[::1]:8080/a"),
        ("https://h", {}, "https://h"),
        ("https://h/r?to=http://{{x}}/y", {"x": "o"}, "https://h/r?to=http://o/y"),
        ("https://h/a...b/.../..c", {}, "https://h/a...b/.../..c"),
    ],
)
def test_placeholders_are_percent_encoded(template, inputs, result):
    assert url(template, inputs) == result


@pytest.mark.parametrize(
    ("address", "params", "query"),
    [
        ("https://h/a?u=1", {"q": "2"}, "u=1&q=2"),
        ("https://h/a", {"q": "{{x}}", "{{x}}": 1}, "q=a+b%26&a+b%26=1"),
        ("https://h/a", {"q": [1, "{{x}}"], "e": []}, "q=1&q=a+b%26"),
        ("https://h/a", {"t": True, "n": None, "o": {"k": 1}}, "t=true&n=&o=%7B%22k%22%3A+1%7D"),
        ("https://h/a?u=1", None, "u=1"),
    ],
)
def test_query_params_follow_the_query_of_the_url(address, params, query):
    assert urlsplit(url(address, {"x": "a b&"}, query_params=params)).query == query


@pytest.mark.parametrize(
    "template", ["https://{{x}}/a", "{{x}}://h/a", "https://h:{{x}}/", "{{x}}"]
)
def test_a_placeholder_in_the_destination_needs_an_allow_list(template):
    with pytest.raises(ValueError, match="needs url_allow_list"):
        url(template, {"x": "h"})


@pytest.mark.parametrize(
    ("template", "inputs", "allowed", "result"),
    [
        (
            "http://{{x}}/a",
            {"x": "127.0.0.1:8080"},
            "http://127.0.0.1:8080",
            "http://127.0.0.1:8080/a",
        ),
        (
            "{{x}}/a",
            {"x": "https://api.example/v1"},
            "https://api.example/v1",
            "https://api.example/v1/a",
        ),
        (
            "https://{{x}}/a",
            {"x": "API.example:443"},
            "https://api.EXAMPLE",
            "https://API.example:443/a",
        ),
        ("https://h/orders/{{x}}", {"x": "1"}, "https://h/orders/", "https://h/orders/1"),
        ("https://h?q=1", {}, "https://h/", "https://h?q=1"),
        ("https://h/a", {}, "https://h?ignored#too", "https://h/a"),
    ],
)
def test_what_the_allow_list_allows(template, inputs, allowed, result):
    assert url(template, inputs, url_allow_list=["https://other", allowed]) == result


@pytest.mark.parametrize(
    ("template", "inputs"),
    [
        ("http://api.example/orders/1", {}),
        ("https://api.example:8443/orders/1", {}),
        ("https://api.example/customers/1", {}),
        ("https://api.example/Orders/1", {}),
        ("https://api.example.evil.example/orders/1", {}),
        ("https://u@api.example/orders/1", {}),
        ("https://{{x}}/orders/1", {"x": "evil.example"}),
        ("https://{{x}}/orders/1", {"x": "api.example@evil.example"}),
        ("https://{{x}}/orders/1", {"x": "evil.example/https://api.example"}),
        ("https://{{x}}/orders/1", {"x": "evil.example#@api.example"}),
        ("https://{{x}}/orders/1", {"x": "evil.example?@api.example"}),
        ("https://{{x}}/orders/1", {"x": "api.example:8443"}),
        ("https://{{x}}/orders/1", {"x": "evil.example\\@api.example"}),
        ("https://{{x}}/orders/1", {"x": "api.example\r\n"}),
        ("https://{{x}}/orders/1", {"x": "аpi.example"}),
        ("https://{{x}}/orders/1", {"x": "api.example/orders/../admin?"}),
        ("https://{{x}}/orders/1", {"x": ""}),
        ("{{x}}://api.example/orders/1", {"x": "file"}),
        ("{{x}}", {"x": "https://api.example/orders/%2e%2e/admin"}),
        ("{{x}}", {"x": "//api.example/orders/1"}),
    ],
)
def test_what_the_allow_list_refuses(template, inputs):
    with pytest.raises(ValueError):
        url(template, inputs, url_allow_list=["https://api.example/orders/"])


def test_an_empty_allow_list_allows_nothing():
    with pytest.raises(ValueError, match="is not in url_allow_list"):
        url("https://h/a", url_allow_list=[])


@pytest.mark.parametrize("value", ["..", ".", "a/../b", "..\\..", "../", "%2e%2e/.."])
def test_values_cannot_climb(value):
    with pytest.raises(ValueError, match=r"'\.' or '\.\.' segment"):
        url("https://h/a/{{x}}", {"x": value})


@pytest.mark.parametrize(
    "address",
    [
        "not a url", "/x", "", "ftp://h/x", "file:///etc/passwd", "https:///a", "https://h:99999/",
        "https://h:x/", "https://[::1/", "https://h\\a", "https://exämple.org/", "javascript:x",
        "https://h h/", "https://<h>/",
    ],
)  # fmt: skip
def test_what_is_no_url(address):
    with pytest.raises(ValueError, match=r"^the URL "):
        url(address)


def test_the_flags():
    fields = dict.fromkeys(["allow_insecure_http", "allow_credentials", "allow_fragments"])
    assert url("http://u:p@h/a#f", **fields) == "http://u:p@h/a"
    assert url("http://u:p@h/a#f", **dict.fromkeys(fields, True)) == "http://u:p@h/a"
    with pytest.raises(ValueError, match="is not https"):
        url("http://h/a", allow_insecure_http=False)
    with pytest.raises(ValueError, match="credentials"):
        url("https://u:p@h/a", allow_credentials=False)
    with pytest.raises(ValueError, match="fragment"):
        url("https://h/a#f", allow_fragments=False)


def test_errors_show_no_value():
    for address in ("http://user:hunter2@h/a", "http://h/hunter2?q=hunter2"):
        with pytest.raises(ValueError) as caught:
            url(address, url_allow_list=[], allow_insecure_http=False)
        assert "hunter2" not in str(caught.value)


@given(st.text(max_size=20), st.text(max_size=20))
def test_no_value_leaves_its_place(path, query):
    """Whatever the values are: another library sees the same host, path depth and parameters."""
    try:
        made = url("https://h:8443/a/{{p}}/b?q={{q}}&r=1", {"p": path, "q": query})
    except ValueError:
        return  # dot segments, lone surrogates
    seen = httpx.URL(made)
    assert (seen.scheme, seen.host, seen.port, seen.fragment) == ("https", "h", 8443, "")
    assert [unquote(part) for part in seen.raw_path.split(b"?")[0].decode().split("/")] == [
        "", "a", path, "b",
    ]  # fmt: skip
    assert seen.params.multi_items() == [("q", query), ("r", "1")]


@given(st.text(alphabet="abc.:/@?#[]%\\ \té1", max_size=25))
def test_the_allow_list_and_the_client_agree_on_the_destination(value):
    """Whatever a whole URL from an input is: if it passes, the client goes where was allowed."""
    try:
        made = url("{{x}}", {"x": f"https://{value}"}, url_allow_list=["https://abc/a"])
    except ValueError:
        return
    seen = httpx.URL(made)
    assert (seen.scheme, seen.host, seen.port, seen.userinfo) == ("https", "abc", None, b"")
    assert seen.path.startswith("/a")
