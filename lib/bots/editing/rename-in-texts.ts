import { CODE } from '#lib/blocks/logic/code.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { isMentionable } from './assert-applicable.ts';
import { type BlockNode, type EditedDocument, replaceBlock } from './edited-document.ts';
import type { PathKey } from './operation.ts';

/*
 * Texts mention a variable as `{{Name}}`: in bubbles, conditions, URLs, code, settings and the theme. Scripts of the
 * server set it with `setVariable("Name", …)`, and settings list the names that a client may set.
 */

/** A text in the document, and the element that it is in. `blockId` or `eventId` is absent for texts of the bot. */
export type FoundText = { blockId?: string; eventId?: string; path: PathKey[]; text: string };

/** Keys of ids, which never mention a variable. */
const REFERENCES = new Set(['id', 'outgoingEdgeId']);

const BOT_FIELDS = ['theme', 'settings'] as const;

/** Values that all renames of a list may look at, in about a second. Bots have some hundred near a mention. */
const MAX_VALUES = 1_000_000;

/** Characters that all renames of a list may add: more than a bot may have. */
const MAX_ADDED_CHARS = 8_000_000;

/**
 * Replaces a variable's name wherever a text of the document means the variable.
 *
 * @throws PAYLOAD_TOO_LARGE before the bot, or the time that this takes, grows out of bounds
 */
export function renameInTexts(edited: EditedDocument, name: string, newName: string): void {
  if (!isMentionable(name) || name === newName) return;
  const rename = (text: string): string => replaceName(edited, text, name, newName);
  for (const [index, event] of edited.events.entries()) {
    edited.events[index] = renameInside(edited, event, rename);
  }
  for (const node of edited.groups.flatMap(({ blocks }) => blocks)) renameInNode(edited, node, name, newName);
  const { head } = edited;
  const fields = BOT_FIELDS.map(
    (field) => [field, renameInside(edited, head[field] as JsonObject, rename)] as const,
  );
  if (fields.some(([field, value]) => value !== head[field])) {
    edited.head = { ...head, ...Object.fromEntries(fields) };
  }
  renamePrefillable(edited, name, newName);
}

function renameInNode(edited: EditedDocument, node: BlockNode, name: string, newName: string): void {
  const { value: block } = node;
  if (!isJsonObject(block) || edited.withoutNames.has(block)) return;
  if (!hasMentions(block)) {
    edited.withoutNames.add(block);
    return;
  }
  const renamed = renameInBlock(edited, block, name, newName);
  if (renamed !== block) replaceBlock(edited, node, renamed);
}

function replaceName(edited: EditedDocument, text: string, name: string, newName: string): string {
  const mentions = text.split(`{{${name}}}`).length - 1;
  if (mentions === 0) return text;
  countAddedChars(edited, mentions * (newName.length - name.length));
  return text.replaceAll(`{{${name}}}`, () => `{{${newName}}}`);
}

function countAddedChars({ renaming }: EditedDocument, chars: number): void {
  renaming.addedChars += Math.max(0, chars);
  if (renaming.addedChars > MAX_ADDED_CHARS) {
    throw new ServiceError(
      'PAYLOAD_TOO_LARGE',
      'With the new names of variables, the bot would be too large',
    );
  }
}

function countValues({ renaming }: EditedDocument, values: number): void {
  renaming.values += values;
  if (renaming.values > MAX_VALUES) {
    const message = 'Renames too many variables of a bot of this size; send fewer operations at once';
    throw new ServiceError('PAYLOAD_TOO_LARGE', message);
  }
}

function renameInBlock(edited: EditedDocument, block: JsonObject, name: string, newName: string): JsonObject {
  const renamed = renameInside(edited, block, (text) => replaceName(edited, text, name, newName));
  const { options } = renamed;
  if (renamed.type !== CODE.type || !isJsonObject(options) || typeof options.content !== 'string')
    return renamed;
  const content = renameInScript(edited, options.content, name, newName);
  return content === options.content ? renamed : { ...renamed, options: { ...options, content } };
}

/** A name that a script sets, as long as it is written in quotes without anything that they would have to escape. */
const SET_BY_SCRIPT = /(\bsetVariable\(\s*)(["'])([^"'\\\n]{1,200})\2(?=\s*,)/g;

function renameInScript(edited: EditedDocument, script: string, name: string, newName: string): string {
  return script.replace(SET_BY_SCRIPT, (call, start: string, quote: string, set: string) => {
    if (set !== name) return call;
    countAddedChars(edited, newName.length - name.length);
    return start + (/["'\\\n]/.test(newName) ? JSON.stringify(newName) : quote + newName + quote);
  });
}

/** Returns the names that a script of the server sets. Empty for other blocks. */
export function findNamesInScript({ type, options }: JsonObject): Set<string> {
  const content = type === CODE.type && isJsonObject(options) ? options.content : undefined;
  if (typeof content !== 'string') return new Set();
  return new Set([...content.matchAll(SET_BY_SCRIPT)].map(([, , , name = '']) => name));
}

function renamePrefillable(edited: EditedDocument, name: string, newName: string): void {
  const { settings } = edited.head;
  const { security } = settings;
  const names: unknown = security?.prefillableVariables;
  if (!Array.isArray(names) || !names.includes(name)) return;
  countAddedChars(edited, names.filter((one) => one === name).length * (newName.length - name.length));
  const prefillableVariables = names.map((one: unknown) => (one === name ? newName : one)) as string[];
  edited.head = {
    ...edited.head,
    settings: { ...settings, security: { ...security, prefillableVariables } },
  };
}

/** Returns the value itself if no text in it changes. */
function renameInside<T>(edited: EditedDocument, value: T, rename: (text: string) => string): T {
  if (typeof value === 'string') return rename(value) as T;
  if (Array.isArray(value)) {
    const list: unknown[] = value;
    countValues(edited, list.length);
    const renamed = list.map((element) => renameInside(edited, element, rename));
    return renamed.every((element, index) => element === list[index]) ? value : (renamed as T);
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  countValues(edited, entries.length);
  const renamed = entries.map(([key, inner]): [string, unknown] => [
    key,
    REFERENCES.has(key) ? inner : renameInside(edited, inner, rename),
  ]);
  return renamed.every(([, inner], index) => inner === entries[index]?.[1])
    ? value
    : (Object.fromEntries(renamed) as T);
}

function hasMentions(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('{{') || value.includes('setVariable(');
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasMentions);
}

/** Lists the texts in the document that can mention variables. */
export function listTexts({ events, groups, head }: EditedDocument): FoundText[] {
  const texts: FoundText[] = [];
  const add = (value: unknown, element: Omit<FoundText, 'path' | 'text'>, path: PathKey[]): void =>
    visitTexts(value, path, (text, textPath) => texts.push({ ...element, path: textPath, text }));
  for (const event of events) add(event, { eventId: event.id }, []);
  for (const { value: block } of groups.flatMap(({ blocks }) => blocks)) {
    if (isJsonObject(block) && typeof block.id === 'string' && hasMentions(block)) {
      add(block, { blockId: block.id }, []);
    }
  }
  for (const field of BOT_FIELDS) add(head[field], {}, [field]);
  return texts;
}

function visitTexts(value: unknown, path: PathKey[], visit: (text: string, path: PathKey[]) => void): void {
  if (typeof value === 'string') visit(value, path);
  if (typeof value !== 'object' || value === null) return;
  const entries: [PathKey, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [key, inner] of entries) {
    if (typeof key === 'number' || !REFERENCES.has(key)) visitTexts(inner, [...path, key], visit);
  }
}
