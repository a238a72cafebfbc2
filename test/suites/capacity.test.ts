import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endpoints } from '#functions/endpoints.ts';
import { useJobStarter } from '#lib/jobs/job-starter.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { writeResult } from '#lib/results/store/result-store.ts';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { generatedBot } from '#test/fixtures/generated-bot.ts';
import {
  getBot,
  getPublished,
  importBot,
  patchBot,
  publishBot,
  unpublishBot,
} from '#test/support/bot-client.ts';
import {
  type ChatTurn,
  continueChat,
  publishedBot as publishedChat,
  reply,
  startedChat,
} from '#test/support/chat-client.ts';
import { type Consumption, measureConsumption } from '#test/support/consumed-capacity.ts';
import type { DatabaseRequest } from '#test/support/database-requests.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { toManyLogs } from '#test/support/endpoints/chats.ts';
import { ENDPOINT_COSTS } from '#test/support/endpoints/fixtures.ts';
import { openSession } from '#test/support/open-session.ts';

/*
 * The cost of each operation in DynamoDB capacity units, as reported by the database and including the index. A
 * read unit is a strongly consistent read of 4 KB, a write unit is a write of 1 KB.
 */

const BOT_BYTES = 30_000;

/** Some costs are of operations on 500 results or 50 releases, which a busy machine creates slowly. */
const SLOW_MS = 300_000;

/** Generates text that compresses badly. */
const randomText = (chars: number) =>
  randomBytes(Math.ceil(chars * 0.75))
    .toString('base64')
    .slice(0, chars);

