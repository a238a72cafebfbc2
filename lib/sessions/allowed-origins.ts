import { ServiceError } from '#lib/errors/service-error.ts';

/** The origins that a bot's settings allow, as browsers send them: without a path, and in lower case. */
export function allowedOriginsOf(settings: {
  security?: { allowedOrigins?: unknown } | undefined;
}): string[] {
  const origins = settings.security?.allowedOrigins;
  if (!Array.isArray(origins)) return [];
  return origins.filter((origin) => typeof origin === 'string' && origin.trim() !== '').map(originOf);
}

function originOf(address: string): string {
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
