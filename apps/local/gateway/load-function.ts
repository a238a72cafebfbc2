import { findFunctionFile } from '#functions/function-file.ts';
import { ADDRESSES } from '#lib/compatibility/address-table.ts';
import type { EndpointHandler } from '#lib/platform/http/pipeline.ts';
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
  const complete = await serveItsAddresses(id, handler as LambdaFunction);
  loaded.set(id, complete);
  return complete;
}

/** Puts the handler behind the addresses of Typebot that it has, as `lib/compatibility/entry.ts` does in a bundle. */
async function serveItsAddresses(id: string, handler: LambdaFunction): Promise<LambdaFunction> {
  const addresses = ADDRESSES[id];
  if (!addresses) return handler;
  const { serveAddresses } = await import('#lib/compatibility/serve-addresses.ts');
  return serveAddresses(addresses, handler as unknown as EndpointHandler) as LambdaFunction;
}

/** Handlers by id, because an import takes a while even if the module is loaded. */
const loaded = new Map<string, LambdaFunction>();
