import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getEntries } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';

export function startIssues(document: BotDocument): FlowIssue[] {
  const { hasStart, isConnected } = getEntries(document);
  const path = document.events === null ? 'bot.groups' : 'bot.events';
  if (!hasStart) return [{ severity: 'error', code: 'NO_START', path, message: 'the flow has no start' }];
  if (isConnected) return [];
  return [
    { severity: 'error', code: 'START_NOT_CONNECTED', path, message: 'the start does not lead to a group' },
  ];
}
