import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { edgesById } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** Finds events that do nothing: those that lead nowhere, commands without a name, and second ones of a kind. */
export function eventIssues(document: BotDocument): FlowIssue[] {
  const edges = edgesById(document);
  const groupIds = new Set(document.groups.map(({ id }) => id));
  const taken = new Set<string>();
  return (document.events ?? []).flatMap((event, index): FlowIssue[] => {
    // The start has issues of its own.
    if (event.type === 'start') return [];
    const path = `bot.events[${index}]`;
    const report = (field: string, message: string): FlowIssue[] => [
      { severity: 'warning', code: 'UNUSED_EVENT', path: `${path}.${field}`, message },
    ];
    const options = isJsonObject(event.options) ? event.options : {};
    const command = typeof options.command === 'string' ? options.command : '';
    if (event.type === 'command' && command === '') {
      return report('options.command', 'names no command, so nothing calls the event; enter one');
    }
    const target = edges.get(event.outgoingEdgeId ?? '')?.to.groupId;
    if (target === undefined || !groupIds.has(target)) {
      return report('outgoingEdgeId', 'leads to no group, so the event does nothing; connect it');
    }
    const kind = event.type === 'command' ? `command ${command}` : event.type;
    if (taken.has(kind))
      return report('type', 'is never used, because an event of the same kind comes first');
    taken.add(kind);
    return [];
  });
}
