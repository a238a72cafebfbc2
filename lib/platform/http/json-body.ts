import httpJsonBodyParser from '@middy/http-json-body-parser';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { hasEscapedKeys, parseJson } from '#lib/platform/json/parse-json.ts';
import { describeUnstorable } from '#lib/platform/json/unstorable-json.ts';
import type { LinesReader, ParsedLines } from './body-lines.ts';
import { requireJsonContentType } from './json-content-type.ts';

/**
 * middy's parser calls a function for every value, about a microsecond each. That is a twentieth of what an import
 * takes, and seconds for the millions of values that fit into a 6 MB event, so longer bodies bypass it.
 */
const MAX_REVIVED_CHARS = 4 * 1_024;

type Event = {
  headers: Record<string, string | undefined>;
  body: unknown;
  isBase64Encoded?: boolean;
  /** The unparsed body. */
  bodyText?: string;
  /** Present if the body was NDJSON. */
  addLineNumbers?: ParsedLines['addLineNumbers'];
};

type BodyOptions = {
  mayBeAbsent: boolean;
  lines?: LinesReader | undefined;
  /** Maximum size of the body's text as UTF-8. */
  maxBytes?: number | undefined;
};

/**
 * middy middleware that replaces the body with its parsed value, or responds 415, 413 or 400. With `mayBeAbsent`, an
 * empty body becomes undefined. With `lines`, the body may be NDJSON.
 */
export function jsonBody({ mayBeAbsent, lines, maxBytes }: BodyOptions) {
  const parser = httpJsonBodyParser({ disableContentTypeCheck: true });
  return {
    before: async (request: { event: Event }) => {
      const { event } = request;
      if ((event.body ?? '') === '' && mayBeAbsent) {
        event.body = undefined;
        return;
      }
      const isLines = requireJsonContentType(event.headers['content-type'], {
        orLines: lines !== undefined,
      });
      if (typeof event.body !== 'string') return;
      const text = toText(event, event.body);
      if (maxBytes !== undefined) assertFits(text, maxBytes);
      if (isLines && lines) {
        Object.assign(event, lines.parse(text), { isBase64Encoded: false });
        assertKeepable(event.body);
        return;
      }
      Object.assign(event, { body: text, bodyText: text, isBase64Encoded: false });
      // middy's parser uses JSON.parse, which misreads some keys.
      if (text.length > MAX_REVIVED_CHARS || hasEscapedKeys(text)) event.body = parse(text);
      else await parseWithMiddy(request, text);
      assertKeepable(event.body);
    },
  };

  async function parseWithMiddy(request: { event: Event }, text: string): Promise<void> {
    try {
      await parser.before?.(request as never);
    } catch (error) {
      // middy's error says less about the cause, and reports a body too deeply nested for its stack as invalid JSON.
      assertKeepable(parse(text));
      throw error;
    }
  }
}

/**
 * A gateway replaces bytes that are not UTF-8 with U+FFFD. That makes the text longer than what was sent,
 * because a replaced sequence has one to three bytes and U+FFFD has three. A U+FFFD sent by the caller does not
 * change the length and is kept. Without a Content-Length, or if the gateway strips it, the two cannot be
 * distinguished.
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

function assertFits(text: string, limitBytes: number): void {
  const actualBytes = Buffer.byteLength(text);
  if (actualBytes <= limitBytes) return;
  const message = `The body is too large: at most ${limitBytes} bytes, this one has ${actualBytes}`;
  throw new ServiceError('PAYLOAD_TOO_LARGE', message, { limitBytes, actualBytes });
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new ServiceError('BAD_REQUEST', `The body is not valid JSON${describePosition(error)}`, {
      cause: error,
    });
  }
}

/** Describes where the parser stopped. Its own message quotes the body, which an error must not do. */
function describePosition(error: unknown): string {
  const message = String((error as { message?: unknown }).message);
  const position = /line \d+ column \d+/.exec(message)?.[0] ?? /position \d+/.exec(message)?.[0];
  return position === undefined ? '' : ` at ${position}`;
}

/** @throws BAD_REQUEST if the body cannot be stored unchanged, or could harm code that walks it */
function assertKeepable(body: unknown): void {
  const reason = describeUnstorable(body);
  if (reason !== undefined) throw new ServiceError('BAD_REQUEST', `The body ${reason}`);
}
