import type * as z from 'zod';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { bot, flowFields, variable } from '#lib/bots/document/bot-schema.ts';
import { badRequest, ServiceError } from '#lib/platform/errors/service-error.ts';
import { isNestedDeeper } from '#lib/platform/json/json-depth.ts';
import { check } from '#lib/platform/validation/check.ts';
import type { EditOperation } from './operation.ts';
import { getElementId } from './summarize-operations.ts';

/** Levels of an element. A body has at most 200, and in it the bot and a list are around an element. */
const MAX_LEVELS = 197;

/** Names of the operations on an element, after the verb: the `Group` of `addGroup`. */
type Kind = 'Group' | 'Event' | 'Edge' | 'Variable' | 'Bot';

/**
 * Checks what operations have changed in a document with the schema of a bot. What is the same object as before has not
 * been changed.
 *
 * @throws BAD_REQUEST at the last operation on an invalid element, naming what is wrong in it
 */
export function assertValidElements(
  before: BotDocument,
  after: BotDocument,
  operations: readonly EditOperation[],
): void {
  const fields = flowFields();
  const indices = mapLastIndices(operations);
  const checkNew = (
    kind: Kind,
    schema: z.ZodType,
    old: readonly Element[],
    now: readonly Element[],
  ): void => {
    const known = new Set(old);
    for (const element of now) {
      if (!known.has(element)) assertValid(schema, element, indices.get(toKey(kind, element.id)));
    }
  };
  checkNew('Group', fields.groups.element, before.groups, after.groups);
  checkNew('Event', fields.events.unwrap().element, before.events ?? [], after.events ?? []);
  checkNew('Edge', fields.edges.element, before.edges, after.edges);
  checkNew('Variable', variable(), before.variables, after.variables);
  for (const [field, schema] of Object.entries(bot().shape)) {
    const value = after[field];
    if (LISTS.has(field) || value === before[field]) continue;
    assertValid(schema as z.ZodType, value ?? null, indices.get(toKey('Bot', field)));
  }
}

type Element = { id: string };

const LISTS: ReadonlySet<string> = new Set(['groups', 'events', 'edges', 'variables']);

function toKey(kind: string, id: unknown): string {
  return JSON.stringify([kind, id]);
}

/** Maps elements to the last operation that names them. */
function mapLastIndices(operations: readonly EditOperation[]): Map<string, number> {
  return new Map(
    operations.map((operation, index) => {
      if (operation.op === 'connect') return [toKey('Edge', operation.value.id), index];
      const kind = operation.op.replace(/^[a-z]+/, '');
      const id = operation.op === 'changeBot' ? operation.path[0] : getElementId(operation);
      return [toKey(kind, id), index];
    }),
  );
}

function assertValid(schema: z.ZodType, value: unknown, index: number | undefined): void {
  const path = index === undefined ? 'operations' : `operations[${index}].value`;
  if (isNestedDeeper(value, MAX_LEVELS)) {
    throw badRequest(path, `Leaves an element that is nested too deeply: at most ${MAX_LEVELS} levels`);
  }
  try {
    check(schema, value);
  } catch (error) {
    const [issue] = error instanceof ServiceError ? (error.issues ?? []) : [];
    if (!issue) throw error;
    throw badRequest(path, `Leaves an invalid ${issue.path || 'value'}: ${issue.message}`);
  }
}
