"""What looks like a credential: by the name that it has, or by its own form."""

from __future__ import annotations

import re

from flowc.patterns import pattern

_NAME = pattern(
    r"(?:.*[-_.])?(?:authorization|cookie|token|secret|password|passwd|passphrase|credentials?)"
    r"|.*(?:api|access|private|secret|account|auth|subscription)[-_]?key",
    re.IGNORECASE,
)
_CAMEL = pattern(r"(?<=[a-z])(?=[A-Z])")
_STAND_IN = pattern(
    r"\{\{|^\$|\$[{(]|<|\.\.\.|…|\*\*|(?i:your|example|placeholder|change.?me|xxx|dummy|todo)"
    r"|^[A-Z]+(?:_[A-Z0-9]+)+$"
)
"""What people write where a credential is to be filled in: `$TOKEN`, `<token>`, `YOUR_TOKEN`."""
_SCHEME = pattern(r"(?:basic|bearer|token|digest|apikey|key)\s*", re.IGNORECASE)
_FORM = pattern(
    r"(?<![\w-])(?:sk-[A-Za-z0-9_-]{20}|gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{22}"
    r"|glpat-[A-Za-z0-9_-]{20}|AKIA[0-9A-Z]{16}|AIza[A-Za-z0-9_-]{35}|xox[abprs]-[A-Za-z0-9-]{10}"
    r"|hf_[A-Za-z0-9]{30}|eyJ[A-Za-z0-9_-]{10,200}\.eyJ[A-Za-z0-9_-]{10})"
    r"|-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----"
)
"""Keys of well-known services, JSON web tokens, private keys; bounded, so that search is linear."""


def is_credential_name(name: str) -> bool:
    """Whether a header, parameter or variable of this name holds a credential: `X-Api-Key`,
    `accessToken`; not `max_tokens`."""
    return _NAME.fullmatch(_CAMEL.sub("_", name)) is not None


def is_credential_value(value: str) -> bool:
    """Whether the value of something of such a name is a credential, not a placeholder, a hint at
    what to write, or nothing at all."""
    scheme = _SCHEME.match(value)
    rest = value[scheme.end() :] if scheme else value
    return len(rest.strip()) > 3 and _STAND_IN.search(rest) is None


def holds_credential(text: str) -> bool:
    """Whether a text holds a key of a well-known form, wherever it stands."""
    return _FORM.search(text) is not None
