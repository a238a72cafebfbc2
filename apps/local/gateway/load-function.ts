import { findFunctionFile } from '#functions/function-file.ts';
import type { LambdaFunction } from './lambda-invocation.ts';

const FUNCTIONS = new URL('../../../functions/', import.meta.url);

/**
 * Loads the handler of a function, such as `get-bot`. Imported on first use, like a Lambda cold start, because the
 * database's environment variables must already be set.
 */
export async function loadFunction(id: string): Promise<LambdaFunction> {
  const found = loaded.get(id);
  if (found) return found;
  const { href } = new URL(findFunctionFile(id), FUNCTIONS);
  const { handler } = (await import(href)) as { handler?: unknown };
  if (typeof handler !== 'function') throw new Error(`${id}.ts exports no handler`);
  loaded.set(id, handler as LambdaFunction);
  return handler as LambdaFunction;
}

/** Handlers by id, because an import takes a while even if the module is loaded. */
const loaded = new Map<string, LambdaFunction>();
