import * as z from 'zod';
import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { lenientList, optionalText } from '#lib/engine/model/block-options.ts';
import { toPrimitiveText } from '#lib/platform/json/primitive-text.ts';
import { once } from '#lib/platform/validation/once.ts';

/** A model's response and its token usage. */
export type Completion = { text: string; usage: TokenUsage };

export type TokenUsage = { promptTokens: number; completionTokens: number; totalTokens: number };

export const NO_USAGE: TokenUsage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 };

/** A number of tokens in a service's response. A list or an object counts as 0. */
export function toTokenCount(value: unknown): number {
  return Number(toPrimitiveText(value));
}

/** Sums token usage over requests, because each one is billed. */
export function addUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    totalTokens: one.totalTokens + other.totalTokens,
  };
}

/** Maps parts of a response to the variables they are stored in. */
export const responseMapping = once(() =>
  lenientList(z.object({ item: optionalText, variableId: optionalText })),
);

export type ResponseMapping = z.output<ReturnType<typeof responseMapping>>;

/**
 * Stores parts of a response in variables.
 *
 * @param parts values by the names used in mappings; a mapping without a name gets the first part
 */
export function assignParts(
  mapping: ResponseMapping,
  parts: Record<string, unknown>,
  context: Pick<BlockContext, 'set'>,
): void {
  const [first = ''] = Object.keys(parts);
  for (const { item = first, variableId } of mapping) {
    if (Object.hasOwn(parts, item)) context.set(variableId, parts[item]);
  }
}

export function completionParts({ text, usage }: Completion): Record<string, unknown> {
  return {
    'Message content': text,
    'Total tokens': usage.totalTokens,
    'Prompt tokens': usage.promptTokens,
    'Completion tokens': usage.completionTokens,
  };
}
