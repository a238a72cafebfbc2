import { createId } from '@paralleldrive/cuid2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeResult } from '#lib/results/result-store.ts';
import { v6Document } from './fixtures/documents.ts';
import { generatedBot } from './fixtures/generated-bot.ts';
import { getBot, getPublished, importBot, patchBot, publishBot, unpublishBot } from './support/bot-client.ts';
import { type Consumption, consumptionOf } from './support/consumed-capacity.ts';
import { describeApi } from './support/describe-api.ts';
import { openSession } from './support/open-session.ts';

/*
 * What each operation costs, in DynamoDB's units, as the engine reckons them. A read unit is a strongly
 * consistent read of 4 KB, a write unit a write of 1 KB; the index's part is counted in.
 */

const BOT_BYTES = 30_000;

describeApi('The capacity consumed', (api) => {
  const measured: string[] = [];

  async function costOf<T>(what: string, run: () => Promise<T>): Promise<Consumption & { value: T }> {
    const consumption = await consumptionOf(run);
    const { commands, readUnits, writeUnits } = consumption;
    measured.push(`${what}: ${commands.length} requests, ${readUnits} read units, ${writeUnits} write units`);
    return consumption;
  }

  // The first use of a token makes it, which would be counted too.
  beforeAll(async () => {
    await api.tokenFor('editor');
  });

  afterAll(() => {
    process.stdout.write(`${measured.map((line) => `  ${api.target}: ${line}`).join('\n')}\n`);
  });

  const resultWith = async (botId: string, answers: number): Promise<string> => {
    const id = createId();
    const createdAt = new Date().toISOString();
    await writeResult({
      workspaceId: api.workspaceId,
      result: {
        id,
        createdAt,
        botId,
        variables: [],
        isCompleted: true,
        hasStarted: true,
        isArchived: false,
        answers: Array.from({ length: answers }, (_, index) => ({
          createdAt,
          resultId: id,
          blockId: `block-${index}`,
          groupId: 'group',
          variableId: null,
          content: 'An answer of some forty characters or so',
          storageUsed: 0,
        })),
      },
    });
    return id;
  };

  const sendLogs = (sessionId: string, count: number) =>
    api.request({
      api: 'chat',
      method: 'POST',
      path: `/v1/sessions/${sessionId}/clientLogs`,
      body: {
        clientLogs: Array.from({ length: count }, (_, index) => ({
          description: `Block ${index} could not be shown: the answer had the status 50${index % 10}`,
          details: { blockId: `block-${index}`, attempt: index },
        })),
      },
    });

  describe.runIf(api.canInjectFaults)('of a bot of 30 KB', () => {
    it('is at most 12 write units for an import', async () => {
      const { writeUnits, readUnits, commands } = await costOf('import of a 30 KB bot', () =>
        importBot(api, generatedBot(BOT_BYTES)),
      );
      expect(writeUnits).toBeLessThanOrEqual(12);
      expect([readUnits, commands]).toStrictEqual([0, ['PutItemCommand']]);
    });

    it('is one request and at most 3 read units for reading the published bot', async () => {
      const { id } = await importBot(api, generatedBot(BOT_BYTES));
      await publishBot(api, id);
      for (const query of [{}, { migrateToLatestVersion: 'true' }] as Record<string, string>[]) {
        const { commands, readUnits, writeUnits } = await costOf('published bot of 30 KB', () =>
          getPublished(api, id, query),
        );
        expect(commands).toStrictEqual(['GetItemCommand']);
        expect(readUnits).toBeLessThanOrEqual(3);
        expect(writeUnits).toBe(0);
      }
    });

    it('is one request and at most 3 read units for reading the draft', async () => {
      const { id } = await importBot(api, generatedBot(BOT_BYTES));
      const { commands, readUnits } = await costOf('draft of 30 KB', () => getBot(api, id));
      expect(commands).toStrictEqual(['GetItemCommand']);
      expect(readUnits).toBeLessThanOrEqual(3);
    });

    it('is one read and one write for an update', async () => {
      const { id } = await importBot(api, generatedBot(BOT_BYTES));
      const { commands, readUnits, writeUnits } = await costOf('update of a 30 KB bot', () =>
        patchBot(api, id, { name: 'Renamed' }),
      );
      expect(commands).toStrictEqual(['GetItemCommand', 'PutItemCommand']);
      expect(readUnits).toBeLessThanOrEqual(3);
      // The index holds the name: a change of it deletes one entry and writes another.
      expect(writeUnits).toBeLessThanOrEqual(13);
    });

    it('is no write for publishing what is published already', async () => {
      const { id } = await importBot(api, generatedBot(BOT_BYTES));
      await costOf('first publication of a 30 KB bot', () => publishBot(api, id));
      const { writeUnits, commands } = await costOf('repeated publication', () => publishBot(api, id));
      expect([writeUnits, commands]).toStrictEqual([0, ['GetItemCommand']]);
      await costOf('unpublication of a 30 KB bot', () => unpublishBot(api, id));
    });
  });

  describe.runIf(api.canInjectFaults)('of logs and results', () => {
    it('is at most 2 write units for twenty short log entries', async () => {
      const session = await openSession({ workspaceId: api.workspaceId });
      const { writeUnits, commands } = await costOf('20 log entries', () => sendLogs(session.id, 20));
      expect(writeUnits).toBeLessThanOrEqual(2);
      expect(commands).toStrictEqual(['UpdateItemCommand', 'BatchWriteItemCommand']);
    });

    it('is one query for a result with 20 answers', async () => {
      const { id } = await importBot(api, v6Document());
      const resultId = await resultWith(id, 20);
      const { commands, readUnits } = await costOf('result with 20 answers', () =>
        api.request({ method: 'GET', path: `/v1/bots/${id}/results/${resultId}` }),
      );
      expect(commands).toStrictEqual(['QueryCommand']);
      expect(readUnits).toBeLessThanOrEqual(2);
    });
  });

  describe.runIf(api.target === 'direct')('is the same', () => {
    /** Every operation on a bot of its own, named by its cost. */
    async function costs(): Promise<string[]> {
      const lines: string[] = [];
      const note = async <T>(what: string, run: () => Promise<T>): Promise<T> => {
        const { value, commands, readUnits, writeUnits } = await consumptionOf(run);
        lines.push(`${what}: ${commands.join()} ${readUnits} ${writeUnits}`);
        return value;
      };
      const { id } = await note('import', () => importBot(api, v6Document()));
      await note('read', () => getBot(api, id));
      await note('update', () => patchBot(api, id, { theme: {} }));
      await note('publish', () => publishBot(api, id));
      await note('published', () => getPublished(api, id));
      await note('unpublish', () => unpublishBot(api, id));
      const resultId = await resultWith(id, 3);
      await note('result', () => api.request({ method: 'GET', path: `/v1/bots/${id}/results/${resultId}` }));
      const session = await openSession({ workspaceId: api.workspaceId, botId: id, resultId });
      await note('logs', () => sendLogs(session.id, 5));
      return lines;
    }

    it('in a workspace with a few bots and in one with hundreds, and with results as well', async () => {
      const before = await costs();
      const bots: Awaited<ReturnType<typeof importBot>>[] = [];
      // Not all at once: what is measured is units, and a busy machine would answer 503.
      for (let made = 0; made < 300; made += 20) {
        bots.push(...(await Promise.all(Array.from({ length: 20 }, () => importBot(api, v6Document())))));
      }
      const [crowded = { id: '' }] = bots;
      for (let round = 0; round < 10; round++) {
        await Promise.all(Array.from({ length: 50 }, () => resultWith(crowded.id, 1)));
      }
      expect(await costs()).toStrictEqual(before);
    });
  });
});
