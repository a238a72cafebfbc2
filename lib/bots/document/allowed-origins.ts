import { isJsonObject } from '#lib/platform/json/json-object.ts';

/**
 * Returns the origins that a bot's settings allow, as browsers send them: lower case, without a path. Empty if every
 * origin is allowed.
 *
 * @param settings of a document, where any field can be absent, or of any type
 */
export function readAllowedOrigins(settings: unknown): string[] {
  const security = isJsonObject(settings) && isJsonObject(settings.security) ? settings.security : {};
  const { allowedOrigins } = security;
  if (!Array.isArray(allowedOrigins)) return [];
  return allowedOrigins
    .filter((origin) => typeof origin === 'string' && origin.trim() !== '')
    .map((origin: string) => toOrigin(origin.trim()));
}

function toOrigin(address: string): string {
  const url = URL.parse(address);
  return url && url.origin !== 'null' ? url.origin : address;
}
