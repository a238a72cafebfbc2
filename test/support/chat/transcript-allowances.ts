import { isJsonObject } from '#lib/platform/json/json-object.ts';
import type { Difference } from './replay.ts';

/** Intended differences from the recordings; docs/decisions/0014-where-chats-differ.md explains them. */
export const ALLOWANCES: Record<string, (difference: Difference) => boolean> = {
  'a turn that failed there is answered here': ({ field, expected, actual }) =>
    field === 'status' && Number(expected) >= 400 && actual === 200,

  'a result is completed once nothing waits any more': ({ field, expected, actual, where }) =>
    field === 'result.isCompleted' &&
    expected === true &&
    actual === false &&
    where.startsWith('extra__bubbles'),

  'a result knows of its answers while a linked bot runs': ({ field, where }) =>
    where.startsWith('extra__linked-default') && ['result.hasStarted', 'result.variables'].includes(field),

  'scripts for the client are our own': ({ field, expected, actual }) =>
    field === 'clientSideActions' && withoutScripts(expected) === withoutScripts(actual),

  'logs name the service': ({ field, expected, actual }) =>
    field === 'logs' && JSON.stringify(expected).replaceAll(/typebot/gi, 'bot') === lowerCaseBot(actual),

  'progress counts every input that can still come once': ({ field, expected, actual }) =>
    field === 'progress' &&
    typeof expected === 'number' &&
    typeof actual === 'number' &&
    actual > 0 &&
    actual <= 100,
};

export function allowanceFor(difference: Difference): string | undefined {
  return Object.keys(ALLOWANCES).find((name) => ALLOWANCES[name]?.(difference));
}

function lowerCaseBot(logs: unknown): string {
  return JSON.stringify(logs).replaceAll('Bot with', 'bot with');
}

/** Serializes actions as JSON with sorted keys, leaving out scripts. */
function withoutScripts(actions: unknown): string {
  return JSON.stringify(actions, (key, value: unknown) => {
    if (!isJsonObject(value)) return value;
    return key === 'scriptToExecute' ? 'script' : Object.fromEntries(Object.entries(value).toSorted());
  });
}
