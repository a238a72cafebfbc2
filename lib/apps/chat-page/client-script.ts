import { type Fields, getList, toText } from '#lib/client/loose-fields.ts';

type AsyncFunction = (...values: unknown[]) => Promise<unknown>;

// JavaScript has no global name for this constructor.
const AsyncFunctionConstructor = Object.getPrototypeOf(async () => {}).constructor as new (
  ...namesAndBody: string[]
) => AsyncFunction;

/**
 * Runs what an author wrote for the client: the body of an async function. Its parameters are the ids of the
 * variables that it uses.
 */
export function runScript(script: Fields | undefined): Promise<unknown> {
  const args = getList(script, 'args').flatMap(({ id, value }) =>
    typeof id === 'string' ? [[id, value] as const] : [],
  );
  return runBody(toText(script, 'content') ?? '', Object.fromEntries(args));
}

/** Like `runScript`, for an expression or for code that may omit the `return`. */
export function evaluateScript(script: Fields | undefined): Promise<unknown> {
  const content = toText(script, 'content') ?? '';
  return runScript({ ...script, content: content.includes('return ') ? content : `return ${content}` });
}

export async function runBody(body: string, values: Record<string, unknown>): Promise<unknown> {
  return await new AsyncFunctionConstructor(...Object.keys(values), body)(...Object.values(values));
}
