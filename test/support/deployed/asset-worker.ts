import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/* Runs one deployed bundle as Lambda would: isolated, with only its own function's environment variables. */

const { handlerFile } = workerData as { handlerFile: string };
const { handler } = createRequire(handlerFile)(handlerFile) as {
  handler: (event: unknown, context: unknown) => Promise<unknown>;
};

type Call = { id: number; event: unknown; context: Record<string, unknown>; remainingMs: number };

parentPort?.on('message', async ({ id, event, context, remainingMs }: Call) => {
  const deadlineMs = performance.now() + remainingMs;
  const getRemainingTimeInMillis = () => Math.max(0, deadlineMs - performance.now());
  try {
    const result = await handler(event, { ...context, getRemainingTimeInMillis });
    parentPort?.postMessage({ id, result });
  } catch (error) {
    parentPort?.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});
