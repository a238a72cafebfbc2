import type { BotDocument, BotEvent } from '#lib/bots/document/bot-document.ts';
import { edgesById } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** Finds events that do nothing: those that lead nowhere, commands without a name, and second ones of a kind. */
export function eventIssues(document: BotDocument): FlowIssue[] {
  const edges = edgesById(document);
  const groupIds = new Set(document.groups.map(({ id }) => id));
  const leadsToGroup = ({ outgoingEdgeId }: BotEvent) => {
    const target = edges.get(outgoingEdgeId ?? '')?.to.groupId;
    return target !== undefined && groupIds.has(target);
  };
  const taken = new Set<string>();
  return (document.events ?? []).flatMap((event, index): FlowIssue[] => {
    const problem = findProblem(event, leadsToGroup(event), taken);
    if (!problem) return [];
    const { field, message } = problem;
    return [{ severity: 'warning', code: 'UNUSED_EVENT', path: `bot.events[${index}].${field}`, message }];
  });
}

/** @param taken kinds of the events before, to which that of an event without a problem is added */
function findProblem(
  event: BotEvent,
  leadsToGroup: boolean,
  taken: Set<string>,
): { field: string; message: string } | undefined {
  // The start has issues of its own.
  if (event.type === 'start') return undefined;
  const kind = event.type === 'command' ? `command ${getCommand(event)}` : event.type;
  if (event.type === 'command' && getCommand(event) === '') {
    return {
      field: 'options.command',
      message: 'names no command, so nothing calls the event; enter one',
    };
  }
  if (!leadsToGroup) {
    return {
      field: 'outgoingEdgeId',
      message: 'leads to no group, so the event does nothing; connect it',
    };
  }
  if (taken.has(kind)) {
    return { field: 'type', message: 'is never used, because an event of the same kind comes first' };
  }
  taken.add(kind);
  return undefined;
}

function getCommand({ options }: BotEvent): string {
  return isJsonObject(options) && typeof options.command === 'string' ? options.command : '';
}
