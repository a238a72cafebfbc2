import type { BotHead } from '#lib/bots/document/bot-head.ts';
import {
  type ConditionFailedError,
  getItem,
  getItems,
  type TransactionWrite,
} from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { getListedAttributes } from '#lib/platform/store/listed-attributes.ts';

/** Thrown if another bot already uses the publicId or the custom domain. */
export class ClaimTakenError extends Error {
  readonly field: ClaimField;

  constructor(field: ClaimField, cause: ConditionFailedError) {
    super(`The ${field} is taken`, { cause });
    this.name = 'ClaimTakenError';
    this.field = field;
  }
}

const CLAIMS = {
  publicId: { toKey: keys.publicIdClaim, getContent: publicIdContent },
  customDomain: {
    // DNS names are case-insensitive, and a trailing slash leads to the same page.
    toKey: (domain: string) => keys.customDomainClaim(domain.toLowerCase().replace(/\/$/, '')),
    getContent: ({ publicId }: ClaimingHead): ClaimContent => ({ publicId }),
  },
} as const;

/** Names by which a bot is found. Only one bot can have each of them. */
export type ClaimField = keyof typeof CLAIMS;

/** Data about the bot stored in its publicId claim, so that a chat can start with one small read. */
export type PublicIdContent = {
  release?: number;
  publishedAt?: string;
  isClosed?: true;
  webhookReplies?: 'text';
};

/** The parts of a head that its claims contain. */
export type ClaimingHead = Pick<
  BotHead,
  'publicId' | 'customDomain' | 'published' | 'isClosed' | 'webhookReplies'
>;

type ClaimContent = PublicIdContent & {
  /** In the claim of a custom domain, where to find the bot's release. Claims of earlier versions lack it. */
  publicId?: string | null;
};

function publicIdContent({ published, isClosed, webhookReplies }: ClaimingHead): ClaimContent {
  return {
    ...(published && { release: published.release, publishedAt: published.publishedAt }),
    ...(isClosed && { isClosed }),
    ...(webhookReplies === 'text' && { webhookReplies }),
  };
}

/** Returns the claims that a bot needs, as items without the `botId`. */
export function toClaims(head: ClaimingHead) {
  return (Object.keys(CLAIMS) as ClaimField[]).flatMap((field) => getClaim(field, head) ?? []);
}

/** `field` is set if the write can fail because another bot holds the claim. */
export type ClaimWrite = { field: ClaimField | undefined; write: TransactionWrite };

/** Returns the writes that release the claims a bot gives up, take new ones, and update the content of the rest. */
export function claimWrites(before: BotHead | undefined, after: BotHead): ClaimWrite[] {
  return (Object.keys(CLAIMS) as ClaimField[]).flatMap((field) => {
    const had = getClaim(field, before);
    const wants = getClaim(field, after);
    if (JSON.stringify(had) === JSON.stringify(wants)) return [];
    const values = { ':botId': after.id };
    return [
      ...(wants
        ? [
            {
              field,
              write: {
                put: { ...wants, botId: after.id },
                condition: { expression: 'attribute_not_exists(pk) OR botId = :botId', values },
              },
            },
          ]
        : []),
      ...(had && had.pk !== wants?.pk
        ? [
            {
              field: undefined,
              write: {
                delete: { pk: had.pk, sk: had.sk },
                condition: { expression: 'botId = :botId', values },
              },
            },
          ]
        : []),
    ];
  });
}

function getClaim(field: ClaimField, head: ClaimingHead | undefined) {
  const name = head?.[field];
  if (!head || name === null || name === undefined) return undefined;
  const { toKey, getContent } = CLAIMS[field];
  return { ...toKey(name), ...getContent(head) };
}

/** A bot as described by its publicId claim. */
export type ClaimedBot = PublicIdContent & { botId: string };

/** @param publicId must satisfy `isPublicId` */
export async function readPublicIdClaim(publicId: string): Promise<ClaimedBot | undefined> {
  return (await getItem(keys.publicIdClaim(publicId))) as ClaimedBot | undefined;
}

/** The bot that has a custom domain, and the workspace that has registered its host name. */
export type DomainClaim = {
  botId: string;
  /** As of the last write of a version that stores it. Undefined if there was none. */
  publicId: string | null | undefined;
  /** Workspace of the registration. */
  workspaceId: string;
};

/**
 * Reads who has an address such as `offers.example.com/guide`, and who has registered its host name, in one request.
 *
 * @param address in lower case, without a slash at its end
 * @returns undefined unless both exist
 */
export async function readDomainClaim(host: string, address: string): Promise<DomainClaim | undefined> {
  const [claimKey, hostKey] = [keys.customDomainClaim(address), keys.registeredDomain(host)];
  const items = await getItems([claimKey, hostKey]);
  const claim = items.find(({ pk }) => pk === claimKey.pk);
  const registration = items.find(({ pk }) => pk === hostKey.pk);
  if (!claim || !registration) return undefined;
  return {
    botId: claim.botId as string,
    publicId: claim.publicId as string | null | undefined,
    workspaceId: registration.workspaceId as string,
  };
}

/** Reads a bot's publicId from the bot itself, for domain claims of versions that do not store it. */
export async function readPublicId(botId: string): Promise<string | null> {
  const [draft] = await getItems([keys.draft(botId)], ['listed.publicId']);
  return (draft && (getListedAttributes(draft).publicId as string | undefined)) ?? null;
}
