import { readAllowedOrigins } from '#lib/bots/document/allowed-origins.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { findPageOrigin } from '#lib/platform/origins/framed-origin.ts';
import { getBareOrigin, getWorkspaceOrigin } from '#lib/platform/origins/workspace-origin.ts';

/**
 * Maximum total size of a bot's allowed origins, enough for several thousand. Each session item stores a
 * copy, and DynamoDB limits items to 400 KB.
 */
const MAX_ORIGINS_BYTES = 100 * 1_024;

/**
 * Returns the origins allowed by a bot's settings, to store with a session. Authors list the bot's own page by the bare
 * name of the site, so that also stands for the origin of the bot's workspace.
 *
 * @throws PAYLOAD_TOO_LARGE if the list is too large to store with a session
 */
export function getAllowedOrigins(
  settings: { security?: { allowedOrigins?: unknown } | undefined },
  workspaceId: string,
): string[] {
  const listed = readAllowedOrigins(settings);
  const [bare, own] = [getBareOrigin(), getWorkspaceOrigin(workspaceId)];
  const allowed =
    bare !== undefined && own !== undefined && listed.includes(bare) ? [...listed, own] : listed;
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
 * @param pageOrigin the result of `getPageOrigin`; requests without one do not come from a web page and are allowed
 * @throws FORBIDDEN if the bot does not allow the origin
 */
export function requireOrigin(
  { allowedOrigins, workspaceId }: { allowedOrigins: readonly string[]; workspaceId: string },
  pageOrigin: string | undefined,
): void {
  if (pageOrigin === undefined || allowedOrigins.length === 0) return;
  if (allowedOrigins.includes(findPageOrigin(pageOrigin, workspaceId, allowedOrigins))) return;
  throw new ServiceError('FORBIDDEN', 'Origin not allowed');
}
