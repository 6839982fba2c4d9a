"""TLS with certificates of one's own (the specification's mTLS fields)."""

from __future__ import annotations

import ssl

from flowc.runtime import faults


def client_context(
    ca_file: str | None, cert_file: str | None, key_file: str | None
) -> ssl.SSLContext | None:
    """A context that trusts the authority of `ca_file` (else the system's) and shows the client
    certificate; None if no file is given. ValueError for files that cannot be used, which are not
    named: their paths are sensitive."""
    if not (ca_file or cert_file or key_file):
        return None
    try:
        context = ssl.create_default_context(cafile=ca_file)
        if cert_file:
            context.load_cert_chain(cert_file, key_file, password="")  # never asks on the terminal
    except (OSError, ValueError) as error:
        raise faults.BAD_CERTIFICATES.error(reason=type(error).__name__) from None
    return context
