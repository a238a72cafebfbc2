import {
  type HttpPort,
  type HttpRequest,
  HttpRequestError,
  type HttpResponse,
} from '#lib/engine/model/ports.ts';
import { replaceSecrets } from '#lib/engine/services/replace-secrets.ts';
import { toText } from '#lib/engine/services/service-request.ts';

/** Maximum characters of a body that are shown. */
export const MAX_SHOWN_BODY_CHARS = 100_000;

/** Response headers that help authors. Others are not shown: cookies, for example, are credentials. */
const SHOWN_HEADERS = new Set([
  'allow',
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'date',
  'deprecation',
  'etag',
  'last-modified',
  'link',
  'ratelimit',
  'ratelimit-limit',
  'ratelimit-policy',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'server',
  'sunset',
  'warning',
  'www-authenticate',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
]);

/** Request headers whose values are not secret. */
const OPEN_HEADERS =
  /^(?:accept|accept-.*|cache-control|content-.*|host|if-.*|origin|referer|traceparent|user-agent)$/;

/** Names of query parameters whose values are secret. */
const SECRET_PARAMETER = /auth|code|key|pass|pwd|secret|sig|token/i;

/** Outcome of a request that was sent to test it, for the author. It has a status or an error. */
export type HttpExchange = {
  durationMs: number;
  status?: number;
  /** Empty without a response. */
  headers: Record<string, string>;
  /** Absent if it is not text. */
  body?: string;
  /** Size of the whole body, decompressed. */
  bodyBytes?: number;
  /** Set if only the beginning of the body is here. */
  isCut?: true;
  error?: HttpRequestError['kind'];
  message?: string;
};

/** Keeps the response to the request of a block that is tested. */
export class TestedRequest {
  #exchange: HttpExchange | undefined;
  #secrets: readonly string[] = [];

  /** Returns undefined if no request was sent, for example because the block has no address. */
  toExchange(): HttpExchange | undefined {
    return this.#exchange;
  }

  /** Replaces secrets of the request in every text of a JSON value. */
  redact<T>(value: T): T {
    if (typeof value === 'string') return replaceSecrets(value, this.#secrets) as T;
    if (Array.isArray(value)) return value.map((element) => this.redact(element)) as T;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.redact(inner)])) as T;
  }

  /** Wraps an HTTP port so that requests written by authors are kept. Those of services' blocks are not. */
  watchHttp(http: HttpPort): HttpPort {
    return async (request) => {
      if (!request.handsOnTrace) return await http(request);
      this.#secrets = listSecrets(request);
      const startedMs = performance.now();
      const getDuration = () => Math.round(performance.now() - startedMs);
      try {
        const response = await http(request);
        this.#exchange = { durationMs: getDuration(), ...describeResponse(response, request, this.#secrets) };
        return response;
      } catch (error) {
        if (error instanceof HttpRequestError) {
          const message = this.redact(error.message);
          this.#exchange = { durationMs: getDuration(), headers: {}, error: error.kind, message };
        }
        throw error;
      }
    };
  }
}

function describeResponse(
  { status, headers, body }: HttpResponse,
  { secretHeaders = [], hasSecretBody = false }: HttpRequest,
  secrets: readonly string[],
): Omit<HttpExchange, 'durationMs' | 'error' | 'message'> {
  // A service may echo stored credentials in ways that nothing here would find.
  if (secretHeaders.length > 0 || hasSecretBody) return { status, headers: {} };
  const shown = Object.entries(headers).filter(([name]) => SHOWN_HEADERS.has(name));
  return {
    status,
    headers: Object.fromEntries(shown.map(([name, value]) => [name, replaceSecrets(value, secrets)])),
    bodyBytes: body.length,
    ...describeBody(toText({ status, headers, body }), secrets),
  };
}

function describeBody(text: string, secrets: readonly string[]): Pick<HttpExchange, 'body' | 'isCut'> {
  // Pictures and archives contain this character, and text does not.
  if (text.includes('\0')) return {};
  const whole = replaceSecrets(text, secrets);
  if (whole.length <= MAX_SHOWN_BODY_CHARS) return { body: whole };
  return { body: whole.slice(0, MAX_SHOWN_BODY_CHARS).toWellFormed(), isCut: true };
}

/** Lists what is probably secret in a request, in the forms in which a service may echo it, longest first. */
function listSecrets({ url, headers = {} }: HttpRequest): string[] {
  const secrets = new Set([...listHeaderSecrets(headers), ...listAddressSecrets(url)]);
  const forms = [...secrets].flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
  ]);
  return [...new Set(forms)].toSorted((one, other) => other.length - one.length);
}

function listHeaderSecrets(headers: Record<string, string>): string[] {
  return Object.entries(headers)
    .filter(([name]) => !OPEN_HEADERS.test(name.trim().toLowerCase()))
    .flatMap(([, value]) => {
      const [, scheme = '', rest] = /^(\w+) +(.+)$/.exec(value.trim()) ?? [];
      if (rest === undefined) return [value.trim()];
      if (scheme.toLowerCase() !== 'basic') return [value.trim(), rest];
      return [value.trim(), rest, ...listPasswords(Buffer.from(rest, 'base64').toString())];
    });
}

function listAddressSecrets(text: string): string[] {
  const url = URL.parse(text);
  if (!url) return [];
  const parameters = [...url.searchParams].filter(([name]) => SECRET_PARAMETER.test(name));
  const values = parameters.map(([, value]) => value);
  if (url.password === '') return values;
  const pair = [url.username, url.password].map(decodePercents).join(':');
  return [...values, Buffer.from(pair).toString('base64'), ...listPasswords(pair)];
}

/** Lists `user:password` and the password alone. */
function listPasswords(pair: string): string[] {
  return [pair, pair.slice(pair.indexOf(':') + 1)];
}

function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
