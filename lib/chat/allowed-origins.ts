import { ServiceError } from '#lib/errors/service-error.ts';

/**
 * Bytes of the origins of a bot, together: some thousands of them. They are kept with each session, in its one item of
 * 400 KB.
 */
const MAX_ORIGINS_BYTES = 100 * 1_024;

/**
 * The origins that a bot's settings allow, as browsers send them: without a path, and in lower case.
 *
 * @throws PAYLOAD_TOO_LARGE for more of them than a session can keep
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
 * Refuses a page of another origin. This keeps others from embedding a bot; a program sends what origin it likes.
 *
 * @param origin of the request; one without does not come from a page
 * @throws FORBIDDEN
 */
export function requireOrigin(allowedOrigins: readonly string[], origin: string | undefined): void {
  if (origin === undefined || allowedOrigins.length === 0 || allowedOrigins.includes(origin)) return;
  throw originRefused();
}

export function originRefused(): ServiceError {
  return new ServiceError('FORBIDDEN', 'This origin may not use the bot');
}
