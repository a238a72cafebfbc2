import { isDeepStrictEqual } from 'node:util';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** A part of a flow, identified by its id. `label` is its title, name or type, for display. */
export type DiffEntry = {
  id: string;
  label?: string;
  /** Id of the group that contains the block. */
  groupId?: string;
};

/** `changes` lists the names of the fields that differ. */
export type ChangedEntry = DiffEntry & { changes: string[] };

export type ListDiff = { added: DiffEntry[]; removed: DiffEntry[]; changed: ChangedEntry[] };

export const DIFFED_LISTS = ['events', 'groups', 'blocks', 'edges', 'variables'] as const;

export type FlowDiff = Record<(typeof DIFFED_LISTS)[number], ListDiff> & {
  /** Names of other document fields that differ: name, theme, settings, version and so on. */
  fields: string[];
};

/**
 * Compares two documents of a bot by id. Key order never matters. List order matters only for blocks, which run
 * in that order. A block without an id counts as part of its group. Elements that share an id are matched by
 * position.
 */
export function diffFlows(from: BotDocument, to: BotDocument): FlowDiff {
  const [before, after] = [listThings(from), listThings(to)];
  return {
    events: diffLists(before.events, after.events),
    groups: diffLists(before.groups, after.groups),
    blocks: diffLists(before.blocks, after.blocks),
    edges: diffLists(before.edges, after.edges),
    variables: diffLists(before.variables, after.variables),
    fields: findDifferingKeys(before.fields, after.fields),
  };
}

/** An element of a list: its entry in the report, and the content to compare. */
type Thing = { entry: DiffEntry; content: JsonObject };

function listThings(document: BotDocument) {
  const { events, groups, edges, variables, ...fields } = document;
  return {
    events: (events ?? []).map((event) => thing(event, event.type)),
    groups: groups.map((group) =>
      thing({ ...group, blocks: group.blocks.map((block) => getId(block) ?? { block }) }, group.title),
    ),
    blocks: groups.flatMap((group) => group.blocks.flatMap((block) => blockThing(block, group.id))),
    edges: edges.map((edge) => thing(edge)),
    variables: variables.map((variable) => thing(variable, variable.name)),
    fields: fields as JsonObject,
  };
}

function getId(block: unknown): string | undefined {
  return isJsonObject(block) && typeof block.id === 'string' ? block.id : undefined;
}

function blockThing(block: unknown, groupId: string): Thing[] {
  const id = getId(block);
  if (id === undefined || !isJsonObject(block)) return [];
  const { entry, content } = thing({ ...block, id }, block.type);
  return [{ entry: { ...entry, groupId }, content: { ...content, groupId } }];
}

/** Names have no length limit, but the report should stay readable. */
const MAX_LABEL_CHARS = 100;

function thing(content: JsonObject & { id: string }, label?: unknown): Thing {
  return {
    entry: {
      id: content.id,
      ...(typeof label === 'string' && { label: label.slice(0, MAX_LABEL_CHARS).toWellFormed() }),
    },
    content,
  };
}

function diffLists(before: Thing[], after: Thing[]): ListDiff {
  const old = byKey(before);
  const diff: ListDiff = { added: [], removed: [], changed: [] };
  for (const [key, { entry, content }] of byKey(after)) {
    const counterpart = old.get(key);
    old.delete(key);
    if (!counterpart) {
      diff.added.push(entry);
      continue;
    }
    const changes = findDifferingKeys(counterpart.content, content);
    if (changes.length > 0) diff.changed.push({ ...entry, changes });
  }
  for (const { entry } of old.values()) diff.removed.push(entry);
  return diff;
}

/**
 * Keys each element by its id plus the number of earlier elements with that id, because imported documents may
 * contain duplicate ids.
 */
function byKey(things: Thing[]): Map<string, Thing> {
  const seen = new Map<string, number>();
  return new Map(
    things.map((one) => {
      const count = seen.get(one.entry.id) ?? 0;
      seen.set(one.entry.id, count + 1);
      return [`${count} ${one.entry.id}`, one];
    }),
  );
}

function findDifferingKeys(before: JsonObject, after: JsonObject): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => !isDeepStrictEqual(before[key], after[key])).toSorted();
}
