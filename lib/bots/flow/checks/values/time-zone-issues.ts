import { SET_VARIABLE } from '#lib/blocks/logic/set-variable.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** Finds dates and moments of the day in a constant time zone that does not exist. */
export function timeZoneIssues(document: BotDocument): FlowIssue[] {
  return getBlocks(document).flatMap(({ block, path }): FlowIssue[] => {
    const { timeZone, type } = isJsonObject(block.options) ? block.options : {};
    if (block.type !== SET_VARIABLE.type || !IN_TIME_ZONE.has(type)) return [];
    if (typeof timeZone !== 'string' || timeZone.includes('{{')) return [];
    if (timeZone.trim() === '' || isTimeZone(timeZone.trim())) return [];
    return [
      {
        severity: 'warning',
        code: 'INVALID_TIME_ZONE',
        path: `${path}.options.timeZone`,
        message: 'is not a time zone and has no effect; write it like Europe/Paris',
      },
    ];
  });
}

const IN_TIME_ZONE: ReadonlySet<unknown> = new Set([
  'Now',
  'Today',
  'Yesterday',
  'Tomorrow',
  'Moment of the day',
]);

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
