import { createHash } from 'node:crypto';
import type { BotDocument, BotFlow } from '#lib/bots/document/bot-document.ts';

/** The part of a document that is published. */
export function flowOf(document: BotDocument): BotFlow {
  const { version, events, groups, edges, variables, theme, settings } = document;
  return { version, events: events ?? null, groups, edges, variables, theme, settings };
}

/** SHA-256 of the flow, in hex: tells whether publishing would change anything. */
export function flowDigest(document: BotDocument): string {
  return createHash('sha256')
    .update(JSON.stringify(flowOf(document)))
    .digest('hex');
}
