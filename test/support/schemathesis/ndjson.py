"""Sends NDJSON bodies, whose schema is text, as they are."""

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def serialize(context, value):
    text = value if isinstance(value, str) else str(value)
    return text.encode("utf-8", "surrogatepass")
