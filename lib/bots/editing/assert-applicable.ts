import { badRequest, type ServiceError } from '#lib/platform/errors/service-error.ts';
import { toPath } from '#lib/platform/validation/check.ts';
import type { EditOperation, PathKey, ValueChange } from './operation.ts';

/** First keys of paths that another operation changes, or none, by the kind of operation. */
const REFUSED_KEYS: Partial<Record<EditOperation['op'], Readonly<Record<string, string>>>> = {
  changeGroup: { blocks: 'Blocks have operations of their own' },
  changeEdge: { from: 'An edge begins at one element; disconnect it, and connect another one' },
};

/** Fields of a bot that `changeBot` changes. All others have operations of their own, or belong to an update. */
const BOT_FIELDS = new Set<PathKey>([
  'name',
  'icon',
  'theme',
  'settings',
  'selectedThemeTemplateId',
  'resultsTablePreferences',
]);

/**
 * Checks what no document could make right.
 *
 * @param at path of the operation, such as `operations[3]`
 * @throws BAD_REQUEST
 */
export function assertApplicable(operation: EditOperation, at: string): void {
  if ('path' in operation) assertChange(operation, at);
  if (operation.op === 'renameVariable') assertName(operation.value, `${at}.value`);
}

function assertChange(change: ValueChange & EditOperation, at: string): void {
  const [first = ''] = change.path;
  const last = change.path.at(-1);
  const refuse = (reason: string): ServiceError => badRequest(`${at}.path`, reason);
  if (change.was === undefined && change.value === undefined) {
    throw badRequest(at, 'Has neither was nor value, so it changes nothing');
  }
  if (change.op === 'changeBot' && !BOT_FIELDS.has(first)) {
    throw refuse(`Must begin with ${[...BOT_FIELDS].join(', ')}`);
  }
  if (first === 'id' && change.op !== 'changeBot') throw refuse('An id cannot be changed');
  const reason = REFUSED_KEYS[change.op]?.[first];
  if (reason !== undefined) throw refuse(reason);
  if (typeof last === 'number' && (change.was === undefined || change.value === undefined)) {
    throw refuse('Elements of a list are not added or removed one by one; change the list');
  }
  if (leadsToPrototype(change)) {
    throw refuse('Contains a key named __proto__ or constructor.prototype, which is not allowed');
  }
}

/** Whether a path, with the value at its end, has a key that a request's body may not have. */
function leadsToPrototype({ path, value }: ValueChange): boolean {
  if (path.includes('__proto__')) return true;
  return path.some((key, index) => {
    if (key !== 'constructor') return false;
    if (index < path.length - 1) return path[index + 1] === 'prototype';
    return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
  });
}

/** Names that text can mention: `{{Name}}`. */
const NAME = /^(?!=)[^{}]+$/;

function assertName(name: string, path: string): void {
  if (!NAME.test(name)) throw badRequest(path, 'Must not be empty, begin with = or contain { or }');
}

/** Whether a text can mention a variable of this name. */
export function isMentionable(name: string): boolean {
  return NAME.test(name);
}

/** Returns the path of a value inside an element, in the notation of errors. */
export function joinPath(element: string, path: readonly PathKey[]): string {
  const inner = toPath(path);
  return inner === '' || inner.startsWith('[') ? `${element}${inner}` : `${element}.${inner}`;
}
