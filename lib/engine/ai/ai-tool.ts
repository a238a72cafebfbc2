import * as z from 'zod';
import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { lenientList, optionalEnum, optionalFlag, optionalText } from '#lib/engine/model/block-options.ts';
import { parseJsonValue } from '#lib/engine/services/json-value.ts';
import { codeWithVariables } from '#lib/engine/text/code-variables.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';

/**
 * Functions written by the bot's author that a model may call. An entry without a type is a function, too.
 */
export const aiTools = once(() =>
  lenientList(
    z.object({
      type: optionalText,
      name: optionalText,
      description: optionalText,
      parameters: lenientList(
        z.object({
          type: optionalEnum(['string', 'number', 'boolean', 'enum']),
          name: optionalText,
          description: optionalText,
          required: optionalFlag,
          values: lenientList(z.string()),
        }),
      ),
      code: optionalText,
    }),
  ),
);

type AiToolOption = z.output<ReturnType<typeof aiTools>>[number];

/** A function that is complete enough to be called. */
export type AiTool = { name: string; description?: string; schema: JsonObject; code: string };

/** Maximum rounds of function calls before the model has to respond, as in Typebot. */
export const MAX_TOOL_STEPS = 6;

export function usableTools(tools: readonly AiToolOption[]): AiTool[] {
  return tools.flatMap(({ type = 'function', name, description, parameters, code }) => {
    if (type !== 'function' || !name || !code) return [];
    return [
      { name, ...(description !== undefined && { description }), schema: parametersSchema(parameters), code },
    ];
  });
}

function parametersSchema(parameters: AiToolOption['parameters']): JsonObject {
  const named = parameters.flatMap(({ name, type, description, required, values }) => {
    if (!name || !type) return [];
    const schema = type === 'enum' ? { type: 'string', enum: values } : { type };
    return [{ name, schema: { ...schema, ...(description !== undefined && { description }) }, required }];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(named.map(({ name, schema }) => [name, schema])),
    required: named.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

/**
 * Runs a function called by the model, with its arguments as global variables.
 *
 * @param args a JSON string or any value, because models can send anything
 * @returns the result for the model or, on failure, an error message that lets it retry
 */
export async function runTool(
  name: string,
  args: unknown,
  tools: readonly AiTool[],
  context: Pick<BlockContext, 'ports' | 'variables' | 'set' | 'log'>,
): Promise<string> {
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool) return `There is no function "${name}"`;
  const given = typeof args === 'string' ? parseJsonValue(args) : args;
  const { code, globals } = codeWithVariables(tool.code, context.variables);
  const sandbox = await context.ports.sandbox();
  const outcome = await sandbox.run(code, { ...globals, ...toNamedArguments(given) });
  if (outcome.error) {
    const { description } = outcome.error;
    context.log({ status: 'error', description, context: `While executing function "${name}"` });
    return description;
  }
  for (const { name: variable, value } of outcome.assignments) {
    context.set(context.variables.byName(variable)?.id, value);
  }
  return typeof outcome.value === 'string' ? outcome.value : (JSON.stringify(outcome.value) ?? '');
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

function toNamedArguments(given: unknown): JsonObject {
  if (!isJsonObject(given)) return {};
  return Object.fromEntries(Object.entries(given).filter(([key]) => IDENTIFIER.test(key)));
}
