import httpJsonBodyParser from '@middy/http-json-body-parser';
import { ServiceError } from '#lib/errors/service-error.ts';
import { hasEscapedKeys, parseJson } from '#lib/json/parse-json.ts';
import { requireJsonContentType } from './json-content-type.ts';

/**
 * Deeper than any bot is nested, and far below the depth at which code that walks a document runs out of
 * stack.
 */
const MAX_DEPTH = 200;

/**
 * middy's parser calls a function for every value, which takes about a microsecond each. That adds up to
 * seconds for the millions of values that fit into the 6 MB of an event, and to a tenth of a second at this
 * length. Longer bodies are parsed without it.
 */
const MAX_REVIVED_CHARS = 256 * 1_024;

type Event = {
  headers: Record<string, string | undefined>;
  body: unknown;
  isBase64Encoded?: boolean;
  /** The body before it was parsed. */
  bodyText?: string;
};

/**
 * middy middleware that replaces the body by its parsed value, or responds 415 or 400. If `mayBeAbsent`, an
 * empty body becomes undefined.
 */
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
      // middy's parser uses JSON.parse, which reads some keys wrongly.
      if (text.length > MAX_REVIVED_CHARS || hasEscapedKeys(text)) {
        event.body = parse(text);
      } else {
        try {
          await parser.before?.(request as never);
        } catch (error) {
          // middy's error says less about the cause, and calls a body that nests too deeply for its stack
          // invalid JSON.
          assertKeepable(parse(text));
          throw error;
        }
      }
      assertKeepable(event.body);
    },
  };
}

/**
 * A gateway replaces bytes that are not UTF-8 with U+FFFD. That makes the text longer than what was sent,
 * because a replaced sequence has one to three bytes and U+FFFD has three. A U+FFFD that the caller sent does
 * not change the length, and is kept. If the request has no Content-Length, or the gateway does not pass it
 * on, the two cannot be distinguished.
 *
 * @throws BAD_REQUEST if the bytes are not UTF-8
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

/** Where the parser stopped. Its message is not used, because it quotes the body, which an error must not. */
function describePlace(error: unknown): string {
  const message = String((error as { message?: unknown }).message);
  const place = /line \d+ column \d+/.exec(message)?.[0] ?? /position \d+/.exec(message)?.[0];
  return place === undefined ? '' : ` at ${place}`;
}

/**
 * Walks the body level by level, without a function call for each value.
 *
 * @throws BAD_REQUEST if the body cannot be stored unchanged, or could harm code that walks it
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
        // JavaScript reads a number above 1.8e308 as Infinity, which JSON cannot express: it would be written
        // as null.
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
