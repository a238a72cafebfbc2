import type { LambdaFunction } from './lambda-invocation.ts';

/**
 * Loads the handler in `functions/<id>.ts`. Imported on first use, like a Lambda cold start, because the
 * database's environment variables must already be set.
 */
export async function loadFunction(id: string): Promise<LambdaFunction> {
  const found = loaded.get(id);
  if (found) return found;
  const { handler } = (await import(`#functions/${id}.ts`)) as { handler?: unknown };
  if (typeof handler !== 'function') throw new Error(`functions/${id}.ts exports no handler`);
  loaded.set(id, handler as LambdaFunction);
  return handler as LambdaFunction;
}

/** Handlers by id, because an import takes a while even if the module is loaded. */
const loaded = new Map<string, LambdaFunction>();
