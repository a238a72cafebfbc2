import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import type { RoundedNumber } from '#lib/platform/json/rounded-numbers.ts';
import { describeForeignDocument, isKnownForeign } from './foreign-document.ts';
import { isStepsEra } from './steps-to-blocks.ts';

/*
 * People save whole responses and later import these files: `{"bot": …}`, `{"typebot": …, "currentUserMode": …}`.
 * Read as documents, they have no flow at all, and would become an empty bot.
 */

/**
 * Keys under which responses hold a bot, each with the fields that describe the copy rather than the bot. Those are
 * left out together with the wrapper.
 */
const WRAPPERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['bot', []],
  ['typebot', []],
  ['publishedBot', ['botId']],
  ['publishedTypebot', ['typebotId']],
  ['release', ['release', 'createdAt', 'publishedAt', 'createdBy', 'botId']],
]);

export const WRAPPER_KEYS: readonly string[] = [...WRAPPERS.keys()];

/** A response within a request body, saved and sent once more, has two levels. */
const MAX_LEVELS = 5;

/** `path` leads from what was sent to the content. It is empty if nothing is wrapped. */
type Found = { content: JsonObject; path: string[] };

/** A document without its wrappers, or why there is none, with the path of what is refused. */
export type FoundDocument = Found | { refusal: string; path: string[] };

/** Finds the document in what somebody sends to be imported or checked. */
export function findDocument(sent: unknown): FoundDocument {
  if (!isJsonObject(sent)) return { refusal: describeForeignDocument(sent), path: [] };
  const found = follow(sent, hasFlow);
  if (hasFlow(found.content)) return withoutCopyFields(found);
  const wrappers = listWrappers(found.content);
  if (wrappers.length > 1) {
    return { refusal: `Contains several bots (${wrappers.join(', ')}). Send one of them`, path: found.path };
  }
  const { content, path } = isKnownForeign(sent) ? { content: sent, path: [] } : found;
  return { refusal: describeForeignDocument(content), path };
}

/** Returns a document without its wrappers. It must be valid, so it has been found before. */
export function unwrapDocument(sent: JsonObject): Found {
  const found = findDocument(sent);
  return 'refusal' in found ? { content: sent, path: [] } : found;
}

/**
 * Finds the fields of an update. They are only looked for in a wrapper if there are none beside it, because an update
 * may have any subset of them, and unknown ones as well.
 *
 * @param isField whether a bot has a field of this name
 */
export function findPatch(sent: JsonObject, isField: (name: string) => boolean): FoundDocument {
  const hasFields = (object: JsonObject) => Object.keys(object).some(isField);
  if (hasFields(sent) || !isWrapper(sent)) return { content: sent, path: [] };
  const found = follow(sent, hasFields);
  if (hasFields(found.content)) return withoutCopyFields(found);
  return { refusal: `Contains ${listWrappers(sent).join(' and ')}, and no field of a bot in it`, path: [] };
}

/** Returns the fields of an update without their wrappers. The update must be valid, so they have been found before. */
export function unwrapPatch(sent: JsonObject, isField: (name: string) => boolean): Found {
  const found = findPatch(sent, isField);
  return 'refusal' in found ? { content: sent, path: [] } : found;
}

/** Moves the numbers of a wrapped document to where they are in the document, and drops those outside of it. */
export function unwrapRounded(rounded: RoundedNumber[], path: readonly string[]): RoundedNumber[] {
  if (path.length === 0) return rounded;
  return rounded.flatMap((number) => {
    // The body's own name for the document comes first.
    const [field = 'bot', ...inner] = number.path;
    const isInside = path.every((key, index) => inner[index] === key);
    return isInside ? [{ ...number, path: [field, ...inner.slice(path.length)] }] : [];
  });
}

/**
 * Whether an object has a flow. Anything under `groups` counts, because the schema says best what is wrong with it. Other
 * products have lists of `blocks`, and `edges` beside `nodes`.
 */
function hasFlow(object: JsonObject): boolean {
  if (Object.hasOwn(object, 'groups')) return true;
  if (isStepsEra(object) || (Array.isArray(object.blocks) && object.blocks.length === 0)) return true;
  if (Object.hasOwn(object, 'nodes')) return false;
  return (object.events ?? null) !== null || Object.hasOwn(object, 'edges');
}

/** Follows wrappers until there is content, as long as it is clear which. */
function follow(sent: JsonObject, isContent: (object: JsonObject) => boolean): Found {
  const path: string[] = [];
  let content = sent;
  while (!isContent(content) && path.length < MAX_LEVELS) {
    const [key, ...others] = listWrappers(content);
    const inner = key === undefined || others.length > 0 ? undefined : content[key];
    if (key === undefined || !isJsonObject(inner)) break;
    path.push(key);
    content = inner;
  }
  return { content, path };
}

/** Lists the keys of an object that hold a bot, or might. */
function listWrappers(object: JsonObject): string[] {
  return WRAPPER_KEYS.filter((key) => Object.hasOwn(object, key) && isJsonObject(object[key]));
}

function isWrapper(object: JsonObject): boolean {
  return listWrappers(object).length > 0;
}

function withoutCopyFields({ content, path }: Found): Found {
  const fields = WRAPPERS.get(path.at(-1) ?? '') ?? [];
  if (!fields.some((field) => Object.hasOwn(content, field))) return { content, path };
  const kept = Object.entries(content).filter(([key]) => !fields.includes(key));
  return { content: Object.fromEntries(kept), path };
}
