import { getBlockType } from '#lib/blocks/block-types.ts';
import { AB_TEST } from '#lib/blocks/logic/ab-test.ts';
import { SET_VARIABLE } from '#lib/blocks/logic/set-variable.ts';
import { WAIT } from '#lib/blocks/logic/wait.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { edgesById, getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { toPrimitiveText } from '#lib/platform/json/primitive-text.ts';

/** Ways to set a variable. Those from "Contact name" on exist on other channels only: here they give no value. */
const SET_VARIABLE_TYPES = new Set<unknown>([
  'Custom',
  'Empty',
  'Append value(s)',
  'Environment name',
  'User ID',
  'Result ID',
  'Now',
  'Today',
  'Tomorrow',
  'Yesterday',
  'Random ID',
  'Moment of the day',
  'Map item with same index',
  'Transcript',
  'Pop',
  'Shift',
  'Device type',
]);

const METHODS = new Set<unknown>([
  'POST',
  'GET',
  'PUT',
  'DELETE',
  'PATCH',
  'HEAD',
  'CONNECT',
  'OPTIONS',
  'TRACE',
]);

const MIN_TIMEOUT_S = 1;
const MAX_TIMEOUT_S = 120;

/** A value that chats replace by another one, or leave out. */
type Replaced = { field: string; message: string };

/** Finds options whose value is not known here, so that another one is used in its place. */
export function unknownOptions(document: BotDocument): FlowIssue[] {
  const edges = edgesById(document);
  return getBlocks(document).flatMap(({ block, path }) => {
    const options = isJsonObject(block.options) ? block.options : {};
    return [
      ...(block.type === SET_VARIABLE.type ? setVariableType(options) : []),
      ...(block.type === WAIT.type ? checkWaitingTime(options) : []),
      ...(block.type === AB_TEST.type
        ? abTest(block, options, (edgeId) => typeof edgeId === 'string' && edges.has(edgeId))
        : []),
      ...(getBlockType(block)?.request ? request(options) : []),
    ].map(
      ({ field, message }): FlowIssue => ({
        severity: 'warning',
        code: 'UNKNOWN_OPTION',
        path: `${path}.${field}`,
        message,
      }),
    );
  });
}

function setVariableType({ type }: JsonObject): Replaced[] {
  if (type === undefined || SET_VARIABLE_TYPES.has(type)) return [];
  const name = typeof type === 'string' ? `"${type.slice(0, 60).toWellFormed()}"` : 'this kind of value';
  return [
    {
      field: 'options.type',
      message: `${name} does not exist on the web, so the variable is emptied; choose another kind of value`,
    },
  ];
}

function checkWaitingTime({ secondsToWaitFor: seconds }: JsonObject): Replaced[] {
  if (seconds === undefined || seconds === '' || (typeof seconds === 'string' && seconds.includes('{{')))
    return [];
  const number =
    typeof seconds === 'string' || typeof seconds === 'number'
      ? Number.parseFloat(toPrimitiveText(seconds).replace(',', '.'))
      : Number.NaN;
  return Number.isFinite(number) && number >= 0
    ? []
    : [
        {
          field: 'options.secondsToWaitFor',
          message: 'is not a number of seconds, so nothing is waited for; enter one',
        },
      ];
}

function abTest(
  block: JsonObject,
  { aPercent }: JsonObject,
  hasEdge: (edgeId: unknown) => boolean,
): Replaced[] {
  const items = (Array.isArray(block.items) ? block.items : []).filter(isJsonObject);
  const [toA, toB] = ['a', 'b'].map((path) =>
    items.some((item) => item.path === path && hasEdge(item.outgoingEdgeId)),
  );
  const isShare = typeof aPercent === 'number' && aPercent >= 0 && aPercent <= 100;
  return [
    ...(aPercent === undefined || isShare
      ? []
      : [
          {
            field: 'options.aPercent',
            message: `is not a number from 0 to 100, so ${typeof aPercent === 'number' ? 'one way is always taken' : 'both ways are equally likely'}; enter one`,
          },
        ]),
    ...(!toA && toB
      ? [{ field: 'items', message: 'way A leads nowhere, so every chat takes way B; connect it' }]
      : []),
    ...(toA && !toB
      ? [{ field: 'items', message: 'way B leads nowhere, so its chats go on after the block; connect it' }]
      : []),
    ...(!toA && !toB
      ? [
          {
            field: 'items',
            message: 'neither way leads anywhere, so every chat goes on after the block; connect them',
          },
        ]
      : []),
  ];
}

function request({ webhook, timeout }: JsonObject): Replaced[] {
  const method = isJsonObject(webhook) ? webhook.method : undefined;
  const isTime = typeof timeout === 'number' && timeout >= MIN_TIMEOUT_S && timeout <= MAX_TIMEOUT_S;
  return [
    ...(method === undefined || METHODS.has(method)
      ? []
      : [
          {
            field: 'options.webhook.method',
            message: 'is not a method that is known here, so the request is sent as POST; choose another one',
          },
        ]),
    ...(timeout === undefined || isTime
      ? []
      : [
          {
            field: 'options.timeout',
            message: `is not a number of seconds from ${MIN_TIMEOUT_S} to ${MAX_TIMEOUT_S}, so 10 are used; enter one`,
          },
        ]),
  ];
}
