import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type HttpPort, type HttpRequest, HttpRequestError } from '#lib/engine/model/ports.ts';
import type { AddressRules } from './address-guard.ts';
import { pinnedLookup, type Resolve, resolveGuardedAddresses, resolveHost } from './guarded-address.ts';
import { headerRefusal, sendableHeaders } from './header-guard.ts';
import { type Hop, MAX_REDIRECTS, redirectHop, redirectTarget } from './http-redirect.ts';
import { parseLoopbackHosts, parsePrivateHosts } from './private-hosts.ts';
import { ACCEPT_ENCODING, readBody } from './response-body.ts';
import { untilAborted } from './until-aborted.ts';

export type HttpPortOptions = {
  /**
   * Exact host names that may resolve to private addresses (RFC 1918). Defaults to those in HTTP_PRIVATE_HOSTS.
   */
  privateHosts?: ReadonlySet<string>;
  /** Loopback host names that may be called. Defaults to those in HTTP_PRIVATE_HOSTS, or none in Lambda. */
  loopbackHosts?: ReadonlySet<string>;
  /** Maximum size of a response body, before and after decompression. */
  maxBodyBytes?: number;
  /** Maximum number of redirects to follow. */
  maxRedirects?: number;
  /** For tests only: loopback ports that may be called. */
  loopbackPortsForTests?: ReadonlySet<number>;
  /** For tests only: resolves host names without network access. */
  resolve?: Resolve;
};

/**
 * Large enough for any reasonable JSON and a few minutes of speech audio, but small enough for several copies
 * of a body in memory during a turn. Variables are limited to far less.
 */
export const MAX_BODY_BYTES = 5 * 1024 * 1024;

/**
 * Sends HTTP requests to public addresses only. Every hop checks the host name, then each resolved address, and
 * connects only to those. Connections are not reused, and cookies and responses are not stored.
 */
export function httpPort(options: HttpPortOptions = {}): HttpPort {
  const resolve = options.resolve ?? resolveHost;
  const { maxBodyBytes = MAX_BODY_BYTES, maxRedirects = MAX_REDIRECTS } = options;
  const rules: AddressRules = {
    privateHosts: options.privateHosts ?? parsePrivateHosts(process.env.HTTP_PRIVATE_HOSTS),
    loopbackHosts: options.loopbackHosts ?? parseLoopbackHosts(process.env),
    ...(options.loopbackPortsForTests && { loopbackPorts: options.loopbackPortsForTests }),
  };

  return async (request) => {
    const signal = AbortSignal.timeout(Math.max(0, Math.trunc(request.timeoutMs)));
    try {
      return await untilAborted(follow(await requestFirstHop(request), request.url, signal), signal);
    } catch (error) {
      if (error instanceof HttpRequestError) throw error;
      if (signal.aborted) throw new HttpRequestError('timeout', `No response within ${request.timeoutMs} ms`);
      throw new HttpRequestError('failed', getMessage(error), { cause: error });
    }
  };

  async function follow(first: Hop, text: string, signal: AbortSignal) {
    let hop = first;
    let written = text;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const response = await send(hop, written, redirects > 0, signal);
      const status = response.statusCode ?? 0;
      const target = redirectTarget(status, response.headers.location);
      if (target === undefined) {
        const body = await readBody(response, maxBodyBytes, signal);
        return { status, headers: getHeaders(response), body };
      }
      response.destroy();
      const url = URL.parse(target, hop.url.href);
      if (!url) throw new HttpRequestError('failed', 'Redirect to an invalid URL');
      // A relative target keeps the current host, which has been checked.
      written = URL.canParse(target) ? target : url.href;
      hop = redirectHop(hop, status, url);
    }
    throw new HttpRequestError(
      'failed',
      maxRedirects === 0 ? 'A redirect' : `More than ${maxRedirects} redirects`,
    );
  }

  async function send(hop: Hop, text: string, isRedirect: boolean, signal: AbortSignal) {
    try {
      refuseProtocol(hop.url);
      const addresses = await resolveGuardedAddresses(hop.url, text, rules, resolve);
      // DNS lookups cannot be cancelled and may finish long after the request has timed out.
      signal.throwIfAborted();
      return await responseTo(hop, pinnedLookup(addresses), signal);
    } catch (error) {
      // "refused" means that nothing was sent, but here the first request was.
      if (isRedirect && error instanceof HttpRequestError && error.kind === 'refused') {
        throw new HttpRequestError('failed', `Redirect refused: ${error.message}`, { cause: error });
      }
      throw error;
    }
  }
}

