import { Worker } from 'node:worker_threads';
import type { Context } from 'aws-lambda';
import type { LambdaFunction } from '#apps/local/gateway/lambda-invocation.ts';

export type AssetFunction = { invoke: LambdaFunction; stop(): Promise<void> };

type Reply = { id: number; result?: unknown; failure?: string };

/** Runs a deployed bundle in a worker thread that does not inherit this process's environment. */
export function startAssetFunction(handlerFile: string, env: Record<string, string>): AssetFunction {
  const worker = new Worker(new URL('./asset-worker.ts', import.meta.url), {
    workerData: { handlerFile },
    env,
    // Keeps the bundle's logs out of the test output.
    stdout: true,
    stderr: true,
  });
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let calls = 0;
  const failAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new Error(`${handlerFile} has ended`)));
  worker.on('message', ({ id, result, failure }: Reply) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (failure === undefined) call?.resolve(result);
    else call?.reject(new Error(failure));
  });
  return {
    invoke: (event, context: Context) =>
      new Promise((resolve, reject) => {
        calls += 1;
        waiting.set(calls, { resolve, reject });
        const remainingMs = context.getRemainingTimeInMillis();
        // Functions cannot be posted to a worker, so the worker recreates `getRemainingTimeInMillis`.
        const plain = JSON.parse(JSON.stringify(context));
        worker.postMessage({ id: calls, event, context: plain, remainingMs });
      }),
    stop: async () => {
      worker.removeAllListeners('exit');
      await worker.terminate();
    },
  };
}
