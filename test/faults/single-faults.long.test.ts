import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ConditionFailed, updateItem } from '#lib/store/dynamodb.ts';
import { type ApiResponse, describeApi } from '#test/support/describe-api.ts';
import { ENDPOINT_CALLS } from '#test/support/endpoint-calls.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { findingsIn, SINGLE_FAULTS, type SingleFault, withFault } from '#test/support/single-fault.ts';
import { readBotItems } from '#test/support/stored-bots.ts';

/*
 * Runs every call of every endpoint, and in each of them lets every single database request fail in every
 * way. The response must be a success or a proper refusal, the table must be sound, and the same request sent
 * again must succeed.
 */

const SLOW_MS = 300_000;

/**
 * Statuses with which the repeated request may be refused, where the first request did its work although it
 * failed.
 */
const RIGHT_REFUSALS: Record<string, number> = {
  'delete-result: with answers and logs': 404,
  'create-bot: with a publicId': 409,
  'continue-chat: a last answer': 404,
};

describeApi('A single fault', (api) => {
  let faults = 0;

  beforeAll(() => {
    vi.stubEnv('FILES_BUCKET', 'kept-files');
    vi.stubEnv('FILES_PUBLIC_URL', 'https://files.example.com');
    vi.stubEnv('AWS_REGION', 'eu-central-1');
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    process.stdout.write(`  ${api.target}: ${faults} single faults\n`);
  });

  const calls = Object.entries(ENDPOINT_CALLS).flatMap(([endpoint, prepared]) =>
    Object.entries(prepared).map(([what, prepare]) => [`${endpoint}: ${what}`, prepare] as const),
  );

  /** Makes the gateway remember the tokens, so that no request counted here is the authorizer's. */
  const beKnown = async () => {
    for (const role of ['editor', 'admin'] as const) {
      await api.request({ method: 'GET', path: '/v1/me', token: await api.tokenFor(role) });
    }
  };

  describe.runIf(api.target === 'direct')('at every request to the database', () => {
    it.each(calls)(
      '%s',
      async (call, prepare) => {
        await beKnown();
        const request = await prepare(api);
        const clean = await withFault(() => api.request(request));
        for (const fault of SINGLE_FAULTS) {
          for (const [at, struck] of clean.requests.entries()) {
            if (fault.concerns && !fault.concerns(struck)) continue;
            faults += 1;
            await expectRecovery(call, prepare, fault, at, struck.command);
          }
        }
      },
      SLOW_MS,
    );

    it('leaves a sound table behind', () => expectSoundTable(), SLOW_MS);
  });

  async function expectRecovery(
    call: string,
    prepare: (typeof calls)[number][1],
    fault: SingleFault,
    at: number,
    command: string,
  ): Promise<void> {
    await beKnown();
    const request = await prepare(api);
    const hasKey = request.headers?.['Idempotency-Key'] !== undefined;
    const before = hasKey ? (await readBotItems(api.workspaceId)).length : 0;
    const where = `${fault.name} (${command}, request ${at + 1})`;

    const first = await withFault(() => api.request(request), fault, at);
    if (!fault.isDeath) expect(isProper(first.value), `${where}: ${first.value.text}`).toBe(true);
    expect(await findingsIn(first.partitions), where).toStrictEqual([]);

    await endLocks(first.partitions);
    const second = await withFault(() => api.request(request));
    const expected = [200, RIGHT_REFUSALS[call]];
    expect(expected, `${where}, then: ${second.value.text}`).toContain(second.value.status);
    expect(await findingsIn(second.partitions), where).toStrictEqual([]);
    if (hasKey) {
      const made = (await readBotItems(api.workspaceId)).length - before;
      expect(made, `${where}: bots made under one key`).toBe(call.startsWith('publish-bot') ? 0 : 1);
    }
  }
});

/** A key is locked for as long as the request that took it could run. This makes that time pass. */
async function endLocks(partitions: Set<string>): Promise<void> {
  for (const pk of partitions) {
    if (!pk.startsWith('IDEMPOTENCY#')) continue;
    await updateItem(
      { pk, sk: 'META' },
      {
        expression: 'SET lockedUntilMs = :past',
        values: { ':past': 0 },
        condition: 'attribute_exists(lockedUntilMs)',
      },
    ).catch((error: unknown) => {
      if (!(error instanceof ConditionFailed)) throw error;
    });
  }
}

/** A success, or a refusal that says when to try again or what the conflict is. */
function isProper({ status, headers }: ApiResponse): boolean {
  // 429 if others have used up the workspace's quota for the day.
  return [429, 503].includes(status) ? headers.has('retry-after') : [200, 404, 409].includes(status);
}
