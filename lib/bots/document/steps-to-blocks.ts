import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/*
 * Until June 2022, groups were called blocks and blocks were called steps. `blockId` is both an old and a new
 * name, so all keys have to be renamed in one pass.
 */

const NEW_REFERENCE_KEYS = new Map([
  ['blockId', 'groupId'],
  ['stepId', 'blockId'],
]);
const NEW_GROUP_KEYS = new Map([['steps', 'blocks']]);
const NEW_DOCUMENT_KEYS = new Map([['blocks', 'groups']]);

/** Whether a document is an export from before June 2022: its `blocks` contain `steps`, and it has no `groups`. */
export function isStepsEra(document: JsonObject): boolean {
  return (
    Array.isArray(document.blocks) &&
    document.blocks.some((block) => isJsonObject(block) && Array.isArray(block.steps)) &&
    !Object.hasOwn(document, 'groups')
  );
}

/**
 * Cache of renamed copies by original, because a request renames its document twice: to validate and to store
 * it.
 */
const renamedDocuments = new WeakMap<JsonObject, JsonObject>();

/**
 * Renames blocks to groups, steps to blocks, and the keys that refer to them. Only changes the flow, not
 * theme, settings, variables or unknown keys. Newer documents are returned unchanged. Results are cached by
 * object.
 */
export function stepsToBlocks(document: JsonObject): JsonObject {
  if (!isStepsEra(document)) return document;
  const renamed = renamedDocuments.get(document) ?? renameDocument(document);
  renamedDocuments.set(document, renamed);
  return renamed;
}

function renameDocument(document: JsonObject): JsonObject {
  const renamed = mapValues(document, (key, value) => {
    if (key === 'blocks') return mapElements(value, groupFromBlock);
    if (key === 'edges') return mapElements(value, edgeBetweenGroups);
    return value;
  });
  return renameKeys(renamed, NEW_DOCUMENT_KEYS);
}

function groupFromBlock(block: unknown): unknown {
  // An object with `blocks` is already a group, and renaming would overwrite that list.
  if (!isJsonObject(block) || Object.hasOwn(block, 'blocks')) return block;
  const renamed = mapValues(block, (key, value) => (key === 'steps' ? renameReferences(value) : value));
  return renameKeys(renamed, NEW_GROUP_KEYS);
}

function edgeBetweenGroups(edge: unknown): unknown {
  if (!isJsonObject(edge)) return edge;
  return mapValues(edge, (key, value) => (key === 'from' || key === 'to' ? renameReferences(value) : value));
}

/** Renames references at any depth of a step: items refer to their step, and links to blocks of other bots. */
function renameReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameReferences);
  if (!isJsonObject(value)) return value;
  const renamed = mapValues(value, (_key, inner) => renameReferences(inner));
  // If both keys are present, the object is already renamed, and renaming again would overwrite an id.
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
