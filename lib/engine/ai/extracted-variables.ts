import * as z from 'zod';
import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { listOf, optionalEnum, optionalFlag, optionalText } from '#lib/engine/model/block-options.ts';
import type { Variables } from '#lib/engine/model/variables.ts';
import { parseJsonValue } from '#lib/engine/services/json-value.ts';
import { BlockFailure } from '#lib/engine/services/service-request.ts';
import { isJsonObject, type JsonObject } from '#lib/json/json-object.ts';

/** Variables for which a model should find values. */
export const variablesToExtract = listOf(
  z.object({
    type: optionalEnum(['string', 'number', 'boolean', 'array', 'enum']),
    variableId: optionalText,
    description: optionalText,
    isRequired: optionalFlag,
    values: listOf(z.string()),
  }),
);

type ExtractionOption = z.output<typeof variablesToExtract>[number];

/** An entry with a variable and a type. The model knows it by the variable's name. */
type Extraction = { variableId: string; name: string; schema: JsonObject };

export type ExtractionPlan = { name: string; schema: JsonObject; extractions: Extraction[] };

/** @throws BlockFailure if there is nothing to look for */
export function extractionPlan(options: readonly ExtractionOption[], variables: Variables): ExtractionPlan {
  const extractions = options.flatMap((option): Extraction[] => {
    const variable = variables.byId(option.variableId);
    if (!variable || !option.type) return [];
    return [{ variableId: variable.id, name: variable.name, schema: valueSchema(option) }];
  });
  if (extractions.length === 0) throw new BlockFailure('No variables to extract provided');
  return {
    name: 'variables',
    schema: {
      type: 'object',
      properties: Object.fromEntries(extractions.map(({ name, schema }) => [name, schema])),
      // Strict schemas require every property, so one that may be missing may be null.
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

/** @param answer what the model found, as a value or as JSON. @throws BlockFailure */
export function assignExtracted(
  { extractions }: ExtractionPlan,
  answer: unknown,
  context: Pick<BlockContext, 'set'>,
): void {
  const found = typeof answer === 'string' ? parseJsonValue(unfenced(answer)) : answer;
  if (!isJsonObject(found)) throw new BlockFailure('The model did not answer with the variables');
  for (const { variableId, name } of extractions) {
    if (Object.hasOwn(found, name)) context.set(variableId, found[name]);
  }
}

/** Models of some services wrap JSON in a Markdown block, whatever they are told. */
function unfenced(text: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
}
