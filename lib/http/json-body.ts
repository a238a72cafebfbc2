import httpJsonBodyParser from '@middy/http-json-body-parser';
import { ServiceError } from '#lib/errors/service-error.ts';
import { hasEscapedKeys, parseJson } from '#lib/json/parse-json.ts';
import { requireJsonContentType } from './json-content-type.ts';

/**
 * Deeper than any bot nests, and far below the depth at which code that walks a document runs out of stack.
 */
const MAX_DEPTH = 200;

/**
 * middy's parser asks a function about every value, which takes about a microsecond each: seconds for the millions that
 * fit into the 6 MB of an event, a tenth of one here. What is longer is parsed without.
 */
const MAX_REVIVED_CHARS = 256 * 1_024;

type Event = {
  headers: Record<string, string | undefined>;
  body: unknown;
  isBase64Encoded?: boolean;
  /** The body before it was parsed. */
  bodyText?: string;
};

/** middy middleware: the parsed body, or 415, or 400; undefined for no body, where there may be none. */
export function jsonBody({ mayBeAbsent }: { mayBeAbsent: boolean }) {
  const parser = httpJsonBodyParser({ disableContentTypeCheck: true });
  return {
    before: async (request: { event: Event }) => {
      const { event } = request;
      if (mayBeAbsent && (event.body ?? '') === '') {
        event.body = undefined;
        return;
      }
      requireJsonContentType(event.headers['content-type']);
      if (typeof event.body !== 'string') return;
      const text = toText(event, event.body);
      Object.assign(event, { body: text, bodyText: text, isBase64Encoded: false });
      // middy's parser is JSON.parse, which reads some keys wrongly.
      if (text.length > MAX_REVIVED_CHARS || hasEscapedKeys(text)) {
        event.body = parse(text);
      } else {
        try {
          await parser.before?.(request as never);
        } catch (error) {
          // It says less about what is wrong, and calls a nesting that it has no stack for no JSON.
          assertKeepable(parse(text));
          throw error;
        }
      }
      assertKeepable(event.body);
    },
  };
}

/**
 * A gateway puts U+FFFD where bytes are no UTF-8, which makes a text longer than what was sent: a replaced sequence has
 * one to three bytes, U+FFFD has three. Somebody's own U+FFFD leaves the length as it is and is kept. Where no length
 * was sent, or none handed on, there is no telling the two apart.
 *
 * @throws BAD_REQUEST for bytes that are no UTF-8
 */
function toText({ headers, isBase64Encoded }: Event, body: string): string {
  const bytes = isBase64Encoded ? Buffer.from(body, 'base64') : undefined;
  const text = bytes?.toString('utf8') ?? body;
  if (!text.includes('\uFFFD')) return text;
  const sentBytes = bytes?.byteLength ?? Number(headers['content-length'] ?? Number.NaN);
  if (Number.isNaN(sentBytes) || sentBytes === Buffer.byteLength(text)) return text;
  throw new ServiceError('BAD_REQUEST', 'The body is not valid UTF-8');
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new ServiceError('BAD_REQUEST', `The body is not valid JSON${describePlace(error)}`, {
      cause: error,
    });
  }
}

/** Where the parser stopped. Its message quotes the body as well, which an error must not. */
function describePlace(error: unknown): string {
  const message = String((error as { message?: unknown }).message);
  const place = /line \d+ column \d+/.exec(message)?.[0] ?? /position \d+/.exec(message)?.[0];
  return place === undefined ? '' : ` at ${place}`;
}

/**
 * Level by level, without a call for each value.
 *
 * @throws BAD_REQUEST for what could not be kept as it is, or could harm who walks it
 */
function assertKeepable(body: unknown): void {
  let level: object[] = [[body]];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) {
      throw new ServiceError('BAD_REQUEST', `The body is too deeply nested: at most ${MAX_DEPTH} levels`);
    }
    const next: object[] = [];
    for (const container of level) {
      if (hasForbiddenKey(container)) {
        throw new ServiceError(
          'BAD_REQUEST',
          'The body holds a key named __proto__ or constructor.prototype, which is not accepted',
        );
      }
      for (const value of Array.isArray(container) ? container : Object.values(container)) {
        if (typeof value === 'object' && value !== null) next.push(value);
        // JSON has no number above 1.8e308: JavaScript reads one as Infinity and would write it back as null.
        if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
          throw new ServiceError('BAD_REQUEST', 'The body holds a number that is too large to be kept');
        }
      }
    }
    level = next;
  }
}

function hasForbiddenKey(container: object): boolean {
  if (Array.isArray(container)) return false;
  if (Object.hasOwn(container, '__proto__')) return true;
  if (!Object.hasOwn(container, 'constructor')) return false;
  const { constructor: value } = container as { constructor: unknown };
  return value !== null && Object.hasOwn(Object(value), 'prototype');
}
