import type { JsonObject } from '#lib/json/json-object.ts';
import type { Warning } from './document/bot-schema.ts';
import { isPublicId, MAX_PUBLIC_ID_CHARS } from './document/public-id.ts';
import { readPublicIdClaim } from './store/bot-claims.ts';

/** Returns the document's publicId if it is valid. */
export function wantedPublicId({ publicId }: JsonObject): string | undefined {
  return typeof publicId === 'string' && isPublicId(publicId) ? publicId : undefined;
}

/**
 * Whether a bot could claim the publicId now, or already has. Reading first saves most of the transactions that
 * would fail: those cost as much as successful ones.
 */
export async function isPublicIdFree(publicId: string, botId: string): Promise<boolean> {
  const claim = await readPublicIdClaim(publicId);
  return claim === undefined || claim.botId === botId;
}

/** Returns a warning if the document has a publicId and the bot did not get it. */
export function publicIdWarnings({ publicId: sent }: JsonObject, publicId: string | null): Warning[] {
  if ((sent ?? null) === publicId) return [];
  const isValid = wantedPublicId({ publicId: sent }) !== undefined;
  const message = isValid
    ? 'left out because another bot has it'
    : `left out because it is not 1 to ${MAX_PUBLIC_ID_CHARS} lower-case letters, digits and single hyphens, or starts with a hyphen`;
  return [{ code: 'DROPPED', path: 'bot.publicId', message }];
}
