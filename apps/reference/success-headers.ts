import { type Endpoint, getFunctionId } from '#lib/platform/http/contract.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

const ETAG = {
  ETag: {
    description:
      "Version of the draft. Send it back as If-Match, so that nobody else's change is overwritten.",
    required: true,
    schema: { type: 'string' },
  },
};

const REPLAYED = {
  'Idempotency-Replayed': {
    description: 'The response was first sent to an earlier request with the same Idempotency-Key.',
    schema: { const: 'true' },
  },
};

const EXPORT = {
  'Content-Disposition': {
    description: 'A name for the file.',
    required: true,
    schema: { type: 'string' },
  },
  'X-Export-Complete': {
    description: 'Whether this is the last page of the file.',
    required: true,
    schema: { enum: ['true', 'false'] },
  },
  'X-Next-Cursor': {
    description: '`cursor` of the next page. Absent on the last one.',
    schema: { type: 'string' },
  },
};

/** Response headers that callers should know. The HTTP tests fail if one is missing here. */
const SUCCESS_HEADERS: Record<string, Record<string, JsonObject>> = {
  'import-bot': ETAG,
  'create-bot': ETAG,
  'duplicate-bot': ETAG,
  'get-bot': ETAG,
  'update-bot': ETAG,
  'restore-bot': ETAG,
  'restore-release': ETAG,
  'export-results': EXPORT,
};

export function getSuccessHeaders(endpoint: Endpoint): { headers?: Record<string, JsonObject> } {
  const headers = { ...SUCCESS_HEADERS[getFunctionId(endpoint)], ...(endpoint.idempotent && REPLAYED) };
  return Object.keys(headers).length === 0 ? {} : { headers };
}
