import type { ClientScript } from '#lib/engine/model/chat-protocol.ts';
import type { Variables } from '#lib/engine/model/variables.ts';
import { codeWithVariables } from './code-variables.ts';

/** Returns code for the client to run, with an argument for each variable it mentions. */
export function clientScript(source: string, variables: Variables): ClientScript {
  const { code, globals } = codeWithVariables(source, variables);
  return { content: code, args: Object.entries(globals).map(([id, value]) => ({ id, value })) };
}
