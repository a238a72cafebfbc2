import { setTimeout as delay } from 'node:timers/promises';
import {
  ConditionFailedError,
  getItems,
  type TransactionWrite,
  transact,
  unavailable,
} from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { toClaims } from './bot-claims.ts';
import { readBotHead } from './draft-store.ts';

/** Maximum number of attempts if others keep changing the bot. */
const MAX_ATTEMPTS = 20;

/**
 * Takes a bot off its public address, by deleting its claims and its published copy in one transaction. Unlike
 * archiving, this writes no audit entry, and it does not fail if a claim is missing or belongs to another bot.
 *
 * @returns false if the bot had no address
 */
export async function withdrawBot(botId: string): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const bot = await readBotHead(botId);
    if (!bot) return false;
    const { head, stored } = bot;
    if (head.publicId === null && head.customDomain === null && head.published === null) return false;
    const claims = toClaims(head).map(({ pk, sk }) => ({ pk, sk }));
    const own = (await getItems(claims)).filter((claim) => claim.botId === botId);
    const writes: TransactionWrite[] = [
      {
        update: keys.draft(botId),
        with: {
          expression: 'SET writes = :next REMOVE customDomain, listed.publicId, listed.published',
          values: { ':next': stored.writes + 1, ':writes': stored.writes },
          condition: 'writes = :writes',
        },
      },
      { delete: keys.published(botId) },
      ...own.map(({ pk, sk }) => ({
        delete: { pk: String(pk), sk: String(sk) },
        condition: { expression: 'botId = :botId', values: { ':botId': botId } },
      })),
    ];
    try {
      await transact(writes);
      return true;
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
      if (attempt === MAX_ATTEMPTS) throw unavailable(error);
      await delay(Math.random() * 20 * attempt);
    }
  }
}
