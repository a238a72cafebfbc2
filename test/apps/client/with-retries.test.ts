import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '#apps/client/client.ts';
import { withRetries } from '#apps/client/with-retries.ts';

const busy = (status: number, headers: Record<string, string> = {}) => Response.json({}, { status, headers });

/** A `fetch` that gets these responses, and from then on a success. */
function fetchGetting(...responses: Response[]) {
  return vi.fn(async () => responses.shift() ?? Response.json({}));
}

const get = { method: 'GET', headers: {} };
const post = { method: 'POST', headers: {} };
const postWithKey = { method: 'POST', headers: { 'idempotency-key': 'k' } };

describe('withRetries', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it.each([
    [429, get],
    [429, post],
    [503, get],
    [503, postWithKey],
  ])('repeats a request after a %d: %j', async (status, init) => {
    const fetch = fetchGetting(busy(status), busy(status));
    const response = withRetries(fetch)('http://m.test', init);
    await vi.runAllTimersAsync();
    expect((await response).status).toBe(200);
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it.each([
    [503, post],
    [409, postWithKey],
    [500, get],
  ])('does not repeat a request after a %d: %j', async (status, init) => {
    const fetch = fetchGetting(busy(status));
    expect((await withRetries(fetch)('http://m.test', init)).status).toBe(status);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('waits as long as Retry-After says', async () => {
    const fetch = fetchGetting(busy(409, { 'retry-after': '2' }));
    const response = withRetries(fetch)('http://m.test', postWithKey);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect((await response).status).toBe(200);
  });

  it('returns the response if the wait would be too long in all', async () => {
    const fetch = fetchGetting(busy(429, { 'retry-after': '2' }), busy(429, { 'retry-after': '2' }));
    const response = withRetries(fetch, { maxTotalWaitMs: 3_000 })('http://m.test', get);
    await vi.runAllTimersAsync();
    expect((await response).status).toBe(429);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('stops waiting when the signal is aborted', async () => {
    const fetch = fetchGetting(busy(429), busy(429));
    const controller = new AbortController();
    const response = withRetries(fetch)('http://m.test', { ...get, signal: controller.signal });
    const refusal = expect(response).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(100);
    controller.abort(new Error('enough'));
    await refusal;
    expect(vi.getTimerCount()).toBe(0);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('does not wait if the signal was aborted before', async () => {
    const fetch = fetchGetting(busy(429));
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(withRetries(fetch)('http://m.test', { ...get, signal })).rejects.toThrow('enough');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('uses the global fetch of the time of the request', async () => {
    const client = createClient({ baseUrl: 'http://m.test', fetch: withRetries() });
    const fetch = fetchGetting();
    vi.stubGlobal('fetch', fetch);
    await client.getMe();
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