describeApi('The capacity consumed', (api) => {
  const measured: string[] = [];

  async function getCost<T>(
    what: string,
    run: () => Promise<T>,
    isCounted?: (request: DatabaseRequest) => boolean,
  ): Promise<Consumption & { value: T }> {
    const consumption = await measureConsumption(run, isCounted);
    const { commands, readUnits, writeUnits, auditUnits } = consumption;
    measured.push(
      `${what}: ${commands.length} requests, ${readUnits} read units, ${writeUnits} write units, ` +
        `${auditUnits} more for the audit entry`,
    );
    return consumption;
  }

  // Creates the token in advance, so that this request is not counted.
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

  const sendLogs = (sessionId: string, count: number) => api.request(toManyLogs(sessionId, count));

  describe.runIf(api.canInjectFaults)('of a bot of 30 KB', () => {
    it('is at most 12 write units for an import', async () => {
      const { writeUnits, readUnits, auditUnits, commands } = await getCost('import of a 30 KB bot', () =>
        importBot(api, generatedBot(BOT_BYTES)),
      );
      // The audit entry, which the table's stream leads to.
      expect(auditUnits).toBe(1);
      expect(writeUnits).toBeLessThanOrEqual(12);
      expect([readUnits, commands]).toStrictEqual([0, ['PutItemCommand']]);
    });

    it('is one request and at most 3 read units for reading the published bot', async () => {
      const { id } = await importBot(api, generatedBot(BOT_BYTES));
      await publishBot(api, id);
      for (const query of [{}, { migrateToLatestVersion: 'true' }] as Record<string, string>[]) {
        const { commands, readUnits, writeUnits } = await getCost('published bot of 30 KB', () =>
          getPublished(api, id, query),
        );
        expect(commands).toStrictEqual(['GetItemCommand']);
        expect(readUnits).toBeLessThanOrEqual(3);
        expect(writeUnits).toBe(0);
      }
    });

    it('is one request and at most 3 read units for reading the draft', async () => {
      const { id } = await importBot(api, generatedBot(BOT_BYTES));
      const { commands, readUnits } = await getCost('draft of 30 KB', () => getBot(api, id));
      expect(commands).toStrictEqual(['GetItemCommand']);
      expect(readUnits).toBeLessThanOrEqual(3);
    });

    it('is one read and one write for an update', async () => {
      const { id } = await importBot(api, generatedBot(BOT_BYTES));
      const { commands, readUnits, writeUnits } = await getCost('update of a 30 KB bot', () =>
        patchBot(api, id, { name: 'Renamed' }),
      );
      expect(commands).toStrictEqual(['GetItemCommand', 'PutItemCommand']);
      expect(readUnits).toBeLessThanOrEqual(3);
      // The name is part of the index, so changing it deletes one index entry and writes another.
      expect(writeUnits).toBeLessThanOrEqual(13);
    });

    it('is no write for publishing what is published already', async () => {
      const { id } = await importBot(api, generatedBot(BOT_BYTES));
      await getCost('first publication of a 30 KB bot', () => publishBot(api, id));
      const { writeUnits, commands } = await getCost('repeated publication', () => publishBot(api, id));
      expect([writeUnits, commands]).toStrictEqual([0, ['GetItemCommand']]);
      await getCost('unpublication of a 30 KB bot', () => unpublishBot(api, id));
    });
  });

  describe.runIf(api.canInjectFaults)('of logs and results', () => {
    it('is at most 4 write units for twenty short log entries', async () => {
      const session = await openSession({ workspaceId: api.workspaceId });
      const { writeUnits, commands } = await getCost('20 log entries', () => sendLogs(session.id, 20));
      expect(writeUnits).toBeLessThanOrEqual(4);
      expect(commands).toStrictEqual(['GetItemCommand', 'TransactWriteItemsCommand']);
    });

    it('is one query for a result with 20 answers', async () => {
      const { id } = await importBot(api, v6Document());
      const resultId = await resultWith(id, 20);
      const { commands, readUnits } = await getCost('result with 20 answers', () =>
        api.request({ method: 'GET', path: `/v1/bots/${id}/results/${resultId}` }),
      );
      expect(commands).toStrictEqual(['QueryCommand']);
      expect(readUnits).toBeLessThanOrEqual(2);
    });
  });

  describe.runIf(api.canInjectFaults)('of a conversation', () => {
    /** Creates a bot with ten questions, each with a variable, plus padding that is never shown. */
    const longBot = (padding = 0) =>
      chatBot(
        [
          {
            id: 'ask',
            blocks: Array.from({ length: 10 }, (_, index) => ({
              id: `i${index}`,
              type: index === 1 ? 'number input' : 'text input',
              options: { variableId: `v${index}` },
            })),
          },
          { id: 'unreached', blocks: [text('padding', padding === 0 ? '' : randomText(padding))] },
        ],
        {
          variables: Array.from({ length: 10 }, (_, index) => ({ id: `v${index}`, name: `Answer ${index}` })),
        },
      );
    const ANSWER = 'An answer of some forty characters or so';
    const START = ['GetItemCommand', 'TransactWriteItemsCommand'];
    /**
     * Sends a reply, which makes the instance cache for a minute that the bot's chats have not been ended.
     */
    const warmUp = async (publicId: string) =>
      await reply(api, (await startedChat(api, publicId)).sessionId, ANSWER);
    const TURN = ['GetItemCommand', 'TransactWriteItemsCommand'];

    it('is two requests for a start, where the instance knows the release, and the release once', async () => {
      const { publicId } = await publishedChat(api, longBot());
      const first = await getCost('first start of an instance', () => startedChat(api, publicId));
      expect(first.commands).toStrictEqual(['GetItemCommand', ...START]);
      const warm = await getCost('start', () => startedChat(api, publicId));
      expect(warm.commands).toStrictEqual(START);
      expect(warm.readUnits).toBe(1);
      expect(warm.writeUnits).toBeLessThanOrEqual(7);
    });

    it('is two requests for a reply, and one for a reply that the input does not take', async () => {
      const { publicId } = await publishedChat(api, longBot());
      await warmUp(publicId);
      const { sessionId } = await startedChat(api, publicId);
      const taken = await getCost('reply', () => reply(api, sessionId, ANSWER));
      expect(taken.commands).toStrictEqual(TURN);
      expect(taken.readUnits).toBe(1);
      expect(taken.writeUnits).toBeLessThanOrEqual(9);
      const refused = await getCost('reply that is not taken', () => reply(api, sessionId, 'no number'));
      expect(refused.commands).toStrictEqual(['GetItemCommand']);
      expect([refused.readUnits, refused.writeUnits]).toStrictEqual([1, 0]);
    });

    it('does not grow with the bot', async () => {
      const costs = [];
      for (const padding of [0, 300_000]) {
        const { publicId } = await publishedChat(api, longBot(padding));
        await startedChat(api, publicId);
        const started = await measureConsumption(() => startedChat(api, publicId));
        const { sessionId } = started.value;
        const taken = await measureConsumption(() => reply(api, sessionId, ANSWER));
        costs.push(
          [started, taken].map(({ commands, readUnits, writeUnits }) => [commands, readUnits, writeUnits]),
        );
      }
      expect(costs[1]).toStrictEqual(costs[0]);
    });

    it('does not grow with the number of answers, but for what they hold', async () => {
      const { publicId } = await publishedChat(api, longBot());
      await warmUp(publicId);
      const { sessionId } = await startedChat(api, publicId);
      const costs = [];
      for (let turn = 0; turn < 9; turn++) {
        const { commands, readUnits, writeUnits } = await measureConsumption(() =>
          reply(api, sessionId, turn === 1 ? '7' : 'Yes'),
        );
        expect(commands).toStrictEqual(TURN);
        costs.push([readUnits, writeUnits]);
      }
      // All turns cost the same, except for the first, which counts a start. Ten variables of one word each
      // stay below a kilobyte.
      expect(new Set(costs.slice(1).map(String)).size).toBe(1);
    });

    it('is what the whole of ten turns is said to be', async () => {
      const { publicId } = await publishedChat(api, longBot());
      await warmUp(publicId);
      const whole = await getCost('start and ten replies', async () => {
        const { sessionId } = await startedChat(api, publicId);
        for (let turn = 0; turn < 10; turn++) await reply(api, sessionId, turn === 1 ? '7' : ANSWER);
      });
      expect(whole.commands).toHaveLength(22);
      expect(whole.readUnits).toBe(11);
      expect(whole.writeUnits).toBeLessThanOrEqual(80);
    });

    it('is nearly the same where the responses are kept for a client that may lose one', async () => {
      const { publicId } = await publishedChat(api, longBot());
      await warmUp(publicId);
      const whole = await getCost('start and ten replies that name their turn', async () => {
        const { sessionId, ...started } = await startedChat(api, publicId);
        let { turnId } = started;
        for (let turn = 0; turn < 10; turn++) {
          const { body } = await continueChat(api, sessionId, {
            message: turn === 1 ? '7' : ANSWER,
            turnId,
          });
          ({ turnId } = body as ChatTurn);
        }
      });
      expect(whole.commands).toHaveLength(22);
      expect(whole.readUnits).toBe(11);
      expect(whole.writeUnits).toBeLessThanOrEqual(80);
    });
  });

  describe.runIf(api.canInjectFaults)('of each endpoint', () => {
    beforeAll(async () => {
      // Uses the tokens once, because their first use of the day is recorded and would be counted.
      for (const role of ['editor', 'admin'] as const)
        await api.request({ method: 'GET', path: '/v1/me', token: await api.tokenFor(role) });
      vi.stubEnv('FILES_BUCKET', 'kept-files');
      vi.stubEnv('FILES_PUBLIC_URL', 'https://files.example.com');
      vi.stubEnv('AWS_REGION', 'eu-central-1');
      // What a job itself does is not part of the call that starts it.
      useJobStarter(async () => {});
    });
    afterAll(() => {
      vi.unstubAllEnvs();
    });

    it.each(ENDPOINT_COSTS.map((cost) => [cost.endpoint.id, cost.operation, cost] as const))(
      '%s: %s',
      async (
        _,
        operation,
        { prepare, commands, readUnits = 0, writeUnits = 0, status = 200, countsTokens },
      ) => {
        const request = await prepare(api);
        const measure = await getCost(operation, () => api.request(request), countsTokens && (() => true));
        expect(measure.value.status, measure.value.text.slice(0, 500)).toBe(status);
        // Sorted, because some commands are sent concurrently.
        expect(measure.commands.toSorted()).toStrictEqual(commands.toSorted());
        expect({
          readUnits: measure.readUnits,
          writeUnits: measure.writeUnits + measure.auditUnits,
        }).toStrictEqual({ readUnits, writeUnits });
      },
      SLOW_MS,
    );

    it('is measured for each of them', () => {
      const measured = new Set(ENDPOINT_COSTS.map(({ endpoint }) => endpoint.id));
      expect(endpoints.map(({ id }) => id).filter((id) => !measured.has(id))).toStrictEqual([]);
    });
  });

  describe.runIf(api.target === 'direct')('is the same', () => {
    /** Runs every operation on a new bot and returns the cost of each. */
    async function costs(): Promise<string[]> {
      const lines: string[] = [];
      const note = async <T>(what: string, run: () => Promise<T>): Promise<T> => {
        const { value, commands, readUnits, writeUnits } = await measureConsumption(run);
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
      // Creates them in batches, because requests would otherwise time out on a busy machine.
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
