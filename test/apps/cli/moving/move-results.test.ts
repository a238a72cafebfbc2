import { describe, expect, it } from 'vitest';
import { type MovedLog, toMovedLogs } from '#apps/cli/moving/source/moved-log.ts';
import type { Source, SourceResult } from '#apps/cli/moving/source/source.ts';
import { moveResults } from '#apps/cli/moving/target/move-results.ts';
import { createClient } from '#apps/client/client.ts';
import { MAX_INVOCATION_BYTES } from '#lib/platform/json/invocation-payload.ts';
import { importedResult } from '#lib/results/import/imported-result.ts';
import { startScriptedService } from '../scripted-service.ts';

const TIME = '2026-01-02T03:04:05.678Z';
const NOTE = 'These details were left out when this result was moved: it was too large';

/** Moves the results to a service that takes all, and returns what it received. */
async function moved(results: SourceResult[]) {
  const source = {
    async *readResults() {
      yield* results;
    },
  } as unknown as Source;
  const received: { result: SourceResult; bytes: number }[] = [];
  const service = await startScriptedService((_, count) => {
    const sent = JSON.parse(service.requests[count - 1]?.body ?? '').results as SourceResult[];
    const bytes = Buffer.byteLength(JSON.stringify(service.requests[count - 1]?.body));
    received.push(...sent.map((result) => ({ result, bytes })));
    const skipped = { otherBot: 0, erased: 0, expired: 0, incomplete: 0 };
    return {
      body: { imported: sent.length, updated: 0, unchanged: 0, skipped, skippedResults: [], remaining: 0 },
    };
  });
  try {
    let done = 0;
    const client = createClient({ baseUrl: service.baseUrl, chatUrl: service.baseUrl, token: 'bot_x' });
    const report = await moveResults(source, { sourceId: 's1', botId: 'b1', logs: true }, client, {
      workspaceId: 'w1',
      onProgress(count) {
        done += count;
      },
    });
    return { report, received, done };
  } finally {
    await service.stop();
  }
}

/** As many logs as a result may have, with details from 10 to 16 KB. */
function manyLogs(): MovedLog[] {
  return toMovedLogs(
    Array.from({ length: 1_000 }, (_, index) => ({
      id: String(index).padStart(4, '0'),
      createdAt: TIME,
      description: `Log ${index}`,
      details: index % 2 === 0 ? 'short' : `"${'x'.repeat(10_000 + index * 6)}"`,
    })),
  );
}

describe('the results of a moved bot', () => {
  it('are without their longest log details where a request could not hold them, and say so', async () => {
    const logs = manyLogs();
    const large = { id: 'large', createdAt: TIME, answers: [{ blockId: 'b', content: 'kept' }], logs };
    expect(importedResult.safeParse(large).success).toBe(true);
    const small = { id: 'small', createdAt: TIME, logs: logs.slice(0, 3) };

    const { report, received, done } = await moved([small, large, { ...small, id: 'after' }]);
    expect(report).toMatchObject({ imported: 3, refused: [] });
    expect(done).toBe(3);
    expect(received.map(({ result }) => result.id)).toEqual(['small', 'large', 'after']);
    for (const { bytes } of received) expect(bytes).toBeLessThan(MAX_INVOCATION_BYTES);

    expect(received[0]?.result).toEqual(small);
    const { logs: left, ...others } = (received[1] as (typeof received)[number]).result as typeof large;
    expect(others).toEqual({ id: 'large', createdAt: TIME, answers: large.answers });
    expect(left.map(({ description }) => description)).toEqual(logs.map(({ description }) => description));
    const cut = left.flatMap(({ details }, index) => (details === NOTE ? [index] : []));
    // The longest come last, and no more of them are left out than need to be.
    const first = cut[0] ?? 0;
    expect(cut).toEqual(logs.flatMap((_, index) => (index >= first && index % 2 === 1 ? [index] : [])));
    expect(received[1]?.bytes).toBeGreaterThan(MAX_INVOCATION_BYTES - 256 * 1_024 - 20_000);
    for (const [index, log] of left.entries()) if (!cut.includes(index)) expect(log).toEqual(logs[index]);
  });

  it('are the same when they are moved again', async () => {
    const large = { id: 'large', createdAt: TIME, logs: manyLogs() };
    const [one, other] = [await moved([large]), await moved([large])];
    expect(one.received).toEqual(other.received);
  });

  it('are named where they are too large even so, and do not stop the others', async () => {
    const answers = Array.from({ length: 30 }, (_, index) => ({
      blockId: `b${index}`,
      content: 'x'.repeat(300_000),
    }));
    const large = { id: 'large', createdAt: TIME, answers, logs: [{ description: '', details: 'd' }] };
    expect(importedResult.safeParse(large).success).toBe(true);

    const { report, received, done } = await moved([large, { id: 'after', createdAt: TIME }]);
    expect(report).toMatchObject({
      imported: 1,
      refused: [{ id: 'large', reason: expect.stringMatching(/^too large for a request \(9\d{6} bytes\)$/) }],
    });
    expect(done).toBe(2);
    expect(received.map(({ result }) => result.id)).toEqual(['after']);
  });
});
