import fc from 'fast-check';
import type * as z from 'zod';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import { HOSTILE_CHANGES } from './hostile-changes.ts';
import { PLACEHOLDER, QUOTED_RAW, RAW_JSON, type RawName } from './known-values.ts';
import { NEAR_MISSES, placesIn, type RequestParts } from './near-misses.ts';
import type { PlannedRequest } from './planned-request.ts';
import { getValues } from './schema-values.ts';

const PARTS = ['params', 'query', 'headers', 'body'] as const;

/** Generates requests to an endpoint: half of them valid, the rest nearly valid or hostile. */
export function requestsTo(endpoint: Endpoint): fc.Arbitrary<PlannedRequest> {
  const valid = validParts(endpoint);
  const planned = validRequestsTo(endpoint);
  const nearlyValid = fc
    .tuple(valid, fc.nat(), fc.constantFrom(...NEAR_MISSES))
    .map(([parts, n, { name, change }]) => {
      const places = placesIn(parts);
      const place = places[n % Math.max(1, places.length)];
      if (!place) return createPlan(endpoint, 'valid', parts);
      return createPlan(endpoint, `nearly valid: ${name} at ${place.join('.')}`, change(parts, place));
    });
  const hostile = fc
    .tuple(planned, fc.constantFrom(...HOSTILE_CHANGES), fc.nat())
    .map(([plan, { name, change }, n]) => ({ ...plan, ...change(plan, n), kind: `hostile: ${name}` }));
  return fc.oneof(
    { arbitrary: planned, weight: 5 },
    { arbitrary: nearlyValid, weight: 3 },
    { arbitrary: hostile, weight: 2 },
  );
}

/** Generates requests that the endpoint's contract accepts. */
export function validRequestsTo(endpoint: Endpoint): fc.Arbitrary<PlannedRequest> {
  return validParts(endpoint).map((parts) => createPlan(endpoint, 'valid', parts));
}

/** Generates request parts that the contract accepts, including its custom refinements. */
export function validParts({ request }: Endpoint): fc.Arbitrary<RequestParts> {
  const parts = PARTS.flatMap((part) => {
    const schema = request[part];
    return schema ? [[part, partValues(part, schema)] as const] : [];
  });
  return fc.record(Object.fromEntries(parts)) as fc.Arbitrary<RequestParts>;
}

function partValues(part: string, schema: z.ZodType): fc.Arbitrary<unknown> {
  const valid = getValues(schema).filter((value) => schema.safeParse(value).success);
  const mayBeAbsent = part === 'body' && schema.safeParse(undefined).success;
  return mayBeAbsent
    ? fc.oneof({ arbitrary: valid, weight: 5 }, { arbitrary: fc.constant(undefined), weight: 1 })
    : valid;
}

function createPlan({ auth, method, path }: Endpoint, kind: string, parts: RequestParts): PlannedRequest {
  const { params = {}, query = {}, headers = {}, body } = parts;
  return {
    kind,
    bearer: auth === 'bearer' ? 'fitting' : 'none',
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(params[name])),
    query: Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .join('&'),
    headers: [
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
      ...Object.entries(headers)
        // The Authorization header is set from `bearer`.
        .filter(([name, value]) => name !== 'authorization' && value !== undefined)
        .map(([name, value]): [string, string] => [name, headerText(value)]),
    ],
    body: body === undefined ? undefined : jsonText(body),
  };
}

function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(QUOTED_RAW, (_, name: RawName) => RAW_JSON[name]);
}

/** Percent-encodes a value for a path or query, leaving placeholders as is. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  let result = '';
  let from = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    result += percentEncoded(text.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return result + percentEncoded(text.slice(from));
}

/** Percent-encodes text. A lone surrogate becomes three bytes that are not valid UTF-8. */
function percentEncoded(text: string): string {
  return [...text]
    .map((character) => {
      if (character.isWellFormed()) return encodeURIComponent(character);
      const unit = character.charCodeAt(0);
      const bytes = [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)];
      return bytes.map((byte) => `%${byte.toString(16)}`).join('');
    })
    .join('');
}

/** Encodes a value as UTF-8 bytes and strips everything that HTTP does not allow in a header. */
function headerText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return Buffer.from(text, 'utf8')
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .slice(0, 4_000);
}
