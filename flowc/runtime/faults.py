"""The errors that services raise in a run: their kinds and texts, one table (SEMANTICS 6).

A flow can catch such an error, and then its text becomes data. So no text holds a secret, a
header, or what a service was sent or answered; a place is named by its origin alone,
`https://example.com`. `docs/semantics.md` lists the table; a test keeps it in step. Texts that a
tool's server or a database says itself (McpToolError, `{reason}`) are theirs.
"""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

from flowc.runtime import fault
from flowc.runtime.errors import HttpStatusError, ProcedureError
from flowc.runtime.fault import Fault

if TYPE_CHECKING:
    from flowc.runtime.services import Response

# What a run lacks
NO_IMPLEMENTATION = fault.NO_IMPLEMENTATION
CONFIRMATION_REQUIRED = fault.CONFIRMATION_REQUIRED
CONFIRMATION_REJECTED = fault.CONFIRMATION_REJECTED
NO_USER = Fault(NotImplementedError, "no user answers")
NO_MORE_ANSWERS = Fault(LookupError, "the user has no more answers")
NO_SECRET = Fault(LookupError, "no value for the secret '{secret}'")

# Places that are asked
NO_RESULT_IN_TIME = Fault(TimeoutError, "no result within {seconds:g} seconds")
NO_ANSWER_IN_TIME = Fault(TimeoutError, "{place} did not answer in time")
NOT_REACHED = Fault(ConnectionError, "{place} could not be reached ({reason})")
NOT_TRUSTED = Fault(ssl.SSLError, "{place} could not be trusted")
STATUS = Fault(HttpStatusError, "{place} answered with status {status}")
BAD_CERTIFICATES = Fault(ValueError, "the TLS certificates cannot be used ({reason})")

# Requests
NO_HTTP_METHOD = Fault(ValueError, "http_method is no HTTP method")
NO_OBJECT = Fault(TypeError, "{field} is no object")
HEADER_TWICE = Fault(ValueError, "a header is in headers and in sensitive_headers")
BAD_HEADER_NAME = Fault(ValueError, "a header has a name that no header may have")
FRAMING_HEADER = Fault(ValueError, "the header '{header}' cannot be set")
BAD_HEADER = Fault(ValueError, "the header '{header}' has a character that no header may have")
NO_FORM = Fault(TypeError, "data of a form is neither an object nor text")
TOO_DEEP = Fault(ValueError, "data is nested too deep")
NO_JSON = Fault(TypeError, "{type} cannot be written as JSON")
NO_RETRY_FIELD = Fault(TypeError, "retry_policy has no field '{field}'")
BAD_RETRY_NUMBER = Fault(TypeError, "{field} of retry_policy is no number from 0 up")
BAD_JITTER = Fault(ValueError, "retry_policy has an unknown jitter")

# URLs
NOT_ALLOWED = Fault(ValueError, "{origin} with this path is not in url_allow_list")
INSECURE = Fault(ValueError, "{origin} is not https, and allow_insecure_http is false")
CREDENTIALS = Fault(ValueError, "the URL of {origin} has credentials, which are not allowed")
FRAGMENT = Fault(ValueError, "the URL of {origin} has a fragment, which is not allowed")
FREE_HOST = Fault(ValueError, "a placeholder in the scheme or host of a URL needs url_allow_list")
BAD_URL_CHARACTER = Fault(ValueError, "the URL has a character that no URL may have")
MALFORMED_URL = Fault(ValueError, "the URL is malformed")
MALFORMED_URL_OF = Fault(ValueError, "the URL of {place} is malformed")
NO_HTTP_URL = Fault(ValueError, "the URL does not begin with http:// or https:// and a host")
DOT_SEGMENT = Fault(ValueError, "the path of the URL has a '.' or '..' segment")

# Models and agents
NO_MODEL_CLIENT = Fault(NotImplementedError, "no client for models of a {type}")
NO_API_TYPE = Fault(NotImplementedError, "no client for the api_type '{api_type}'")
AGENT_API_TYPE = Fault(NotImplementedError, "agents need the api_type 'chat_completions'")
NO_MODEL_KEY = Fault(LookupError, "no key for OpenAI: neither '{secret}' nor OPENAI_API_KEY")
NO_PARAMETER = Fault(ValueError, "'{parameter}' cannot be a generation parameter")
NO_MODEL_TEXT = Fault(ValueError, "model '{model}' gave no text")
NO_MODEL_ANSWER = Fault(ValueError, "model '{model}' gave no answer")
NO_MODEL_JSON = Fault(ValueError, "model '{model}' answered with what is no JSON")
NO_MODEL = Fault(ValueError, "{place} answered with what is no answer of a model")
NO_RUNNER = Fault(NotImplementedError, "no runner for a {type}")
NO_PART_RUNNER = Fault(NotImplementedError, "agent '{agent}' has a {type}, which no runner knows")
TOO_MANY_TURNS = Fault(RuntimeError, "agent '{agent}' did not finish in {turns} turns")

# MCP
NO_MCP_AUTH = Fault(NotImplementedError, "no client for MCP servers with an {type}")
NO_MCP_CLIENT = Fault(NotImplementedError, "no client for a {type}")
NO_COMMANDS = Fault(ValueError, "'{transport}' is a command; commands of documents are not allowed")
BAD_MCP_OUTPUT = Fault(ValueError, "what '{tool}' gave is not what its output schema says")

# Databases
MALFORMED_DATABASE_URL = Fault(ValueError, "the URL of the database is malformed")
UNKNOWN_DATABASE = Fault(ValueError, "a database is postgresql://… or oracle://…")
DATABASE_NOT_REACHED = Fault(ConnectionError, "{place} could not be reached: {reason}")
NOT_COMMITTED = Fault(ProcedureError, "the transaction cannot be committed: {reason}")
CONFIGURATION = Fault(ProcedureError, "tool '{tool}': configuration is no object")
NO_PROCEDURE_NAME = Fault(ProcedureError, "tool '{tool}' has no procedure_name")
NO_IDENTIFIER = Fault(ProcedureError, "tool '{tool}': {field} is no identifier")
NO_PARAMETER_NAME = Fault(ProcedureError, "tool '{tool}': '{title}' is no name of a parameter")
ONE_PARAMETER = Fault(ProcedureError, "tool '{tool}': '{title}' and '{other}' are one parameter")
PROCEDURE = Fault(ProcedureError, "tool '{tool}': procedure '{procedure}' {problem}")

# `{problem}` is what does not fit, or `failed: ` and what the database says; `{reason}` is the name
# of an exception, or for a database what its driver says, without password.


def status_error(place: str, status: int, response: Response | None = None) -> HttpStatusError:
    """The answer of a place was no success."""
    return HttpStatusError(STATUS.text(place=place, status=status), status, response)


def not_reached(place: str, reason: BaseException) -> BaseException:
    """There was no connection, or it broke."""
    return NOT_REACHED.error(place=place, reason=type(reason).__name__)
