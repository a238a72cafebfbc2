import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { checkFlow } from '#lib/bots/flow/flow-check.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';

/** Returns a bot whose start leads to a group with these blocks. */
export function botWithBlocks(blocks: unknown[], more: Partial<BotDocument> = {}): BotDocument {
  return {
    version: '6',
    name: 'Checked',
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'first' }],
    groups: [{ id: 'g', title: 'g', graphCoordinates: { x: 0, y: 0 }, blocks }],
    edges: [{ id: 'first', from: { eventId: 'start' }, to: { groupId: 'g' } }],
    variables: [{ id: 'v', name: 'Name' }],
    theme: {},
    settings: {},
    ...more,
  };
}

/** Returns the issues with a code as "severity path". */
export function findIssues(document: BotDocument, code: FlowIssue['code']): string[] {
  return checkFlow(document).flatMap((issue) =>
    issue.code === code ? [`${issue.severity} ${issue.path}`] : [],
  );
}
