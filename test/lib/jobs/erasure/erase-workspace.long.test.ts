import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { recognize } from '#apps/operator/verification/check-item.ts';
import { ITEM_RULES } from '#apps/operator/verification/item-rules.ts';
import type { Job } from '#lib/jobs/job.ts';
import { createJob, readJob } from '#lib/jobs/job-store.ts';
import { type RunJobLimits, runJob } from '#lib/jobs/run-job.ts';
import { type Item, writeItems } from '#lib/platform/store/dynamodb.ts';
import type { Key } from '#lib/platform/store/keys.ts';
import { insertToken } from '#lib/workspaces/tokens/store/token-store.ts';
import { chatBot } from '#test/fixtures/chat-bots.ts';
import { publishedBot, startedChat } from '#test/support/chat-client.ts';
import { type Api, describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { type FakeSecretsManager, startFakeSecretsManager } from '#test/support/fake-secrets-manager.ts';
import { liveIn } from '#test/support/lived-in-table.ts';
import { waitingJob } from '#test/support/stored-jobs.ts';
import { tableContents } from '#test/support/table-contents.ts';
import { createWorkspace } from '#test/support/token-client.ts';

let secretsManager: FakeSecretsManager;
beforeAll(async () => {
  secretsManager = await startFakeSecretsManager();
  const env = { ...secretsManager.env, CREDENTIALS_SECRET_PREFIX: 'bots-test' };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await secretsManager.stop();
});

describeApi('the erasure of a workspace', (api) => {
  // The target makes no difference: only the first of them builds the tables.
  describe.runIf(api.target === 'direct')('erases', () => {
    let workspaceId: string;
    let starterId: string;
    /** The table before the workspace existed, and with it. */
    let before: Item[];
    let lived: Item[];

    beforeAll(async () => {
      await liveIn(api);
      before = await tableContents();
      const { workspace, token } = await createWorkspace(api, 'Doomed');
      ({ id: workspaceId } = workspace);
      starterId = token.id;
      await liveIn(signedIn(api, workspaceId, token.token));
      // A chat that asks nothing leaves a session without a result.
      const inside = signedIn(api, workspaceId, token.token);
      const { publicId } = await publishedBot(inside, silentBot());
      await startedChat(inside, publicId);
      lived = await tableContents();
    }, 120_000);

    afterEach(() => {
      vi.useRealTimers();
    });

    /** Puts the table back as it was with the workspace, and returns a job that erases it. */
    async function erasure(fields: Partial<Job> = {}): Promise<Job> {
      vi.useRealTimers();
      const now = await tableContents();
      await writeItems(now.map((item) => ({ delete: toKey(item) })));
      await writeItems(lived.map((put) => ({ put })));
      return await createJob(
        waitingJob(workspaceId, undefined, {
          task: { kind: 'eraseWorkspace' },
          tokenId: starterId,
          ...fields,
        }),
      );
    }

    /** Calls the function as the state machine does. The waits pass at once. */
    async function runToEnd(jobId: string, limits: () => RunJobLimits = () => ({})): Promise<number> {
      vi.useFakeTimers({ toFake: ['Date'] });
      let waited = 0;
      for (;;) {
        const { isOver, waitSeconds } = await runJob({ jobId }, limits());
        if (isOver) return waited;
        waited += waitSeconds;
        vi.setSystemTime(Date.now() + waitSeconds * 1_000);
      }
    }

    /** Nothing of the workspace is left, and nothing else is gone. */
    async function expectErased(): Promise<void> {
      const left = await tableContents();
      const names = new Set(left.map(getName));
      expect(before.map(getName).filter((name) => !names.has(name))).toStrictEqual([]);
      const known = new Set(before.map(getName));
      const others = left.filter((item) => !known.has(getName(item)) && !isAllowed(item));
      // What the workspace made lives on, and no longer knows its maker.
      expect([...new Set(others.map(getRule))].toSorted()).toStrictEqual(
        ['Entry of a made workspace', 'Entry of the audit trail', 'Token', 'Workspace'].toSorted(),
      );
      const naming = left.filter((item) => JSON.stringify(item).includes(workspaceId) && !isAllowed(item));
      expect(naming.map(getName)).toStrictEqual([]);
      vi.useRealTimers();
      await expectSoundTable();
    }

    it('begins with a workspace that has items of every kind', () => {
      const known = new Set(before.map(getName));
      const kinds = new Set(lived.filter((item) => !known.has(getName(item))).map(getRule));
      const every = Object.values(ITEM_RULES).flatMap((rules) => rules.map(({ name }) => name));
      expect([...kinds].toSorted()).toStrictEqual(every.toSorted());
    });

    it('leaves nothing that names the workspace, and everything of others', async () => {
      const job = await erasure();
      const waited = await runToEnd(job.id);
      expect(waited).toBeGreaterThanOrEqual(180);
      expect(await readJob(job.id)).toBeUndefined();
      await expectErased();
    });

    it('deletes the secrets of its credentials for good, and no others', async () => {
      const { secrets } = secretsManager;
      const job = await erasure();
      const [stored] = (await tableContents()).filter(isCredentials(workspaceId));
      const name = `bots-test/${workspaceId}/${String(stored?.id)}`;
      const secret = { value: '{}', tags: [], versions: 1 };
      secrets.set(name, secret).set(`bots-other/${workspaceId}/${String(stored?.id)}`, secret);
      const others = [...secrets.keys()].filter((key) => key !== name);
      await runToEnd(job.id);
      // The fake keeps a secret whose deletion is only scheduled.
      expect([...secrets.keys()].toSorted()).toEqual(others.toSorted());
      expect(secretsManager.calls.filter((call) => call.startsWith('GetSecretValue'))).toEqual([]);
    });

    it('does not end as long as a secret cannot be deleted', async () => {
      secretsManager.fault = () => ({ code: 'InternalServiceError', message: 'No' });
      const job = await erasure();
      await expect(runToEnd(job.id)).rejects.toThrow();
      expect((await tableContents()).filter(isCredentials(workspaceId))).toHaveLength(1);
      secretsManager.fault = () => undefined;
      await runToEnd(job.id);
      await expectErased();
    });

    it('revokes all tokens before it erases, except that of its starter, who becomes a viewer', async () => {
      const job = await erasure();
      const bots = (await tableContents()).filter(isBot(workspaceId)).length;
      await runJob({ jobId: job.id });
      const now = await tableContents();
      const tokens = now.filter((item) => getRule(item) === 'Token' && item.workspaceId === workspaceId);
      expect(tokens.length).toBeGreaterThan(1);
      for (const { id, revokedAt, grants } of tokens) {
        if (id === starterId) expect(grants).toStrictEqual({ [workspaceId]: 'viewer' });
        else expect(revokedAt).toEqual(expect.any(String));
      }
      expect(now.filter(isBot(workspaceId))).toHaveLength(bots);
      expect(now.filter((item) => getRule(item) === 'Claim of a public id').length).toBe(
        before.filter((item) => getRule(item) === 'Claim of a public id').length,
      );
      await expectSoundTable();
    });

    it('waits again if something was made meanwhile', async () => {
      const job = await erasure();
      vi.useFakeTimers({ toFake: ['Date'] });
      // Somebody whose old token the gateway still accepts.
      await runJob({ jobId: job.id });
      await writeItems([{ put: lateToken(workspaceId) }]);
      expect(await runToEnd(job.id)).toBeGreaterThanOrEqual(270);
      await expectErased();
    });

    it('gives a workspace that is being erased no new tokens', async () => {
      const job = await erasure();
      await runJob({ jobId: job.id });
      await expect(insertToken({ workspaceId, role: 'admin', name: 'Late' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    });

    it('goes on wherever it was interrupted', async () => {
      const job = await erasure();
      let slices = 0;
      await runToEnd(job.id, () => {
        slices += 1;
        let questions = 0;
        return { hasTime: () => ++questions < 6 };
      });
      expect(slices).toBeGreaterThan(10);
      await expectErased();
    });

    it('erases everything when two run it at once', async () => {
      const job = await erasure();
      await Promise.all([runToEnd(job.id), runToEnd(job.id)]);
      await expectErased();
    });

    it('erases everything when two jobs do it at once', async () => {
      const job = await erasure();
      const other = await createJob(
        waitingJob(workspaceId, undefined, { task: { kind: 'eraseWorkspace' }, tokenId: 'another' }),
      );
      await Promise.all([runToEnd(job.id), runToEnd(other.id)]);
      await expectErased();
    });

    it('waits until the last allowed upload is over before it deletes files', async () => {
      const job = await erasure();
      process.env.FILES_BUCKET = 'files';
      try {
        vi.useFakeTimers({ toFake: ['Date'] });
        const startedMs = Date.now();
        for (let waited = false; !waited; ) {
          const { waitSeconds } = await runJob({ jobId: job.id });
          const { place } = (await readJob(job.id)) as Job;
          waited = place.step === 'eraseFiles';
          if (waited) expect(Date.now() - startedMs + waitSeconds * 1_000).toBeGreaterThanOrEqual(750_000);
          else vi.setSystemTime(Date.now() + waitSeconds * 1_000);
        }
      } finally {
        delete process.env.FILES_BUCKET;
      }
    });
  });
});

const toKey = ({ pk, sk }: Item) => ({ pk, sk }) as Key;
const getName = ({ pk, sk }: Item): string => `${pk} ${sk}`;
const getRule = (item: Item): string => recognize(item)?.rule.name ?? 'unknown';
const isBot = (workspaceId: string) => (item: Item) =>
  item.sk === 'DRAFT' && item.workspaceId === workspaceId;

const isCredentials = (workspaceId: string) => (item: Item) =>
  getRule(item) === 'Stored credentials' && item.workspaceId === workspaceId;

/** What stays, because nothing leads to it, and expires by itself. */
function isAllowed(item: Item): boolean {
  if (typeof item.expiresAt !== 'number') return false;
  switch (getRule(item)) {
    case 'Idempotency key':
    case 'Part of a kept response':
    case "End of a bot's chats":
      return true;
    case 'Session':
      return item.resultId === undefined;
    default:
      return false;
  }
}

function lateToken(workspaceId: string): Item {
  const id = 'late';
  const createdAt = new Date().toISOString();
  return {
    pk: `TOKEN#${'f'.repeat(64)}`,
    sk: 'META',
    gsi1pk: `WORKSPACE#${workspaceId}#TOKENS`,
    gsi1sk: `${createdAt}#${id}`,
    id,
    workspaceId,
    createdAt,
    grants: { [workspaceId]: 'admin' },
    listed: { name: 'Late', role: 'admin' },
  };
}

/** The same service, used by somebody in another workspace. */
function signedIn(api: Api, workspaceId: string, token: string): Api {
  return {
    ...api,
    workspaceId,
    request: (request) =>
      api.request({ ...request, token: request.token === undefined ? token : request.token }),
    tokenFor: async () => token,
  };
}

function silentBot() {
  return chatBot([{ id: 'g', blocks: [{ id: 'b', type: 'text', content: { richText: [] } }] }]);
}
