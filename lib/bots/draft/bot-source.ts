import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { BotSource } from '#lib/bots/document/bot-head.ts';
import { flowDigest } from '#lib/bots/store/flow-digest.ts';

/** Where a bot came from, as a request says it. */
export type SentSource = { id: string; revision?: string | undefined };

/**
 * Returns the source to store with a document that is being imported.
 *
 * @param digest digest of the document's flow, if it is known
 */
export function toBotSource(
  { id, revision }: SentSource,
  document: BotDocument,
  digest = flowDigest(document),
): BotSource {
  return { id, ...(revision !== undefined && { revision }), digest };
}
