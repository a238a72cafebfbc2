import { setTimeout as sleep } from 'node:timers/promises';
import { readBoundedBody } from '#apps/cli/service/bounded-body.ts';
import { tryParseJson } from '#apps/cli/try-parse-json.ts';
import { decodeText } from '#lib/platform/json/decode-text.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { BotUnreadableError, SourceUnreadableError } from './source.ts';

export type SourceApi = {
  /** Address of Typebot's builder, with or without `/api` or `/api/v1`. */
  baseUrl: string;
  /** API token of one of its users. */
  token: string;
  maxRetries?: number;
  maxBodyBytes?: number;
  timeoutMs?: number;
};

export type SourceRequestOptions = {
  maxRetries?: number;
  /** The request is about one bot: what the source responds says nothing about the others. */
  isAboutBot?: boolean;
  /** The response is a page of results, which may be larger than others. */
  isPage?: boolean;
};

/** For requests in the middle of a move, which must not stop because a server restarts. */
const MAX_RETRIES = 8;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 20_000;
const MAX_RETRY_AFTER_MS = 120_000;
/** A list of all bots or a page of 500 results takes a small server some seconds. */
const TIMEOUT_MS = 60_000;
/** A page of 500 results of 400 KB each, far more than answers take. A larger response could fill the memory. */
const MAX_PAGE_BYTES = 200 * 1024 * 1024;
/** Any other response. Eight bots are read at a time, and the service accepts six megabytes of each. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * Reads from Typebot's API. Requests that meet a busy or failing server, or a broken connection, are
 * repeated: reading changes nothing in the source.
 *
 * @returns undefined for 404, which stands for what is absent or not the token's
 * @throws SourceUnreadableError, BotUnreadableError if the source responds to a request about a bot but not with what was asked
 */
export async function readSource(
  api: SourceApi,
  path: string,
  query: Record<string, string> = {},
  {
    maxRetries = api.maxRetries ?? MAX_RETRIES,
    isAboutBot = false,
    isPage = false,
  }: SourceRequestOptions = {},
): Promise<JsonObject | undefined> {
  const url = new URL(sourceAddress(api, path));
  url.search = new URLSearchParams(query).toString();
  const maxBytes = getMaxBytes(api, isPage);
  const Unreadable = isAboutBot ? BotUnreadableError : SourceUnreadableError;
  for (let attempt = 0; ; attempt += 1) {
    const response = await send(url, api, maxBytes);
    if (response === 'tooLarge') {
      throw new Unreadable(`${withoutQuery(url)} responds with more than ${maxBytes} bytes`);
    }
    const isFailure = !('status' in response) || response.status === 429 || response.status >= 500;
    if (!isFailure) return bodyOf(response, url, api.token, Unreadable);
    if (attempt === maxRetries) {
      const isOfAll = !('status' in response) || response.status === 429;
      const message = `${withoutQuery(url)} ${describeFailure(response, api)}`;
      throw isOfAll ? new SourceUnreadableError(message) : new Unreadable(message);
    }
    await sleep(waitMs(response, attempt));
  }
}

function getMaxBytes({ maxBodyBytes }: SourceApi, isPage: boolean): number {
  return maxBodyBytes ?? (isPage ? MAX_PAGE_BYTES : MAX_BODY_BYTES);
}

/** Returns where the API has a path, for messages. */
export function sourceAddress({ baseUrl }: SourceApi, path: string): string {
  return `${baseUrl.replace(/(\/api(\/v1)?)?\/*$/, '')}/api${path}`;
}

type SourceResponse = {
  status: number;
  text: string;
  retryAfter: string | null;
  location: string | null;
  isJson: boolean;
};

async function send(
  url: URL,
  api: SourceApi,
  maxBytes: number,
): Promise<SourceResponse | Error | 'tooLarge'> {
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${api.token}`, accept: 'application/json' },
      // Another host would be asked without the token, and seem to refuse it.
      redirect: 'manual',
      signal: AbortSignal.timeout(api.timeoutMs ?? TIMEOUT_MS),
    });
    const body = await readBoundedBody(response, maxBytes);
    if (body === undefined) return 'tooLarge';
    return {
      status: response.status,
      text: decodeText(body, response.headers.get('content-type')),
      retryAfter: response.headers.get('retry-after'),
      location: response.headers.get('location'),
      isJson: response.headers.get('content-type')?.startsWith('application/json') ?? false,
    };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function bodyOf(
  response: SourceResponse,
  url: URL,
  token: string,
  Unreadable: typeof SourceUnreadableError,
): JsonObject | undefined {
  const { status, text, isJson } = response;
  if (status === 401) {
    throw new SourceUnreadableError(`${url.origin} refuses the token. Create one under Settings, API tokens`);
  }
  if (status >= 300 && status < 400) {
    // A source that repeats the token would bring it into reports.
    throw new SourceUnreadableError(describeRedirect(response, url).replaceAll(token, '…'));
  }
  // Its unknown routes are plain text, so a wrong address is not mistaken for a missing bot.
  if (status === 404 && isJson) return undefined;
  const body = status === 200 && isJson ? tryParseJson(text) : undefined;
  if (isJsonObject(body)) return body;
  throw new Unreadable(
    status === 200 || status === 404
      ? `${withoutQuery(url)} is not the API of Typebot. Give the address of its builder`
      : `${withoutQuery(url)} responds with status ${status}`,
  );
}

/** Names the address to give instead, if the same path is there. */
function describeRedirect({ location, status }: SourceResponse, url: URL): string {
  const target = location === null ? null : URL.parse(location, url.href);
  if (!target) return `${withoutQuery(url)} responds with status ${status}`;
  const [apiPath = ''] = /\/api\/v1\/.*$/.exec(url.pathname) ?? [];
  const address = withoutQuery(target);
  return address.endsWith(apiPath) && address !== withoutQuery(url)
    ? `${withoutQuery(url)} redirects to ${address.slice(0, -apiPath.length)}: give that address`
    : `${withoutQuery(url)} redirects to ${address}. Give the address of Typebot's builder`;
}

/** An address for messages, without what may be secret. */
function withoutQuery({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

/** Other messages of errors can quote headers, so they are not repeated. */
function describeFailure(failure: SourceResponse | Error, { timeoutMs = TIMEOUT_MS }: SourceApi): string {
  if ('status' in failure) return `responds with status ${failure.status}`;
  if (failure.name === 'TimeoutError') return `does not respond within ${timeoutMs / 1_000} seconds`;
  const { code } = (failure.cause ?? failure) as { code?: unknown };
  return typeof code === 'string' ? `does not respond (${code})` : 'does not respond';
}

function waitMs(failure: SourceResponse | Error, attempt: number): number {
  const backoffMs = Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_WAIT_MS) * (0.5 + Math.random() / 2);
  const retryAfter = 'status' in failure ? (failure.retryAfter ?? '') : '';
  if (!/^\d+$/.test(retryAfter)) return backoffMs;
  return Math.max(backoffMs, Math.min(Number(retryAfter) * 1_000, MAX_RETRY_AFTER_MS));
}
