import * as z from 'zod';
import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { listOf, optionalText } from '#lib/engine/model/block-options.ts';

/** The outcome of asking a model. */
export type Completion = { text: string; usage: TokenUsage };

export type TokenUsage = { promptTokens: number; completionTokens: number; totalTokens: number };

export const NO_USAGE: TokenUsage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 };

/** The usage of all requests together, because each is paid for. */
export function addedUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    totalTokens: one.totalTokens + other.totalTokens,
  };
}

/** Which variables get which parts of an answer. */
export const responseMapping = listOf(z.object({ item: optionalText, variableId: optionalText }));

export type ResponseMapping = z.output<typeof responseMapping>;

/**
 * Stores the parts of an answer in variables.
 *
 * @param parts by the names that mappings use; a mapping without a name means the first
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
