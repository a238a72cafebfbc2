import type { LambdaFunction } from './lambda-invocation.ts';

/**
 * The handler in `functions/<id>.ts`. Imported on first use, like the cold start of a Lambda function. By
 * then the environment names the database.
 */
export async function loadFunction(id: string): Promise<LambdaFunction> {
  const { handler } = (await import(`#functions/${id}.ts`)) as { handler?: unknown };
  if (typeof handler !== 'function') throw new Error(`functions/${id}.ts exports no handler`);
  return handler as LambdaFunction;
}
