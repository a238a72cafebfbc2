import * as z from 'zod';
import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { lenientList, optionalEnum, optionalFlag, optionalText } from '#lib/engine/model/block-options.ts';
import type { Variables } from '#lib/engine/model/variables.ts';
import { parseJsonValue } from '#lib/engine/services/json-value.ts';
import { BlockError } from '#lib/engine/services/service-request.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';

/** Variables that a model should extract values for. */
export const variablesToExtract = once(() =>
  lenientList(
    z.object({
      type: optionalEnum(['string', 'number', 'boolean', 'array', 'enum']),
      variableId: optionalText,
      description: optionalText,
      isRequired: optionalFlag,
      values: lenientList(z.string()),
    }),
  ),
);

type ExtractionOption = z.output<ReturnType<typeof variablesToExtract>>[number];

/** An entry that has a variable and a type. The model sees the variable's name. */
type Extraction = { variableId: string; name: string; schema: JsonObject };

export type ExtractionPlan = { name: string; schema: JsonObject; extractions: Extraction[] };

/** @throws BlockError if no variable is selected */
export function extractionPlan(options: readonly ExtractionOption[], variables: Variables): ExtractionPlan {
  const extractions = options.flatMap((option): Extraction[] => {
    const variable = variables.byId(option.variableId);
    if (!variable || !option.type) return [];
    return [{ variableId: variable.id, name: variable.name, schema: valueSchema(option) }];
  });
  if (extractions.length === 0) throw new BlockError('No variables to extract provided');
  return {
    name: 'variables',
    schema: {
      type: 'object',
      properties: Object.fromEntries(extractions.map(({ name, schema }) => [name, schema])),
      // Strict schemas require every property, so optional ones are nullable.
      required: [...new Set(extractions.map(({ name }) => name))],
      additionalProperties: false,
    },
    extractions,
  };
}

function valueSchema({ type, description, isRequired, values }: ExtractionOption): JsonObject {
  const described = description === undefined ? {} : { description };
  const typeName = type === 'enum' ? 'string' : type;
  return {
    type: isRequired ? typeName : [typeName, 'null'],
    ...(type === 'array' && { items: { type: 'string' } }),
    ...(type === 'enum' && { enum: isRequired ? values : [...values, null] }),
    ...described,
  };
}

/**
 * @param answer the model's response, as a value or as JSON
 * @throws BlockError
 */
export function assignExtracted(
  { extractions }: ExtractionPlan,
  output: unknown,
  context: Pick<BlockContext, 'set'>,
): void {
  const found = typeof output === 'string' ? parseJsonValue(removeFence(output)) : output;
  if (!isJsonObject(found)) throw new BlockError('The model did not return the variables');
  for (const { variableId, name } of extractions) {
    if (Object.hasOwn(found, name)) context.set(variableId, found[name]);
  }
}

/** Some models wrap JSON in a Markdown code fence, even when told not to. */
function removeFence(text: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
}
