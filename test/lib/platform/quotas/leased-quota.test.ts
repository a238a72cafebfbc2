import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaseHttp } from '#lib/chat/adapters/leased-http.ts';
import type { HttpPort } from '#lib/engine/model/ports.ts';
import { forgetLeases, takeLeased } from '#lib/platform/quotas/leased-quota.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { intercepting } from '#test/support/database-requests.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';
import { uniqueName } from '#test/support/unique-name.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

let workspaceId: string;
beforeEach(() => {
  workspaceId = uniqueName('workspace');
});
afterEach(() => {
  vi.unstubAllEnvs();
  forgetLeases();
});

const request = { url: 'https://x.example', method: 'GET', timeoutMs: 1_000 };
const answering: HttpPort = async () => ({ status: 200, headers: {}, body: new Uint8Array() });
let now = new Date();

/** Sends `count` requests. Returns how many were allowed, and how many database writes that took. */
async function sendAll(count: number, { atOnce = false } = {}): Promise<{ sent: number; writes: number }> {
  const http = leaseHttp(answering, workspaceId, () => now);
  let writes = 0;
  let sent = 0;
  const send = async () => {
    try {
      await http(request);
      sent += 1;
    } catch (error) {
      expect(error).toMatchObject({
        kind: 'refused',
        message: 'The workspace has reached its daily request limit',
      });
    }
  };
  await intercepting(
    async ({ input }, forward) => {
      writes += 1;
      return await forward(input);
    },
    async () => {
      if (atOnce) await Promise.all(Array.from({ length: count }, send));
      else for (let one = 0; one < count; one++) await send();
    },
  );
  return { sent, writes };
}

describe("bots' requests", () => {
  it('are not counted unless the operator sets a limit', async () => {
    expect(await sendAll(500)).toEqual({ sent: 500, writes: 0 });
  });

  it('are counted with one write per hundred', async () => {
    vi.stubEnv('REQUESTS_PER_WORKSPACE_AND_DAY', '100000');
    expect(await sendAll(1_000)).toEqual({ sent: 1_000, writes: 10 });
  });

  it('stop at the daily limit, without further writes', async () => {
    vi.stubEnv('REQUESTS_PER_WORKSPACE_AND_DAY', '250');
    const { sent } = await sendAll(400);
    expect(sent).toBe(250);
    expect(await sendAll(50)).toEqual({ sent: 0, writes: 0 });
  });

  it('of many instances together never exceed the limit', async () => {
    vi.stubEnv('REQUESTS_PER_WORKSPACE_AND_DAY', '1050');
    let total = 0;
    for (let instance = 0; instance < 20; instance++) {
      forgetLeases();
      total += (await sendAll(73)).sent;
    }
    expect(total).toBeLessThanOrEqual(1_050);
    expect(total).toBeGreaterThan(850);
  });

  it('share a block if they are sent concurrently', async () => {
    vi.stubEnv('REQUESTS_PER_WORKSPACE_AND_DAY', '100000');
    expect(await sendAll(150, { atOnce: true })).toEqual({ sent: 150, writes: 2 });
  });

  it('are allowed again the next day', async () => {
    vi.stubEnv('REQUESTS_PER_WORKSPACE_AND_DAY', '3');
    expect((await sendAll(5)).sent).toBe(3);
    now = new Date(now.getTime() + 24 * 60 * 60 * 1_000);
    expect((await sendAll(5)).sent).toBe(3);
  });

  it('are allowed again once the database has recovered', async () => {
    vi.stubEnv('REQUESTS_PER_WORKSPACE_AND_DAY', '10');
    const http = leaseHttp(answering, workspaceId, () => now);
    const { failures } = await failing(
      { when: () => true, error: databaseError('InternalServerError') },
      () => expect(http(request)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' }),
    );
    expect(failures).toBeGreaterThan(0);
    expect((await http(request)).status).toBe(200);
  });

  it('are counted apart from started chats', async () => {
    vi.stubEnv('REQUESTS_PER_WORKSPACE_AND_DAY', '3');
    vi.stubEnv('CHATS_PER_WORKSPACE_AND_DAY', '2');
    expect((await sendAll(5)).sent).toBe(3);
    const started = [];
    for (let chat = 0; chat < 3; chat++) started.push(await takeLeased(workspaceId, 'CHATS', now));
    expect(started).toEqual([true, true, false]);
  });
});
