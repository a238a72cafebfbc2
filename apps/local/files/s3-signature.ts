import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/*
 * AWS Signature Version 4, as S3 checks it.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */

/** Requests signed earlier or later than this are refused, unless their URL says how long it is valid. */
const MAX_CLOCK_SKEW_MS = 15 * 60 * 1_000;

const ALGORITHM = 'AWS4-HMAC-SHA256';
const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';

/**
 * Signs a text.
 *
 * @param scope date, region, service and `aws4_request`: the credential without the access key
 */
export function signV4(scope: readonly string[], text: string, secretKey: string): string {
  const hmac = (key: string | Buffer, message: string) => createHmac('sha256', key).update(message).digest();
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  return hmac(key, text).toString('hex');
}

/** Compares in constant time. */
export function isSameSignature(expected: string, given: string): boolean {
  const [a, b] = [expected, given].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

export type SignedRequest = {
  method: string;
  /** With the path and the query as they were sent. */
  url: URL;
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** SHA-256 of the body that was signed, or `UNSIGNED-PAYLOAD` for any body. */
export type SignedPayload = string;

/**
 * Checks that a request is signed with this key, in its headers or in its URL, and is still valid. Needs no body: the
 * signature covers the hash that the headers announce, to which `isSignedPayload` compares the body.
 *
 * @returns undefined if the request is to be refused
 */
export function verifySignature(
  request: SignedRequest,
  secretKey: string,
  now = Date.now(),
): SignedPayload | undefined {
  const { url, headers } = request;
  const inUrl = url.searchParams.has('X-Amz-Signature');
  const parts = inUrl ? signatureInUrl(url.searchParams) : signatureInHeader(headers);
  if (!parts) return undefined;
  const signedAt = Date.parse(
    parts.date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  const isTimely = inUrl
    ? now < signedAt + Number(url.searchParams.get('X-Amz-Expires')) * 1_000
    : Math.abs(now - signedAt) <= MAX_CLOCK_SKEW_MS;
  if (!isTimely || parts.scope.length !== 4) return undefined;

  const payload = inUrl ? UNSIGNED_PAYLOAD : String(headers['x-amz-content-sha256'] ?? '');
  const toSign = [
    ALGORITHM,
    parts.date,
    parts.scope.join('/'),
    sha256(canonicalRequest(request, parts.signedHeaders, payload)),
  ].join('\n');
  return isSameSignature(signV4(parts.scope, toSign, secretKey), parts.signature) ? payload : undefined;
}

/** Whether this is the body that was signed. */
export function isSignedPayload(payload: SignedPayload, body: Uint8Array): boolean {
  return payload === UNSIGNED_PAYLOAD || payload === sha256(body);
}

type SignatureParts = { scope: string[]; date: string; signedHeaders: string[]; signature: string };

function signatureInUrl(query: URLSearchParams): SignatureParts | undefined {
  const value = (name: string) => query.get(name) ?? '';
  return toParts(
    value('X-Amz-Credential'),
    value('X-Amz-Date'),
    value('X-Amz-SignedHeaders'),
    value('X-Amz-Signature'),
  );
}

function signatureInHeader(headers: SignedRequest['headers']): SignatureParts | undefined {
  const { authorization } = headers;
  if (typeof authorization !== 'string' || !authorization.startsWith(`${ALGORITHM} `)) return undefined;
  const field = (name: string) => new RegExp(`${name}=([^, ]+)`).exec(authorization)?.[1] ?? '';
  return toParts(
    field('Credential'),
    String(headers['x-amz-date'] ?? ''),
    field('SignedHeaders'),
    field('Signature'),
  );
}

function toParts(credential: string, date: string, signedHeaders: string, signature: string): SignatureParts {
  return { scope: credential.split('/').slice(1), date, signedHeaders: signedHeaders.split(';'), signature };
}

function canonicalRequest(
  { method, url, headers }: SignedRequest,
  signedHeaders: readonly string[],
  payload: string,
): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
  const lines = signedHeaders.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}`,
  );
  return [method, url.pathname, query, ...lines, '', signedHeaders.join(';'), payload].join('\n');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
