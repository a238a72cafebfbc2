import * as z from 'zod';
import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { lenientList } from '#lib/engine/model/block-options.ts';
import { renderCode } from '#lib/engine/text/code-template.ts';
import { once } from '#lib/platform/validation/once.ts';

/** The response to an HTTP request made by the service or the client. */
export type MappedResponse = { statusCode?: unknown; data?: unknown };

/** Time limit for the whole mapping. A response can be 5 MB, and a document can map it thousands of times. */
const MAX_MAPPING_MS = 5_000;

const mappings = once(() => lenientList(z.object({ bodyPath: z.string(), variableId: z.string() })));

/**
 * Stores parts of a response in variables. Each `bodyPath` is a JavaScript expression over `statusCode` and
 * `data`. If it fails, its variable keeps its value and nothing is logged, because authors map fields that
 * only some responses have.
 *
 * @param mapping unvalidated, from the document
 */
export async function applyResponseMapping(
  mapping: unknown,
  response: MappedResponse,
  context: BlockContext,
): Promise<void> {
  const { statusCode, data } = response;
  const startedMs = performance.now();
  for (const { bodyPath, variableId } of mappings().parse(mapping)) {
    const expression = renderCode(bodyPath, context).trim();
    if (expression === '') continue;
    const simple = simplePathValue(expression, { statusCode, data });
    const outcome = simple ?? (await context.ports.sandbox()).evaluate(expression, { statusCode, data });
    if (!outcome.error) context.set(variableId, outcome.value);
    if (performance.now() - startedMs > MAX_MAPPING_MS) {
      context.log({
        status: 'error',
        description: 'Part of a response was not stored: mapping it took too long',
      });
      return;
    }
  }
}

/** Empties the variables that a mapping sets. Returns whether there are any. */
export function clearMappedVariables(mapping: unknown, context: BlockContext): boolean {
  const mapped = mappings()
    .parse(mapping)
    .filter(({ bodyPath }) => bodyPath.trim() !== '');
  for (const { variableId } of mapped) context.set(variableId, undefined);
  return mapped.length > 0;
}

type PathOutcome = { value: unknown; error?: never } | { error: true };

const PATH =
  /^(?:data|statusCode)(?:\.[A-Za-z_$][\w$]*|\[(?:0|[1-9]\d{0,9})\]|\["[^"\\\n]*"\]|\['[^'\\\n]*'\])*$/;
const STEP = /\.([\w$]+)|\[(\d+)\]|\["([^"]*)"\]|\['([^']*)'\]/g;

/**
 * Evaluates a path like `data.list[0]["k-y"]` without the sandbox, which takes far longer to load and which
 * few mappings need. Returns undefined if the sandbox is needed: for other expressions and for inherited
 * properties.
 */
export function simplePathValue(expression: string, response: MappedResponse): PathOutcome | undefined {
  if (!PATH.test(expression)) return undefined;
  let value = expression.startsWith('data') ? response.data : response.statusCode;
  for (const [, name, index, doubleQuoted, singleQuoted] of expression.matchAll(STEP)) {
    const key = name ?? index ?? doubleQuoted ?? singleQuoted ?? '';
    if (value === undefined || value === null) return { error: true };
    const owner: object = Object(value);
    if (Object.hasOwn(owner, key)) value = (owner as Record<string, unknown>)[key];
    else if (key in owner) return undefined;
    else value = undefined;
  }
  return { value };
}
