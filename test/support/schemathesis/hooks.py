"""What schemathesis loads: each module adds its hooks."""

import known_ids  # noqa: F401
import ndjson  # noqa: F401
