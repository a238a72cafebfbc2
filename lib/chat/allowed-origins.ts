import { ServiceError } from '#lib/errors/service-error.ts';

/**
 * Total bytes of a bot's allowed origins, enough for several thousand. Every session keeps a copy in its
 * item, which DynamoDB limits to 400 KB.
 */
const MAX_ORIGINS_BYTES = 100 * 1_024;

/**
 * The origins that a bot's settings allow, as browsers send them: without a path, and in lower case.
 *
 * @throws PAYLOAD_TOO_LARGE if they take more bytes than a session can keep
 */
export function getAllowedOrigins(settings: {
  security?: { allowedOrigins?: unknown } | undefined;
}): string[] {
  const origins = settings.security?.allowedOrigins;
  if (!Array.isArray(origins)) return [];
  const allowed = origins
    .filter((origin) => typeof origin === 'string' && origin.trim() !== '')
    .map(toOrigin);
  const actualBytes = allowed.reduce((sum, origin) => sum + Buffer.byteLength(origin), 0);
  if (actualBytes > MAX_ORIGINS_BYTES) {
    throw new ServiceError('PAYLOAD_TOO_LARGE', 'The bot allows more origins than a session can keep', {
      limitBytes: MAX_ORIGINS_BYTES,
      actualBytes,
    });
  }
  return allowed;
}

function toOrigin(address: string): string {
  const url = URL.parse(address.trim());
  return url && url.origin !== 'null' ? url.origin : address.trim();
}

/**
 * Refuses requests from pages of other origins. This keeps others from embedding a bot. It does not stop
 * programs, because they can send any origin.
 *
 * @param origin the Origin header; a request without one does not come from a page and is let through
 * @throws FORBIDDEN if the bot allows only other origins
 */
export function requireOrigin(allowedOrigins: readonly string[], origin: string | undefined): void {
  if (origin === undefined || allowedOrigins.length === 0 || allowedOrigins.includes(origin)) return;
  throw originRefused();
}

export function originRefused(): ServiceError {
  return new ServiceError('FORBIDDEN', 'This origin may not use the bot');
}
