import type { BotDocument, BotFlow } from './bot-document.ts';

/** Returns the part of a document that is published. */
export function toPublishedFlow(document: BotDocument): BotFlow {
  const { version, events, groups, edges, variables, theme, settings } = document;
  return { version, events: events ?? null, groups, edges, variables, theme, settings };
}
