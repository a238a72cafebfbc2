import { describe, expect, it } from 'vitest';
import {
  CODE_RESERVE_MS,
  COMPUTING_RESERVE_MS,
  WAITING_RESERVE_MS,
  WALKING_RESERVE_MS,
} from '#lib/engine/model/turn-reserves.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { fakeEndpoint, fakeGateway, fakeRequest, parseJson } from '#test/apps/local/fake-api.ts';

/**
 * Calls a function that has this timeout, through a gateway that waits for it as long as API Gateway does.
 */
async function call(timeoutSeconds: number, handle: (deadlineMs: number) => Promise<unknown>) {
  const endpoint = fakeEndpoint({ timeoutSeconds });
  const handler = endpointHandler(endpoint, async ({ deadlineMs }) => ({ body: await handle(deadlineMs) }));
  const gateway = fakeGateway({
    endpoints: [endpoint],
    functions: { fake: async (event, context) => await handler(event as never, context) },
  });
  return await gateway.handle('management', fakeRequest());
}

describe('a request', () => {
  it('knows when its caller gets 503: a quarter of a second before Lambda ends the function', async () => {
    const startedAtMs = Date.now();
    const response = await call(26, async (deadlineMs) => ({ leftMs: deadlineMs - startedAtMs }));
    const { leftMs } = parseJson(response) as { leftMs: number };
    const endedAtMs = Date.now();
    expect(leftMs).toBeGreaterThan(25_000);
    expect(leftMs).toBeLessThanOrEqual(25_750 + (endedAtMs - startedAtMs));
  });

  it('gets 503 from the function, not 504 from the gateway, if its time runs out', async () => {
    const response = await call(0.5, () => new Promise(() => {}));
    expect(response.status).toBe(503);
    expect(parseJson(response)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

describe('a turn', () => {
  it('leaves each stage time for those after it, and a second for storing the turn', () => {
    const reserves = [WAITING_RESERVE_MS, WALKING_RESERVE_MS, CODE_RESERVE_MS, COMPUTING_RESERVE_MS];
    expect(reserves).toEqual(reserves.toSorted((a, b) => b - a));
    expect(new Set(reserves).size).toBe(reserves.length);
    expect(COMPUTING_RESERVE_MS).toBeGreaterThanOrEqual(1_000);
  });
});
