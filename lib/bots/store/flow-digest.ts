import { createHash } from 'node:crypto';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { toPublishedFlow } from '#lib/bots/document/published-flow.ts';

/** Returns the SHA-256 of the flow in hex, used to tell whether publishing would change anything. */
export function flowDigest(document: BotDocument): string {
  return createHash('sha256')
    .update(JSON.stringify(toPublishedFlow(document)))
    .digest('hex');
}
