import type { BotDocument, BotFlow, Group } from '#lib/bots/document/bot-document.ts';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import { type BotVersion, isV6 } from '#lib/bots/document/bot-version.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { createId } from '#lib/platform/store/create-id.ts';

type Completed = { value: JsonObject; warnings: Warning[] };

/**
 * Fills in the fields missing from an imported document, with a warning for each. The document must be valid.
 * Existing values are kept, except for the two described at `completeFields`.
 *
 * @param name default name
 */
export function completeDocument(
  sent: JsonObject,
  name = 'My bot',
): { document: BotDocument; warnings: Warning[] } {
  const version = getVersion(sent);
  const defaults: JsonObject = {
    version,
    name,
    ...(isV6(version) ? { events: [startEvent()] } : { events: null }),
    groups: [],
    edges: [],
    variables: [],
    theme: {},
    settings: {},
  };
  const missing = Object.keys(defaults).filter((field) => sent[field] === undefined);
  const document: JsonObject = { ...sent };
  for (const field of missing) document[field] = defaults[field];

  const { value, warnings } = completeFields(document, { version, events: null, groups: [] });
  return {
    document: value as BotDocument,
    warnings: [
      // The V5 variant has no events, so it gets no warning about missing ones.
      ...missing
        .filter((field) => field !== 'events' || isV6(version))
        .map((field) => createFilledInWarning(`bot.${field}`, describe(field, defaults[field]))),
      ...warnings,
    ],
  };
}

/**
 * Like `completeDocument` but for an update: only fills in what is missing within the given fields. Changes
 * two existing values: an empty array in `columnsWidth`, which in old exports stands for an empty object, and
 * `events: null` in the V6 variant, which always has events.
 *
 * @param before the document that the fields are merged into
 */
export function completeFields(
  sent: JsonObject,
  before: Pick<BotFlow, 'version' | 'events' | 'groups'>,
): Completed {
  const warnings: Warning[] = [];
  const value: JsonObject = { ...sent };

  if (Array.isArray(sent.groups)) {
    value.groups = sent.groups.map((group: JsonObject, index) =>
      fill(
        group,
        { title: '', graphCoordinates: { x: 0, y: 0 }, blocks: [] },
        `bot.groups[${index}]`,
        warnings,
      ),
    );
  }
  if (Array.isArray(sent.events)) {
    value.events = sent.events.map((event: JsonObject, index) =>
      fill(event, { graphCoordinates: { x: 0, y: 0 } }, `bot.events[${index}]`, warnings),
    );
  }
  if (Array.isArray(sent.edges)) {
    const groups = (value.groups as Group[] | undefined) ?? before.groups;
    value.edges = fillGroups(sent.edges as SentEdge[], groups, warnings);
  }
  if (sent.events === null && isV6(before.version)) {
    value.events = before.events ?? [startEvent()];
    warnings.push(
      createFilledInWarning(
        'bot.events',
        `was null; ${before.events ? 'left unchanged' : 'added a start event'}`,
      ),
    );
  }
  const preferences = sent.resultsTablePreferences;
  if (isJsonObject(preferences) && Array.isArray(preferences.columnsWidth)) {
    value.resultsTablePreferences = { ...preferences, columnsWidth: {} };
    warnings.push(
      createFilledInWarning(
        'bot.resultsTablePreferences.columnsWidth',
        'was an empty array; changed to an empty object',
      ),
    );
  }
  return { value, warnings };
}

type SentEdge = JsonObject & { to: JsonObject & { groupId?: string | null; blockId?: string } };

/**
 * Fills in the groups of edges that only name a block. If the block is in no group, the group becomes an empty text, which
 * `findDanglingReferences` reports.
 */
function fillGroups(edges: SentEdge[], groups: readonly Group[], warnings: Warning[]): SentEdge[] {
  const missing = edges.filter(({ to }) => (to.groupId ?? undefined) === undefined);
  if (missing.length === 0) return edges;
  // The first group wins, as it does when a chat looks for the block.
  const groupIds = new Map(
    groups
      .toReversed()
      .flatMap(({ id, blocks }) => blocks.filter(isJsonObject).map((block) => [block.id, id] as const)),
  );
  return edges.map((edge, index) => {
    if ((edge.to.groupId ?? undefined) !== undefined) return edge;
    const groupId = groupIds.get(edge.to.blockId);
    warnings.push(
      createFilledInWarning(
        `bot.edges[${index}].to.groupId`,
        groupId === undefined
          ? 'was missing, and no group has the block that the edge leads to'
          : `was missing; set to ${JSON.stringify(groupId)}, the group of the block`,
      ),
    );
    return { ...edge, to: { ...edge.to, groupId: groupId ?? '' } };
  });
}

/** Infers a missing `version` from `events`, which version 6 introduced. */
function getVersion(document: JsonObject): BotVersion {
  if (document.version !== undefined) return document.version as BotVersion;
  return Array.isArray(document.events) ? '6' : '3';
}

function startEvent(): JsonObject {
  return { id: createId(), type: 'start', graphCoordinates: { x: 0, y: 0 } };
}

function fill(sent: JsonObject, defaults: JsonObject, path: string, warnings: Warning[]): JsonObject {
  const missing = Object.keys(defaults).filter((field) => sent[field] === undefined);
  if (missing.length === 0) return sent;
  const value = { ...sent };
  for (const field of missing) {
    value[field] = structuredClone(defaults[field]);
    warnings.push(createFilledInWarning(`${path}.${field}`, describe(field, defaults[field])));
  }
  return value;
}

function describe(field: string, value: unknown): string {
  return field === 'events'
    ? 'was missing; added a start event'
    : `was missing; set to ${JSON.stringify(value)}`;
}

function createFilledInWarning(path: string, message: string): Warning {
  return { code: 'FILLED_IN', path, message };
}
