import { readAllowedOrigins } from '#lib/bots/document/allowed-origins.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';

/**
 * Maximum total size of a bot's allowed origins, enough for several thousand. Each session item stores a
 * copy, and DynamoDB limits items to 400 KB.
 */
const MAX_ORIGINS_BYTES = 100 * 1_024;

/**
 * Returns the origins allowed by a bot's settings, to store with a session.
 *
 * @throws PAYLOAD_TOO_LARGE if the list is too large to store with a session
 */
export function getAllowedOrigins(settings: {
  security?: { allowedOrigins?: unknown } | undefined;
}): string[] {
  const allowed = readAllowedOrigins(settings);
  const actualBytes = allowed.reduce((sum, origin) => sum + Buffer.byteLength(origin), 0);
  if (actualBytes > MAX_ORIGINS_BYTES) {
    throw new ServiceError('PAYLOAD_TOO_LARGE', "The bot's list of allowed origins is too large", {
      limitBytes: MAX_ORIGINS_BYTES,
      actualBytes,
    });
  }
  return allowed;
}

/**
 * Rejects requests from pages on other origins, so that other sites cannot embed the bot. Non-browser clients
 * can send any Origin header, so this is not access control.
 *
 * @param origin the Origin header; requests without one do not come from a web page and are allowed
 * @throws FORBIDDEN if the bot does not allow the origin
 */
export function requireOrigin(allowedOrigins: readonly string[], origin: string | undefined): void {
  if (origin === undefined || allowedOrigins.length === 0 || allowedOrigins.includes(origin)) return;
  throw new ServiceError('FORBIDDEN', 'Origin not allowed');
}
