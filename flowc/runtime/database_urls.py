"""URLs of databases, which hold a password that no text may show."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qsl, unquote, urlsplit

from flowc.runtime import faults

SCHEMES = ("postgresql", "postgres", "oracle")


@dataclass(frozen=True, slots=True)
class DatabaseUrl:
    """A URL and its parts; `place` is what may be shown of it."""

    text: str = field(repr=False)
    scheme: str
    user: str | None
    host: str
    port: int | None
    name: str
    passwords: tuple[str, ...] = field(repr=False)
    """All that must not be shown, as it is and as it stands in the URL."""

    @classmethod
    def of(cls, text: str) -> DatabaseUrl:
        """The parts of a URL; ValueError, which shows nothing of it, if it is none of a database
        that flowc knows."""
        try:
            parts = urlsplit(text)
            port, query = parts.port, parse_qsl(parts.query, strict_parsing=bool(parts.query))
        except ValueError:
            raise faults.MALFORMED_DATABASE_URL.error() from None
        if parts.scheme not in SCHEMES:
            raise faults.UNKNOWN_DATABASE.error()
        hidden = [parts.password or "", *(value for key, value in query if "password" in key)]
        return cls(
            text,
            parts.scheme,
            None if parts.username is None else unquote(parts.username),
            parts.hostname or "",
            port,
            unquote(parts.path.lstrip("/")),
            tuple(dict.fromkeys(item for it in hidden for item in (it, unquote(it)) if item)),
        )

    @property
    def place(self) -> str:
        """The URL without user, password and parameters."""
        port = "" if self.port is None else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}/{self.name}"

    def not_reached(self, reason: str) -> BaseException:
        """There is no connection, and the driver says why."""
        for password in self.passwords:
            reason = reason.replace(password, "***")
        return faults.DATABASE_NOT_REACHED.error(place=self.place, reason=reason)
