import type * as z from 'zod';
import { bot, flowFields, variable } from '#lib/bots/document/bot-schema.ts';
import { badRequest, ServiceError } from '#lib/platform/errors/service-error.ts';
import { check } from '#lib/platform/validation/check.ts';
import { type EditedDocument, findGroup } from './edited-document.ts';
import type { EditOperation } from './operation.ts';
import { getElementId } from './summarize-operations.ts';

/** An element that operations have changed, and its schema. `value` is undefined if it is gone again. */
type Element = { schema: z.ZodType; value: unknown };

/**
 * Checks what operations have changed with the schema of a bot. Each element is checked once, however many operations
 * have changed it.
 *
 * @throws BAD_REQUEST at the last operation on an invalid element, naming what is wrong in it
 */
export function assertValidElements(edited: EditedDocument, operations: readonly EditOperation[]): void {
  const last = new Map<string, number>();
  for (const [index, operation] of operations.entries()) {
    const kind = operation.op.replace(/^[a-z]+/, '');
    const id = operation.op === 'changeBot' ? operation.path[0] : getElementId(operation);
    last.set(JSON.stringify([kind, id]), index);
  }
  for (const index of last.values()) {
    const operation = operations[index];
    const element = operation && findElement(edited, operation);
    if (element?.value !== undefined) assertValid(element, `operations[${index}]`);
  }
}

function assertValid({ schema, value }: Element, at: string): void {
  try {
    check(schema, value);
  } catch (error) {
    const [issue] = error instanceof ServiceError ? (error.issues ?? []) : [];
    if (!issue) throw error;
    throw badRequest(`${at}.value`, `Leaves an invalid ${issue.path || 'value'}: ${issue.message}`);
  }
}

function findElement(edited: EditedDocument, operation: EditOperation): Element | undefined {
  const id = getElementId(operation) ?? '';
  const findById = (list: readonly { id: string }[]) => list.find((element) => element.id === id);
  const fields = flowFields();
  switch (operation.op) {
    case 'addGroup':
    case 'changeGroup':
    case 'moveGroup':
      return { schema: fields.groups.element, value: findGroup(edited, id)?.value };
    case 'addEvent':
    case 'changeEvent':
    case 'moveEvent':
      return { schema: fields.events.unwrap().element, value: findById(edited.events) };
    case 'connect':
    case 'changeEdge':
      return { schema: fields.edges.element, value: findById(edited.edges) };
    case 'addVariable':
    case 'changeVariable':
      return { schema: variable(), value: findById(edited.variables) };
    case 'changeBot': {
      const field = String(operation.path[0]) as keyof ReturnType<typeof bot>['shape'];
      return { schema: bot().shape[field], value: edited.head[field] ?? null };
    }
    default:
      return undefined;
  }
}