async function requestFirstHop(request: HttpRequest): Promise<Hop> {
  const { url: text, method, headers = {}, body, secretHeaders = [], hasSecretBody = false } = request;
  const url = URL.parse(text);
  if (!url) throw new HttpRequestError('refused', 'Invalid URL format');
  refuseProtocol(url);
  const refusal = headerRefusal(headers);
  if (refusal !== undefined) throw new HttpRequestError('refused', refusal);
  const verb = method.toUpperCase();
  if (FORBIDDEN_METHODS.has(verb)) throw new HttpRequestError('failed', `Method ${verb} is not supported`);
  const encoded = await encodeBody(body);
  const named = sendableHeaders(headers);
  return {
    url,
    method: verb,
    headers: {
      ...(encoded?.type !== undefined && { 'content-type': encoded.type }),
      ...FETCH_HEADERS,
      ...getAuthorization(url),
      ...named,
    },
    body: encoded?.bytes,
    secretHeaders: new Set(secretHeaders.map((name) => name.toLowerCase())),
    hasSecretBody,
  };
}

/** Default headers of Node's `fetch`. Some services reject requests without a user agent. */
const FETCH_HEADERS = {
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
  'accept-encoding': ACCEPT_ENCODING,
};

/** Also forbidden by the fetch standard: they open a tunnel or echo a request's secrets. */
const FORBIDDEN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);

function refuseProtocol(url: URL): void {
  if (url.protocol === 'http:' || url.protocol === 'https:') return;
  const message = `Protocol "${url.protocol}" is not allowed. Only HTTP and HTTPS are permitted.`;
  throw new HttpRequestError('refused', message);
}

/** Converts the credentials of `https://user:password@host` to a Basic Authorization header. */
function getAuthorization(url: URL): { authorization?: string } {
  if (url.username === '' && url.password === '') return {};
  const pair = [url.username, url.password].map(percentDecoded).join(':');
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function encodeBody(
  body: HttpRequest['body'],
): Promise<{ bytes: Uint8Array; type: string | undefined } | undefined> {
  if (body === undefined) return undefined;
  if (typeof body === 'string') return { bytes: Buffer.from(body), type: 'text/plain;charset=UTF-8' };
  if (body instanceof Uint8Array) return { bytes: body, type: undefined };
  const form = new Response(body);
  return { bytes: await form.bytes(), type: form.headers.get('content-type') ?? undefined };
}

function responseTo(
  hop: Hop,
  lookup: ReturnType<typeof pinnedLookup>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (hop.url.protocol === 'https:' ? requestHttps : requestHttp)({
      // Not passed as a URL, because Node would turn its user and password into a header again.
      protocol: hop.url.protocol,
      hostname: hop.url.hostname.replace(/^\[|\]$/g, ''),
      port: hop.url.port,
      path: `${hop.url.pathname}${hop.url.search}`,
      method: hop.method,
      headers: { ...hop.headers, ...getLength(hop) },
      // No keep-alive: a pooled connection was checked for a different request.
      agent: false,
      lookup,
      signal,
    });
    request.on('response', resolve);
    request.on('error', reject);
    // A protocol upgrade closes the connection with neither an error nor a response.
    request.on('close', () => reject(new Error('The connection was closed without a response')));
    request.end(hop.body);
  });
}

function getLength({ method, body }: Hop): { 'content-length'?: string } {
  if (body) return { 'content-length': String(body.length) };
  return ['POST', 'PUT', 'PATCH'].includes(method) ? { 'content-length': '0' } : {};
}

function getHeaders(response: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

function getMessage(error: unknown): string {
  // If all addresses failed, report only the first error.
  if (error instanceof AggregateError && error.message === '' && error.errors[0] instanceof Error) {
    return error.errors[0].message;
  }
  return error instanceof Error ? error.message : String(error);
}
