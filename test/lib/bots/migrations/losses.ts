import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { type Difference, differences } from './differences.ts';

/**
 * Returns the differences between a document below 6 and its migration to 6 that the rules do not explain.
 * Implements the rules independently of the code under test. Empty if nothing was lost or added.
 */
export function unexplainedDifferences(before: BotFlow, after: BotFlow): Difference[] {
  const start = getStart(before);
  return [
    ...differences(withoutKeys(before, CONVERTED), withoutKeys(after, CONVERTED)),
    ...differencesOfEvents(before, after, start),
    ...differencesOfGroups(before, after),
    ...differencesOfEdges(before, after, start),
  ];
}

const CONVERTED = ['version', 'events', 'groups', 'edges'];

type Start = { group: JsonObject; block: JsonObject };

function getStart(document: BotFlow): Start | undefined {
  for (const group of document.groups) {
    const block = getBlocks(group).find(isStart);
    if (block) return { group, block };
  }
  return undefined;
}

function isStart(value: unknown): value is JsonObject {
  return isJsonObject(value) && value.type === 'start';
}

function getBlocks(group: unknown): unknown[] {
  return isJsonObject(group) && Array.isArray(group.blocks) ? group.blocks : [];
}

function consistsOfStartBlocks(group: unknown): boolean {
  return getBlocks(group).length > 0 && getBlocks(group).every(isStart);
}

function withoutKeys(object: JsonObject, keys: string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** A start event is added at the front, unless the document has one already and no start block. */
function differencesOfEvents(before: BotFlow, after: BotFlow, start: Start | undefined): Difference[] {
  const existing = before.events ?? [];
  if (!start && existing.some(isStart)) return differences(existing, after.events, 'events');
  const [startEvent, ...others] = after.events ?? [];
  const expected: JsonObject = {
    ...(start && consistsOfStartBlocks(start.group)
      ? withoutKeys(start.group, ['id', 'title', 'blocks'])
      : { graphCoordinates: start?.group.graphCoordinates }),
    ...(start ? withoutKeys(start.block, ['id', 'type', 'label', 'groupId']) : {}),
    type: 'start',
  };
  if (!start) expected.graphCoordinates = { x: 0, y: 0 };
  return [
    ...differences(expected, withoutKeys(startEvent ?? {}, ['id']), 'events.0'),
    ...differences(
      existing.filter((event) => !isStart(event)),
      others,
      'events after the first',
    ),
  ];
}

function differencesOfGroups(before: BotFlow, after: BotFlow): Difference[] {
  const groups = before.groups.filter((group) => !consistsOfStartBlocks(group));
  if (groups.length !== after.groups.length) return [{ path: 'groups.length', kind: 'changed' }];
  return groups.flatMap((group, index) => {
    const path = `groups.${index}`;
    const migrated = after.groups[index];
    if (!isJsonObject(group) || !Array.isArray(group.blocks)) return differences(group, migrated, path);
    if (!isJsonObject(migrated)) return [{ path, kind: 'changed' as const }];
    const blocks = group.blocks.filter((block) => !isStart(block));
    return [
      ...differences(withoutKeys(group, ['blocks']), withoutKeys(migrated, ['blocks']), path),
      ...(blocks.length === getBlocks(migrated).length
        ? blocks.flatMap((block, position) =>
            differencesOfBlock(
              block,
              getBlocks(migrated)[position],
              `${path}.blocks.${position}`,
              before.version,
            ),
          )
        : [{ path: `${path}.blocks.length`, kind: 'changed' as const }]),
    ];
  });
}

const HTTP_BLOCK_TYPES = ['Webhook', 'Zapier', 'Make.com', 'Pabbly'];

function differencesOfBlock(before: unknown, after: unknown, path: string, version: string): Difference[] {
  const found = differences(before, after);
  if (!isJsonObject(before) || !isJsonObject(after))
    return found.map((difference) => under(path, difference));
  const explained: Difference[] = [];
  const options = isJsonObject(after.options) ? after.options : {};
  if (before.type === 'Typebot link' && options.mergeResults === true) {
    explained.push({ path: 'options.mergeResults', kind: 'added' });
  }
  if (before.type === 'Google Sheets' && isJsonObject(options.referenceCell)) {
    explained.push({ path: 'options.filter', kind: 'added' });
  }
  if (HTTP_BLOCK_TYPES.includes(String(before.type)) && version === '3') {
    explained.push({ path: 'options', kind: 'added' }, { path: 'options.webhook', kind: 'added' });
    if (isJsonObject(options.webhook) && Object.is(options.webhook.id, before.webhookId)) {
      explained.push({ path: 'webhookId', kind: 'removed' });
    }
  }
  return found
    .filter(({ path, kind }) => !explained.some((rule) => rule.path === path && rule.kind === kind))
    .map((difference) => under(path, difference));
}

function under(path: string, difference: Difference): Difference {
  return { ...difference, path: difference.path === '' ? path : `${path}.${difference.path}` };
}

/** The first edge with the start block's edge id moves to the front, and the event becomes its source. */
function differencesOfEdges(before: BotFlow, after: BotFlow, start: Start | undefined): Difference[] {
  const edgeId = start?.block.outgoingEdgeId;
  const index = before.edges.findIndex((edge) => isJsonObject(edge) && edge.id === edgeId);
  const startEdge = before.edges[index];
  if (edgeId === undefined || startEdge === undefined) return differences(before.edges, after.edges, 'edges');
  const [first, ...others] = after.edges;
  const from = withoutKeys(startEdge.from, ['blockId', 'groupId', 'itemId', 'pathId']);
  return [
    ...differences({ ...startEdge, from: { ...from, eventId: after.events?.[0]?.id } }, first, 'edges.0'),
    ...differences(before.edges.toSpliced(index, 1), others, 'edges after the first'),
  ];
}
