import { isJsonObject, type JsonObject } from '#lib/json/json-object.ts';

/*
 * Until June 2022, a group was called a block and a block was called a step. `blockId` is therefore both an
 * old name and a new one, and all keys have to be renamed at once.
 */

const NEW_REFERENCE_KEYS = new Map([
  ['blockId', 'groupId'],
  ['stepId', 'blockId'],
]);
const NEW_GROUP_KEYS = new Map([['steps', 'blocks']]);
const NEW_DOCUMENT_KEYS = new Map([['blocks', 'groups']]);

/**
 * Whether a document is an export from before June 2022: it has `blocks` that hold `steps`, and no `groups`.
 */
export function isStepsEra(document: JsonObject): boolean {
  return (
    Array.isArray(document.blocks) &&
    document.blocks.some((block) => isJsonObject(block) && Array.isArray(block.steps)) &&
    !Object.hasOwn(document, 'groups')
  );
}

/**
 * Renames blocks to groups, steps to blocks, and the keys that refer to them. Only the flow is changed:
 * theme, settings, variables and unknown keys stay. Newer documents are returned unchanged.
 */
export function stepsToBlocks(document: JsonObject): JsonObject {
  if (!isStepsEra(document)) return document;
  const renamed = mapValues(document, (key, value) => {
    if (key === 'blocks') return mapElements(value, groupFromBlock);
    if (key === 'edges') return mapElements(value, edgeBetweenGroups);
    return value;
  });
  return renameKeys(renamed, NEW_DOCUMENT_KEYS);
}

function groupFromBlock(block: unknown): unknown {
  // A block with `blocks` is a group already, and renaming would overwrite its list.
  if (!isJsonObject(block) || Object.hasOwn(block, 'blocks')) return block;
  const renamed = mapValues(block, (key, value) => (key === 'steps' ? renameReferences(value) : value));
  return renameKeys(renamed, NEW_GROUP_KEYS);
}

function edgeBetweenGroups(edge: unknown): unknown {
  if (!isJsonObject(edge)) return edge;
  return mapValues(edge, (key, value) => (key === 'from' || key === 'to' ? renameReferences(value) : value));
}

/** References can be at any depth of a step: items refer to their step, links to a block of another bot. */
function renameReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameReferences);
  if (!isJsonObject(value)) return value;
  const renamed = mapValues(value, (_key, inner) => renameReferences(inner));
  // An object with both keys has the new names already, and renaming would overwrite an id.
  const isRenamedAlready = Object.hasOwn(value, 'groupId') && Object.hasOwn(value, 'blockId');
  return isRenamedAlready ? renamed : renameKeys(renamed, NEW_REFERENCE_KEYS);
}

function mapElements(value: unknown, change: (element: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(change) : value;
}

function mapValues(object: JsonObject, change: (key: string, value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));
}

function renameKeys(object: JsonObject, newKeys: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [newKeys.get(key) ?? key, value]));
}
