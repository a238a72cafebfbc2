import { parsePathSegment } from '#lib/bots/document/domain-path.ts';
import {
  type ClaimedBot,
  readDomainClaim,
  readPublicId,
  readPublicIdClaim,
} from '#lib/bots/store/bot-claims.ts';
import { isHostName } from '#lib/platform/store/keys.ts';

/** A published bot found by its custom domain. */
export type BotAtDomain = {
  publicId: string;
  claim: ClaimedBot;
  /** Workspace that has registered the host name. The bot must be one of its own. */
  workspaceId: string;
};

/**
 * Finds the bot whose custom domain is this host and path. Costs two requests, for two small
 * items and a third.
 *
 * @param host a name that the operator serves, in lower case
 * @param segment the path, as the edge sends it: see `domain-path.ts`
 * @returns undefined if no bot has the address, its host name is not registered, or the bot has no publicId to chat under
 */
export async function findBotByDomain(host: string, segment: string): Promise<BotAtDomain | undefined> {
  const path = parsePathSegment(segment)?.toLowerCase();
  // A wildcard also covers `a_b.example.com`, which is not a host name.
  if (path === undefined || !isHostName(host)) return undefined;
  const domain = await readDomainClaim(host, path === '' ? host : `${host}/${path}`);
  if (!domain) return undefined;
  const { publicId, botId, workspaceId } = domain;
  // An earlier version may have changed the publicId, and left the claim of the domain as it was.
  const found =
    (await findPublicId(publicId, botId)) ?? (await findPublicId(await readPublicId(botId), botId));
  return found && { ...found, workspaceId };
}

/** Reads the claim of a publicId, if it is this bot's. */
async function findPublicId(
  publicId: string | null | undefined,
  botId: string,
): Promise<Pick<BotAtDomain, 'publicId' | 'claim'> | undefined> {
  if (publicId === undefined || publicId === null) return undefined;
  const claim = await readPublicIdClaim(publicId);
  return claim?.botId === botId ? { publicId, claim } : undefined;
}
