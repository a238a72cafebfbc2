import { createHash } from 'node:crypto';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { toPublishedFlow } from '#lib/bots/document/published-flow.ts';

/** SHA-256 of the flow, in hex. It tells whether publishing would change anything. */
export function flowDigest(document: BotDocument): string {
  return createHash('sha256')
    .update(JSON.stringify(toPublishedFlow(document)))
    .digest('hex');
}
