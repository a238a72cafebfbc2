import { readAllowedOrigins } from '#lib/bots/document/allowed-origins.ts';

/** The gateway allows 10,240 bytes for all headers. */
const MAX_BYTES = 6_000;

/**
 * An origin that a browser can have, and nothing that would be something else in a header: no keyword, no list, no next
 * directive. A host with `*` is left out, because no chat is allowed by one.
 */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9._-]+(?::\d{1,5})?$/;

/**
 * Returns who may show the page of a bot in a frame, as a source list for `frame-ancestors`: the page's own site, and the
 * origins that the bot allows.
 *
 * @returns undefined if everybody may. That is also the case if the list does not fit into a header: the chat refuses
 * pages that the bot does not allow
 */
export function frameAncestors(settings: unknown): string | undefined {
  const allowed = readAllowedOrigins(settings);
  if (allowed.length === 0) return undefined;
  const ancestors = ["'self'", ...new Set(allowed.filter((origin) => ORIGIN.test(origin)))].join(' ');
  return ancestors.length <= MAX_BYTES ? ancestors : undefined;
}
