import { type Fields, getList, getText } from '#apps/client/loose-fields.ts';

type AsyncFunction = (...values: unknown[]) => Promise<unknown>;

// The AsyncFunction constructor has no global name.
const AsyncFunctionConstructor = Object.getPrototypeOf(async () => {}).constructor as new (
  ...namesAndBody: string[]
) => AsyncFunction;

/**
 * Runs a client-side script as the body of an async function. Its parameters are the ids of the variables
 * used.
 */
export function runScript(script: Fields | undefined): Promise<unknown> {
  const args = getList(script, 'args').flatMap(({ id, value }) =>
    typeof id === 'string' ? [[id, value] as const] : [],
  );
  return runBody(getText(script, 'content') ?? '', Object.fromEntries(args));
}

/** Like `runScript`, but also accepts an expression or code without `return`. */
export function evaluateScript(script: Fields | undefined): Promise<unknown> {
  const content = getText(script, 'content') ?? '';
  return runScript({ ...script, content: content.includes('return ') ? content : `return ${content}` });
}

export async function runBody(body: string, values: Record<string, unknown>): Promise<unknown> {
  return await new AsyncFunctionConstructor(...Object.keys(values), body)(...Object.values(values));
}
