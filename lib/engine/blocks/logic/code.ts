import * as z from 'zod';
import type { ActionModule, BlockContext } from '#lib/engine/model/block-module.ts';
import { optionalFlag, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import type { SetOptions } from '#lib/engine/model/variables.ts';
import { clientScript } from '#lib/engine/text/client-script.ts';
import { codeWithVariables } from '#lib/engine/text/code-variables.ts';
import { deriveParts } from '#lib/engine/text/derived-parts.ts';
import { once } from '#lib/platform/validation/once.ts';

export const codeOptions = once(() =>
  z.object({
    content: optionalText,
    isExecutedOnClient: optionalFlag,
    isUnsafe: optionalFlag,
  }),
);

/**
 * Runs an author's script: in the client by default, otherwise in the sandbox, where it can set variables.
 */
export const codeBlock: ActionModule = {
  kind: 'logic',
  type: 'Code',
  async run(block, context) {
    const { content, isExecutedOnClient = true, isUnsafe } = readOptions(codeOptions(), block.options);
    if (!content) return {};
    if (isExecutedOnClient) {
      const script = {
        ...clientScript(content, context.variables),
        ...(isUnsafe !== undefined && { isUnsafe }),
      };
      return { actions: [{ type: 'scriptToExecute', scriptToExecute: script }] };
    }
    const { code, globals } = codeWithVariables(content, context.variables);
    const { error, assignments } = await (await context.ports.sandbox()).run(code, globals);
    if (error) context.log({ description: error.description, context: error.context });
    for (const { name, value } of error ? [] : assignments) {
      setByName(name, value, { typed: deriveParts(content, value, context.variables) }, context);
    }
    return {};
  },
};

/** Sets a variable from a script. Logs a name that the bot does not have. */
function setByName(name: string, value: unknown, options: SetOptions, context: BlockContext): void {
  const variable = context.variables.byName(name);
  if (variable) context.set(variable.id, value, options);
  else
    context.log({
      status: 'error',
      description: `A script set "${name}", which is not a variable of this bot`,
    });
}
