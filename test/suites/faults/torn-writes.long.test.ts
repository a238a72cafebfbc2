import { describe, expect, it } from 'vitest';
import { getListedAttributes } from '#lib/platform/store/listed-attributes.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { noiseBot } from '#test/fixtures/generated-bot.ts';
import {
  getBot,
  getPublished,
  importBot,
  patchBot,
  publishBot,
  sendImport,
  sendPatch,
} from '#test/support/bot-client.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { type DatabaseRequest, intercepting } from '#test/support/database-requests.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { openSession } from '#test/support/open-session.ts';
import { listItems, readBotItems } from '#test/support/stored-bots.ts';
import { storedLogs } from '#test/support/stored-logs.ts';
import { uniqueName } from '#test/support/unique-name.ts';

/** Large enough to be stored in parts beside its item. */
const inParts = (seed: number) => noiseBot(700_000, '6', seed);

const SLOW_MS = 60_000;

/** Fails every request from the first matching one on, as if the process had died there. */
function crashAt(when: (request: DatabaseRequest) => boolean) {
  let hasCrashed = false;
  return {
    when: (request: DatabaseRequest) => {
      hasCrashed ||= when(request);
      return hasCrashed && !request.text.includes('TOKEN#');
    },
    error: databaseError('UnknownError'),
  };
}

const isHeadWrite = ({ command }: DatabaseRequest) =>
  command === 'PutItemCommand' || command === 'TransactWriteItemsCommand';

const isPartsWrite = ({ command, text }: DatabaseRequest) =>
  command === 'BatchWriteItemCommand' && text.includes('PART#') && text.includes('PutRequest');

