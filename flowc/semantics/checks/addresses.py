"""FLOW530, FLOW531, FLOW537: where requests go, and what they carry there (SEMANTICS section 7)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.env import env_placeholders
from flowc.ir.placeholders import placeholders
from flowc.patterns import pattern
from flowc.semantics.credentials import is_credential_name
from flowc.semantics.parts import parts_of

OPEN_HOST = Rule("FLOW530", Severity.WARNING, "a value may say where a request goes")
"""A placeholder in the scheme or host of a URL lets whoever gives its value send the request, and
all that it carries, anywhere: also into the network in which the flow runs. `flowc run` refuses
such a request unless `url_allow_list` says where it may go (SEMANTICS section 7). Placeholders that
are filled at deployment (`env`) are no inputs, and mean no harm.

Wrong:

```flow
flow status(host: string) -> (state: string) {
  get = ApiNode(host) -> (state: string) {
    url: "https://{{host}}/status"
    http_method: "GET"
  }
  return get.state
}
```

Right:

```flow
flow status(host: string) -> (state: string) {
  get = ApiNode(host) -> (state: string) {
    url: "https://{{host}}/status"
    http_method: "GET"
    url_allow_list: ["https://eu.example.com/status", "https://us.example.com/status"]
  }
  return get.state
}
```
"""

OPEN_CREDENTIAL = Rule("FLOW531", Severity.WARNING, "a credential goes over http")
"""Everyone between here and there can read what an `http://` request carries, and change the
answer. Only to this very machine (`localhost`) that does not matter.

Wrong:

```flow
OpenAiCompatibleConfig model {
  model_id: "m"
  url: "http://models.example.com/v1"
  api_key: secret
}
```

Right:

```flow
OpenAiCompatibleConfig model {
  model_id: "m"
  url: "https://models.example.com/v1"
  api_key: secret
}
```
"""

NO_ADDRESS = Rule("FLOW537", Severity.ERROR, "a URL that no request can be sent to")
"""A request goes to a whole URL, that begins with `https://` or `http://`: there is no server to
which a path alone could belong. What is known only where the flow is deployed can be a placeholder.

Wrong:

```flow
RemoteTool search(query: string) -> (hits: string) {
  url: "/search/{{query}}"
  http_method: "GET"
}
```

Right:

```flow
RemoteTool search(query: string) -> (hits: string) {
  url: "https://example.com/search/{{query}}"
  http_method: "GET"
}
```
"""

_SCHEMES = ("https://", "http://")
_LOOPBACK = pattern(r"(?:.*\.)?localhost|127(?:\.[0-9]+){3}|::1|0\.0\.0\.0", re.IGNORECASE)
_HOST = pattern(r"(?:[\w.-]+|\[[0-9a-fA-F:.]+\])(?::[0-9]*)?")
"""A host that is known: neither a placeholder nor `<host>`."""
_ADDRESSES = ("url", "agent_url")


def check_addresses(document: Document) -> Iterator[Diagnostic]:
    """Requests go where the document says, and carry credentials over https only."""
    for part in parts_of(document):
        if part.component_type in ("ApiNode", "RemoteTool"):
            yield from _no_address(part)
            yield from _open_host(part, document)
        for name in _ADDRESSES:
            url = part.own_field(name)
            if isinstance(url, str):
                yield from _open_credential(part, name, url)


def _no_address(part: Component) -> Iterator[Diagnostic]:
    url = part.own_field("url")
    if not isinstance(url, str):
        return
    known, placeholder, _ = url.strip().lower().partition("{{")
    if known.startswith(_SCHEMES) or (placeholder and _is_begun(known)):
        return
    yield NO_ADDRESS.at(
        part.place("url"),
        f"the URL of {part.component_type} '{part.name}' does not begin with https:// or http://",
        label="nothing to send a request to",
        hint="Write the whole URL, such as https://example.com/path.",
    )


def _is_begun(text: str) -> bool:
    """Whether a scheme begins so, and a placeholder may say the rest of it."""
    return any(scheme.startswith(text) for scheme in _SCHEMES)


def _open_host(part: Component, document: Document) -> Iterator[Diagnostic]:
    url = part.own_field("url")
    if not isinstance(url, str) or part.own_field("url_allow_list") is not None:
        return
    deployed = env_placeholders(part, document.components)
    names = [name for name in placeholders(_target_of(url)) if name not in deployed]
    if names:
        yield OPEN_HOST.at(
            part.place("url"),
            f"input '{names[0]}' of {part.component_type} '{part.name}' says where the request "
            "goes",
            label=f"'{{{{{names[0]}}}}}' stands in the scheme or host",
            hint="Write the host out, or say where it may go: "
            "'url_allow_list': [\"https://example.com/path\"].",
        )


def _open_credential(part: Component, field: str, url: str) -> Iterator[Diagnostic]:
    scheme, found, host = _target_of(url).partition("://")
    if scheme.lower() != "http" or not found or not _HOST.fullmatch(host) or _is_loopback(host):
        return
    carried = next(_credentials(part, url), None)
    if carried is not None:
        yield OPEN_CREDENTIAL.at(
            part.place(field),
            f"{part.component_type} '{part.name}' sends {carried} over http",
            label="not encrypted",
            hint="Write https://.",
        )


def _target_of(url: str) -> str:
    # Requests bring ssl along, which takes longer to load than most documents to check.
    from flowc.runtime.urls import target_of

    return target_of(url)


def _is_loopback(host: str) -> bool:
    bare = host.partition("]")[0][1:] if host.startswith("[") else host.partition(":")[0]
    return _LOOPBACK.fullmatch(bare) is not None


def _credentials(part: Component, url: str) -> Iterator[str]:
    """What the requests of a component carry that nobody else may see."""
    fields = part.own_fields()
    authority = url.partition("://")[2].partition("/")[0]
    if "@" in authority:
        yield "the user of its URL"
    for name in ("api_key", "sensitive_headers", "auth"):
        if fields.get(name):
            yield f"its '{name}'"
    for name in ("headers", "query_params"):
        value = fields.get(name)
        for key in value if isinstance(value, Mapping) else ():
            if is_credential_name(key):
                yield f"'{key}'"
