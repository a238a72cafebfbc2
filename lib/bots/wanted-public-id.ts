import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { Warning } from './document/bot-schema.ts';
import { isPublicId, isReservedPublicId, MAX_PUBLIC_ID_CHARS } from './document/public-id.ts';
import { readPublicIdClaim } from './store/bot-claims.ts';

/** Returns the document's publicId if it is valid and not reserved. */
export function getWantedPublicId({ publicId }: JsonObject): string | undefined {
  if (typeof publicId !== 'string' || !isPublicId(publicId) || isReservedPublicId(publicId)) return undefined;
  return publicId;
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
  return [{ code: 'DROPPED', path: 'bot.publicId', message: `left out because ${whyLeftOut(sent)}` }];
}

function whyLeftOut(sent: unknown): string {
  if (getWantedPublicId({ publicId: sent }) !== undefined) return 'another bot has it';
  if (typeof sent === 'string' && isReservedPublicId(sent)) return 'the API has the address of its page';
  return `it is not 1 to ${MAX_PUBLIC_ID_CHARS} lower-case letters, digits and single hyphens, or starts with a hyphen`;
}