describeApi('A database that fails', (api) => {
  describe.runIf(api.canInjectFaults)('in the middle of a write', () => {
    it('leaves no new bot if the parts are written but the item is not', async () => {
      const before = await readBotItems(api.workspaceId);
      const { value: response } = await failing(crashAt(isHeadWrite), () => sendImport(api, inParts(1)));
      expect(response.status).toBe(500);
      expect(await readBotItems(api.workspaceId)).toStrictEqual(before);
    });

    it.each([
      ['the parts are written and the item is not', isHeadWrite],
      ['the parts are not written', isPartsWrite],
    ])('leaves the old bot if %s', async (_, when) => {
      const old = await importBot(api, inParts(1));
      const { value: response } = await failing(crashAt(when), () =>
        sendPatch(api, old.id, { groups: inParts(2).groups }),
      );
      expect(response.status).toBe(500);
      const bot = await getBot(api, old.id);
      expect(bot.updatedAt).toBe(old.updatedAt);
      expect(JSON.stringify(bot.groups) === JSON.stringify(inParts(1).groups)).toBe(true);

      const changed = await patchBot(api, old.id, { groups: inParts(3).groups });
      expect(JSON.stringify(changed.groups) === JSON.stringify(inParts(3).groups)).toBe(true);
    });

    it('shows the new bot if only deleting the old parts failed', async () => {
      const { id } = await importBot(api, inParts(1));
      const { value: response, failures } = await failing(
        {
          when: ({ command, text }) => command === 'BatchWriteItemCommand' && text.includes('DeleteRequest'),
          error: databaseError('ValidationException'),
        },
        () => sendPatch(api, id, { groups: inParts(2).groups }),
      );
      expect([response.status, failures]).toStrictEqual([200, 1]);
      const { groups } = await getBot(api, id);
      expect(JSON.stringify(groups) === JSON.stringify(inParts(2).groups)).toBe(true);
    });

    it('leaves the published copy unchanged if publishing fails', async () => {
      const { id, variables } = await importBot(api, v6Document());
      const first = await publishBot(api, id);
      await patchBot(api, id, { variables: [] });
      const { value: response } = await failing(crashAt(isHeadWrite), () =>
        api.request({ method: 'POST', path: `/v1/bots/${id}/publish` }),
      );
      expect(response.status).toBe(500);
      expect((await getPublished(api, id)).publishedBot).toMatchObject({
        updatedAt: first.publishedAt,
        variables,
      });
      expect(await publishBot(api, id)).toMatchObject({ release: 2 });
    });

    it('claims no publicId for a change that was not written', async () => {
      const [first, second] = [await importBot(api, v6Document()), await importBot(api, v6Document())];
      const publicId = uniqueName('torn');
      await failing(crashAt(isHeadWrite), () => sendPatch(api, first.id, { publicId }));
      expect(await getBot(api, first.id)).toStrictEqual(first);
      expect(await patchBot(api, second.id, { publicId })).toMatchObject({ publicId });
    });
  });

  describe.runIf(api.canInjectFaults)('to respond after a successful write', () => {
    // The write succeeded but its response was lost, as happens in any network.
    const lost = databaseError('TimeoutError');

    it.each([
      ['the SDK sends it again', 'attempt', 1],
      ['the SDK gives up', 'request', 1],
    ] as const)(
      'does not damage a large bot if %s',
      async (_, attempt, times) => {
        const old = await importBot(api, inParts(1));
        const { value: response, failures } = await failing(
          { when: isHeadWrite, error: lost, times, isCarriedOut: true },
          () => sendPatch(api, old.id, { groups: inParts(2).groups }),
          attempt,
        );
        expect(failures).toBe(1);
        const bot = await getBot(api, old.id);
        const [groups, before, after] = [bot.groups, inParts(1).groups, inParts(2).groups].map((value) =>
          JSON.stringify(value),
        );
        if (response.status === 200) expect(groups === after).toBe(true);
        else expect(groups === before || groups === after).toBe(true);
      },
      SLOW_MS,
    );

    it.each([
      ['published it', (id: string) => publishBot(api, id)],
      ['renamed it', (id: string) => patchBot(api, id, { name: 'Renamed' })],
      ['given it another publicId', (id: string) => patchBot(api, id, { publicId: uniqueName('other') })],
    ])(
      'does not damage a large bot if somebody has %s before the SDK retries',
      async (_, interfere) => {
        const { id } = await importBot(api, inParts(1));
        let isLost = false;
        const response = await intercepting(
          async (request, send) => {
            if (isLost || !isHeadWrite(request)) return await send(request.input);
            isLost = true;
            await send(request.input);
            await interfere(id);
            throw lost;
          },
          () => sendPatch(api, id, { groups: inParts(2).groups }),
          'attempt',
        );
        expect([isLost, response.status]).toStrictEqual([true, 200]);
        const expected = JSON.stringify(inParts(2).groups);
        expect(JSON.stringify((await getBot(api, id)).groups) === expected).toBe(true);
        const { publishedBot } = await getPublished(api, id);
        expect(publishedBot === null || JSON.stringify(publishedBot.groups) === expected).toBe(true);
      },
      SLOW_MS,
    );

    it('imports a large bot once if the SDK retries the write', async () => {
      const before = await readBotItems(api.workspaceId);
      const { value: response } = await failing(
        { when: isHeadWrite, error: lost, times: 1, isCarriedOut: true },
        () => sendImport(api, inParts(4)),
        'attempt',
      );
      const { length } = await readBotItems(api.workspaceId);
      if (response.status !== 200) return expect(length).toBe(before.length);
      expect(length).toBe(before.length + 1);
      const { id } = (response.body as { bot: { id: string } }).bot;
      const { groups } = await getBot(api, id);
      expect(JSON.stringify(groups) === JSON.stringify(inParts(4).groups)).toBe(true);
    });

    it('does not treat its own change as a conflict if the SDK retries it', async () => {
      const bot = await importBot(api, v6Document());
      const { value: response, failures } = await failing(
        { when: isHeadWrite, error: lost, times: 1, isCarriedOut: true },
        () => sendPatch(api, bot.id, { name: 'Sent twice', updatedAt: bot.updatedAt }),
        'attempt',
      );
      expect(failures).toBe(1);
      expect(response).toMatchObject({ status: 200, body: { bot: { name: 'Sent twice' } } });
    });

    it('publishes one release if the SDK retries the write', async () => {
      const { id } = await importBot(api, v6Document());
      const { value: response, failures } = await failing(
        { when: isHeadWrite, error: lost, times: 1, isCarriedOut: true },
        () => api.request({ method: 'POST', path: `/v1/bots/${id}/publish` }),
        'attempt',
      );
      expect(failures).toBe(1);
      expect(response).toMatchObject({ status: 200, body: { release: 1 } });
      const releases = (await listItems(id)).filter(({ sk }) => String(sk).startsWith('RELEASE#'));
      expect(releases).toHaveLength(1);
    });
  });

  describe.runIf(api.canInjectFaults)('for good', () => {
    // As the request handler names them: a lost connection and a late response are a TimeoutError with Node's code.
    it.each([
      ['TimeoutError', undefined],
      ['TimeoutError', 'ETIMEDOUT'],
      ['TimeoutError', 'EPIPE'],
      ['Error', 'ECONNREFUSED'],
      ['Error', 'ENOTFOUND'],
      ['Error', 'EAI_AGAIN'],
    ])('is reported as unavailable after a %s with the code %s', async (name, code) => {
      const { id } = await importBot(api, v6Document());
      const { value: response } = await failing(
        { when: isHeadWrite, error: databaseError(name, { ...(code && { code }) }) },
        () => sendPatch(api, id, { name: 'Never' }),
      );
      expect([response.status, response.headers.has('retry-after')]).toStrictEqual([503, true]);
    });
  });

  describe.runIf(api.canInjectFaults)('temporarily', () => {
    it.each([
      'ProvisionedThroughputExceededException',
      'ThrottlingException',
      'InternalServerError',
      'TimeoutError',
      'ECONNRESET',
    ])('is retried after a %s', async (name) => {
      const { id } = await importBot(api, v6Document());
      const { value: response, failures } = await failing(
        {
          when: ({ text }) => text.includes(`BOT#${id}`),
          error: databaseError(name, { code: name, $retryable: { throttling: name.startsWith('P') } }),
          times: 2,
        },
        () => sendPatch(api, id, { name: 'At last' }),
        'attempt',
      );
      expect([response.status, failures]).toStrictEqual([200, 2]);
      expect(await getBot(api, id)).toMatchObject({ name: 'At last' });
    });

    it('is sent unprocessed parts of a batch write again', async () => {
      let rounds = 0;
      const response = await intercepting(
        async (request, send) => {
          if (!isPartsWrite(request)) return await send(request.input);
          rounds += 1;
          const [[table, writes]] = Object.entries(request.input.RequestItems as object) as [
            [string, unknown[]],
          ];
          // Writes one item per round and returns the others as unprocessed.
          await send({ ...request.input, RequestItems: { [table]: writes.slice(0, 1) } });
          return { UnprocessedItems: writes.length > 1 ? { [table]: writes.slice(1) } : {} };
        },
        () => sendImport(api, inParts(5)),
      );
      expect(response.status).toBe(200);
      expect(rounds).toBeGreaterThan(1);
      const { id } = (response.body as { bot: { id: string } }).bot;
      const { groups } = await getBot(api, id);
      expect(JSON.stringify(groups) === JSON.stringify(inParts(5).groups)).toBe(true);
    });

    it('is asked again for unprocessed parts of a batch read', async () => {
      const { id } = await importBot(api, inParts(6));
      let rounds = 0;
      const bot = await intercepting(
        async (request, send) => {
          if (request.command !== 'BatchGetItemCommand') return await send(request.input);
          rounds += 1;
          const [[table, wanted]] = Object.entries(request.input.RequestItems as object) as [
            [string, { Keys: unknown[] }],
          ];
          const [first, ...others] = wanted.Keys;
          const output = await send({
            ...request.input,
            RequestItems: { [table]: { ...wanted, Keys: [first] } },
          });
          const unprocessed = others.length > 0 ? { [table]: { ...wanted, Keys: others } } : {};
          return { ...output, UnprocessedKeys: unprocessed };
        },
        () => getBot(api, id),
      );
      expect(rounds).toBeGreaterThan(1);
      expect(JSON.stringify(bot.groups) === JSON.stringify(inParts(6).groups)).toBe(true);
    });

    it('is sent log entries again if they conflict with a turn of their chat', async () => {
      const session = await openSession({ workspaceId: api.workspaceId });
      const conflict = databaseError('TransactionCanceledException', {
        CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
      });
      const { value: response, failures } = await failing(
        { when: ({ command }) => command === 'TransactWriteItemsCommand', error: conflict, times: 3 },
        () =>
          api.request({
            api: 'chat',
            method: 'POST',
            path: `/v1/sessions/${session.id}/clientLogs`,
            body: { clientLogs: [{ description: 'x' }] },
          }),
      );
      expect([response.status, failures]).toStrictEqual([200, 3]);
      expect(await storedLogs(session.resultId)).toHaveLength(1);
    });

    it('is retried after a conflict between two transactions', async () => {
      const { id } = await importBot(api, v6Document());
      const publicId = uniqueName('contended');
      const conflict = databaseError('TransactionCanceledException', {
        CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
      });
      const { value: response, failures } = await failing(
        { when: ({ command }) => command === 'TransactWriteItemsCommand', error: conflict, times: 3 },
        () => sendPatch(api, id, { publicId }),
      );
      expect([response.status, failures]).toStrictEqual([200, 3]);
      expect(await getBot(api, id)).toMatchObject({ publicId });
    });

    it('is retried after a conflict between a single write and a transaction', async () => {
      const { id } = await importBot(api, v6Document());
      const { value: response, failures } = await failing(
        {
          when: ({ command }) => command === 'PutItemCommand',
          error: databaseError('TransactionConflictException'),
          times: 2,
        },
        () => sendPatch(api, id, { name: 'At last' }),
      );
      expect([response.status, failures]).toStrictEqual([200, 2]);
    });

    it('is read again if a bot was rewritten between reading its item and its parts', async () => {
      const { id } = await importBot(api, inParts(7));
      let isRewritten = false;
      const bot = await intercepting(
        async (request, send) => {
          if (request.command === 'BatchGetItemCommand' && !isRewritten) {
            isRewritten = true;
            await patchBot(api, id, { groups: inParts(8).groups });
          }
          return await send(request.input);
        },
        () => getBot(api, id),
      );
      expect(isRewritten).toBe(true);
      expect(JSON.stringify(bot.groups) === JSON.stringify(inParts(8).groups)).toBe(true);
    });
  });

  // Each test waits for seconds, and the target makes no difference.
  describe.runIf(api.target === 'direct')('permanently', { concurrent: true }, () => {
    it(
      'results in a 503 if it never processes any batch write',
      async () => {
        const name = uniqueName('given up');
        const response = await intercepting(
          async (request, send) =>
            request.command === 'BatchWriteItemCommand'
              ? { UnprocessedItems: request.input.RequestItems }
              : await send(request.input),
          () => sendImport(api, { ...inParts(9), name }),
        );
        expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
        expect(
          (await readBotItems(api.workspaceId)).filter((bot) => getListedAttributes(bot).name === name),
        ).toStrictEqual([]);
      },
      SLOW_MS,
    );

    it(
      'results in a 503 if transactions keep conflicting',
      async () => {
        const bot = await importBot(api, v6Document());
        const { value: response } = await failing(
          {
            when: ({ command }) => command === 'TransactWriteItemsCommand',
            error: databaseError('TransactionCanceledException', {
              CancellationReasons: [{ Code: 'TransactionConflict' }],
            }),
          },
          () => sendPatch(api, bot.id, { publicId: uniqueName('never') }),
        );
        expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
        expect(await getBot(api, bot.id)).toStrictEqual(bot);
      },
      SLOW_MS,
    );
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () =>
    // Sessions created directly by the suite belong to no bot, and their logs to no result.
    expectSoundTable({ except: ['missing-bot', 'session-without-result', 'logs-without-result'] }),
  );
});
