import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '#lib/json/json-object.ts';
import { parseJson } from '#lib/json/parse-json.ts';
import { SourceUnreadable } from './source.ts';

export type SourceApi = {
  /** Address of the source product's builder, with or without `/api`. */
  baseUrl: string;
  /** API token of one of its users. */
  token: string;
};

/** For requests in the middle of a move, which must not stop because a server restarts. */
const MAX_RETRIES = 8;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 20_000;
const MAX_RETRY_AFTER_MS = 120_000;
/** A list of all bots or a page of 500 results takes a small server some seconds. */
const TIMEOUT_MS = 60_000;

/**
 * Reads from the source product's API. Requests that meet a busy or failing server, or a broken connection, are
 * repeated: reading changes nothing there.
 *
 * @returns undefined for 404, which stands for what is absent or not the token's
 * @throws SourceUnreadable
 */
export async function readSource(
  { baseUrl, token }: SourceApi,
  path: string,
  query: Record<string, string> = {},
  { maxRetries = MAX_RETRIES }: { maxRetries?: number } = {},
): Promise<JsonObject | undefined> {
  const search = new URLSearchParams(query).toString();
  const url = `${toApiUrl(baseUrl)}${path}${search === '' ? '' : `?${search}`}`;
  for (let attempt = 0; ; attempt += 1) {
    const response = await send(url, token);
    const isFailure = !('status' in response) || response.status === 429 || response.status >= 500;
    if (!isFailure) return bodyOf(response, url);
    if (attempt === maxRetries) throw new SourceUnreadable(`${url} ${describeFailure(response)}`);
    await sleep(waitMs(response, attempt));
  }
}

type SourceResponse = { status: number; text: string; retryAfter: string | null; isJson: boolean };

async function send(url: string, token: string): Promise<SourceResponse | Error> {
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return {
      status: response.status,
      text: await response.text(),
      retryAfter: response.headers.get('retry-after'),
      isJson: response.headers.get('content-type')?.startsWith('application/json') ?? false,
    };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function bodyOf({ status, text, isJson }: SourceResponse, url: string): JsonObject | undefined {
  if (status === 401) {
    throw new SourceUnreadable(
      `${new URL(url).origin} refuses the token. Create one under Settings, API tokens`,
    );
  }
  // Its unknown routes are plain text, so a wrong address is not mistaken for a missing bot.
  if (status === 404 && isJson) return undefined;
  const body = status === 200 && isJson ? parsed(text) : undefined;
  if (isJsonObject(body)) return body;
  throw new SourceUnreadable(
    status === 200 || status === 404
      ? `${url} is not the API of the source product. Give the address of its builder`
      : `${url} responds with status ${status}`,
  );
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function toApiUrl(baseUrl: string): string {
  const trimmed = baseUrl.replace(/\/+$/, '');
  return trimmed.endsWith('/api') ? trimmed : `${trimmed}/api`;
}

function describeFailure(failure: SourceResponse | Error): string {
  if ('status' in failure) return `responds with status ${failure.status}`;
  const { code, message } = (failure.cause ?? failure) as NodeJS.ErrnoException;
  return `does not respond (${code ?? message})`;
}

function waitMs(failure: SourceResponse | Error, attempt: number): number {
  const backoffMs = Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_WAIT_MS) * (0.5 + Math.random() / 2);
  const retryAfter = 'status' in failure ? (failure.retryAfter ?? '') : '';
  if (!/^\d+$/.test(retryAfter)) return backoffMs;
  return Math.max(backoffMs, Math.min(Number(retryAfter) * 1_000, MAX_RETRY_AFTER_MS));
}
