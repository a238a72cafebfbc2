import { describe, expect, it, vi } from 'vitest';
import { routes } from '#functions/endpoints.ts';
import { getItems, queryAll } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { importResults } from '#lib/results/import/import-results.ts';
import { contactBot } from '#test/fixtures/chat-bots.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { changesDuring } from '#test/support/audit-trail.ts';
import { importBot } from '#test/support/bot-client.ts';
import { archiveBot } from '#test/support/bot-life.ts';
import { publishedBot, reply, startedChat } from '#test/support/chat-client.ts';
import { intercepting } from '#test/support/database-requests.ts';
import { type ApiRequest, describeApi } from '#test/support/describe-api.ts';
import { describeBotRefusals } from '#test/support/describe-bot-refusals.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { storedResult } from '#test/support/stored-results.ts';
import { uniqueName } from '#test/support/unique-name.ts';

const AT = '2026-05-04T08:00:00.000Z';
const DAY_MS = 24 * 60 * 60 * 1_000;

const NOTHING = {
  imported: 0,
  updated: 0,
  unchanged: 0,
  skipped: { otherBot: 0, erased: 0, expired: 0, incomplete: 0 },
  skippedResults: [],
  remaining: 0,
};

describeApi('POST /v1/bots/{botId}/results/import', (api) => {
  const post = async (botId: string, more: Partial<ApiRequest>) =>
    api.request({
      method: 'POST',
      path: `/v1/bots/${botId}/results/import`,
      // A deployed service is tested with one token, which only suffices to be refused.
      ...('token' in more || !api.canReachStore ? {} : { token: await api.tokenFor('admin') }),
      ...more,
    });
  const send = (botId: string, results: unknown[], more: object = {}) =>
    post(botId, { body: { results }, ...more });
  const get = (path: string, query: Record<string, string> = {}) =>
    api.request({ method: 'GET', path, query });
  const getResult = async (botId: string, id: string) =>
    ((await get(`/v1/bots/${botId}/results/${id}`)).body as { result: Record<string, unknown> }).result;
  const getStats = async (botId: string) =>
    ((await get(`/v1/bots/${botId}/analytics/stats`)).body as { stats: Record<string, unknown> }).stats;
  const exported = async (botId: string) =>
    (await get(`/v1/bots/${botId}/results/export`, { format: 'ndjson' })).text;

  const newBot = async () => (await importBot(api, contactBot())).id;
  const newId = () => uniqueName('result').replace(/[^A-Za-z0-9_-]/g, '-');
  const result = (fields: object = {}) => ({
    id: newId(),
    createdAt: AT,
    isCompleted: false,
    hasStarted: true,
    variables: [{ id: 'v-name', name: 'Name', value: 'Ada' }],
    answers: [{ blockId: 'ask-name', content: 'Ada' }],
    ...fields,
  });
  const contents = (stored: Record<string, unknown>) =>
    (stored.answers as { content: string }[]).map(({ content }) => content);

  describe.runIf(api.canReachStore)('200', () => {
    const OLD = 'https://old.example/public/workspaces/w/photo.png';
    const NEW = 'https://files.example/uploads/w/b/r/f/photo.png';
    const readAnswers = async (id: string) => {
      const { pk } = keys.result(id);
      const items = await queryAll({
        keyCondition: 'pk = :pk AND begins_with(sk, :answer)',
        values: { ':pk': pk, ':answer': 'ANSWER#' },
      });
      return items.map(({ content, attachedFileUrls }) => [content, attachedFileUrls ?? null]);
    };

    it('replaces answers that differ only by addresses of files, once each, and counts nothing', async () => {
      const botId = await newBot();
      const before = result({
        answers: [
          { blockId: 'ask-file', content: OLD },
          { blockId: 'ask-name', content: 'Ada', attachedFileUrls: [OLD] },
          { blockId: 'ask-file', content: OLD },
        ],
        variables: [
          { id: 'v-file', name: 'File', value: OLD },
          { id: 'v-files', name: 'Files', value: [OLD, null] },
          { id: 'v-name', name: 'Name', value: 'Ada' },
        ],
        isCompleted: true,
      });
      const moved = {
        ...before,
        answers: [
          { blockId: 'ask-file', content: NEW, sourceContent: OLD },
          { blockId: 'ask-name', content: 'Ada', sourceContent: 'Ada', attachedFileUrls: [NEW] },
          { blockId: 'ask-file', content: NEW, sourceContent: OLD },
        ],
        variables: [
          { id: 'v-file', name: 'File', value: NEW, sourceValue: OLD },
          { id: 'v-files', name: 'Files', value: [NEW, null], sourceValue: [OLD, null] },
          { id: 'v-name', name: 'Name', value: 'Bob' },
        ],
      };
      await send(botId, [before]);
      const [stats, first] = [await getStats(botId), await getResult(botId, before.id)];
      expect(await send(botId, [moved])).toMatchObject({ status: 200, body: { ...NOTHING, updated: 1 } });
      expect(await send(botId, [moved])).toMatchObject({ status: 200, body: { ...NOTHING, unchanged: 1 } });
      expect(await readAnswers(before.id)).toEqual([
        [NEW, null],
        ['Ada', [NEW]],
        [NEW, null],
      ]);
      const stored = await getResult(botId, before.id);
      const dates = ({ answers }: Record<string, unknown>) =>
        (answers as { createdAt: string }[]).map(({ createdAt }) => createdAt);
      expect(dates(stored)).toEqual(dates(first));
      expect(stored.variables).toMatchObject([
        { value: NEW },
        { value: [NEW, null] },
        // It has not changed by an address alone.
        { value: 'Ada' },
      ]);
      expect(await getStats(botId)).toEqual(stats);
    });

    it('replaces addresses in 100 answers, and only adds what is new beside them', async () => {
      const botId = await newBot();
      const count = 100;
      const before = result({
        answers: Array.from({ length: count }, (_, n) => ({ blockId: 'ask-file', content: `${OLD}?${n}` })),
      });
      await send(botId, [before]);
      const answers = before.answers.map(({ blockId, content }) => ({
        blockId,
        content: content.replace(OLD, NEW),
        sourceContent: content,
      }));
      const later = { blockId: 'ask-file', content: `${NEW}?later`, sourceContent: `${OLD}?later` };
      await send(botId, [{ ...before, answers: [...answers, later] }]);
      expect(contents(await getResult(botId, before.id)).toSorted()).toEqual(
        [...answers, later].map(({ content }) => content).toSorted(),
      );
    });

    it.each([
      [{ answers: [{ blockId: 'a', content: 'No', sourceContent: 'Yes' }] }, 'answers[0].sourceContent'],
      [
        { answers: [{ blockId: 'a', content: `no: ${NEW}`, sourceContent: `yes: ${OLD}` }] },
        'answers[0].sourceContent',
      ],
      [{ variables: [{ id: 'v', name: 'V', value: ['a'], sourceValue: ['b'] }] }, 'variables[0].sourceValue'],
    ])('refuses to replace anything but addresses: %j', async (more, path) => {
      expect(await send(await newBot(), [{ ...result(), ...more }])).toMatchObject({
        status: 400,
        body: {
          issues: [{ path: `results[0].${path}`, message: expect.stringMatching(/with other addresses$/) }],
        },
      });
    });

    it('adds an answer whose content is neither of the two', async () => {
      const botId = await newBot();
      const before = result({ answers: [{ blockId: 'ask-file', content: 'other' }] });
      await send(botId, [before]);
      const moved = { ...before, answers: [{ blockId: 'ask-file', content: NEW, sourceContent: OLD }] };
      await send(botId, [moved]);
      expect(contents(await getResult(botId, before.id))).toEqual(['other', NEW]);
    });

    it('stores results with their dates, and counts them on their days', async () => {
      const botId = await newBot();
      const one = result({
        isCompleted: true,
        answers: [
          { blockId: 'ask-name', content: 'Ada' },
          { blockId: 'gone', content: 'old', groupId: 'g-old', variableId: 'v-old' },
          { blockId: 'ask-name', content: 'Ada', createdAt: '2026-05-04T10:00:00+01:00' },
          { blockId: 'gone', content: 'last' },
        ],
      });
      const other = result({ createdAt: '2026-05-05T23:30:00.000Z', hasStarted: null, answers: [] });
      expect(await send(botId, [one, other])).toMatchObject({
        status: 200,
        body: { ...NOTHING, imported: 2 },
      });
      const flow = (await get(`/v1/bots/${botId}`)).body as {
        bot: { groups: { id: string; blocks: { id: string; options?: { variableId?: string } }[] }[] };
      };
      const group = flow.bot.groups.find(({ blocks }) => blocks.some(({ id }) => id === 'ask-name'));
      const block = group?.blocks.find(({ id }) => id === 'ask-name');
      const place = { groupId: group?.id ?? '', variableId: block?.options?.variableId ?? null };
      expect(await getResult(botId, one.id)).toStrictEqual({
        id: one.id,
        createdAt: AT,
        botId,
        variables: [{ id: 'v-name', name: 'Name', value: 'Ada' }],
        isCompleted: true,
        hasStarted: true,
        isArchived: false,
        answers: [
          ['ask-name', 'Ada', AT, place.groupId, place.variableId],
          ['gone', 'old', AT, 'g-old', 'v-old'],
          ['ask-name', 'Ada', '2026-05-04T09:00:00.000Z', place.groupId, place.variableId],
          ['gone', 'last', '2026-05-04T09:00:00.000Z', '', null],
        ].map(([blockId, content, createdAt, groupId, variableId]) => ({
          createdAt,
          resultId: one.id,
          blockId,
          groupId,
          variableId,
          content,
          storageUsed: 0,
        })),
      });
      expect(await getStats(botId)).toMatchObject({
        totalViews: 2,
        totalStarts: 1,
        totalCompleted: 1,
        byDay: [
          { day: '2026-05-04', views: 1, starts: 1, completed: 1 },
          { day: '2026-05-05', views: 1, starts: 0, completed: 0 },
        ],
      });
    });

    it('changes nothing if the same results come again', async () => {
      const botId = await newBot();
      const results = [result({ isCompleted: true, logs: [{ description: 'Slow' }] }), result()];
      await send(botId, results);
      const [text, stats] = [await exported(botId), await getStats(botId)];
      const { value, changes } = await changesDuring(() => send(botId, results));
      expect(value.body).toStrictEqual({ ...NOTHING, unchanged: 2 });
      expect(changes.filter((change) => change.botId === botId)).toStrictEqual([]);
      expect([await exported(botId), await getStats(botId)]).toStrictEqual([text, stats]);
    });

    it('adds later answers, logs and the completion, and overwrites nothing', async () => {
      const botId = await newBot();
      const early = result({ logs: [{ description: 'Slow', createdAt: AT }] });
      await send(botId, [early]);
      const late = {
        ...early,
        isCompleted: true,
        variables: [{ id: 'v-name', name: 'Name', value: 'Ada', isSessionVariable: false }],
        answers: [
          { blockId: 'ask-name', content: 'Ada' },
          { blockId: 'ask-name', content: 'Ada' },
          { blockId: 'ask-name', content: 'Grace' },
        ],
        logs: [
          { description: 'Slow', createdAt: AT, details: null, context: null },
          { description: 'Gone', createdAt: AT, status: 'info', details: { a: [1] }, context: 'x' },
        ],
      };
      expect((await send(botId, [late])).body).toStrictEqual({ ...NOTHING, updated: 1 });
      const stored = await getResult(botId, early.id);
      expect(contents(stored)).toStrictEqual(['Ada', 'Ada', 'Grace']);
      expect(stored).toMatchObject({ isCompleted: true, variables: [{ isSessionVariable: false }] });
      const { logs } = (await get(`/v1/bots/${botId}/results/${early.id}/logs`)).body as { logs: object[] };
      expect(new Set(logs.map((log) => JSON.stringify({ ...log, id: '' })))).toEqual(
        new Set(
          [
            { status: 'error', description: 'Slow', details: null, context: null },
            { status: 'info', description: 'Gone', details: { a: [1] }, context: 'x' },
          ].map((log) => JSON.stringify({ id: '', createdAt: AT, resultId: early.id, ...log })),
        ),
      );
      expect(await getStats(botId)).toMatchObject({ totalViews: 1, totalStarts: 1, totalCompleted: 1 });
      // The earlier export does not take anything back.
      expect((await send(botId, [early])).body).toStrictEqual({ ...NOTHING, unchanged: 1 });
      expect(await getResult(botId, early.id)).toStrictEqual(stored);
    });

    it('adds to a result that a chat here continues, and leaves its variables alone', async () => {
      const { id: botId, publicId } = await publishedBot(api, contactBot());
      const { sessionId, resultId = '' } = await startedChat(api, publicId);
      await reply(api, sessionId, 'Ada');
      const before = await getResult(botId, resultId);
      const sent = result({
        id: resultId,
        answers: [{ blockId: 'ask-name', content: 'Eve' }],
        variables: [],
      });
      expect((await send(botId, [sent])).body).toStrictEqual({ ...NOTHING, updated: 1 });
      const after = await getResult(botId, resultId);
      expect(contents(after).toSorted()).toStrictEqual(['Ada', 'Eve']);
      expect(after.variables).toStrictEqual(before.variables);
      await reply(api, sessionId, 'ada@example.com');
      expect(contents(await getResult(botId, resultId))).toHaveLength(3);
    });

    it('takes NDJSON as the service exports it, and exports the same text', async () => {
      const { id: botId, publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId);
      await reply(api, sessionId, 'Ada "1"\n2');
      await send(botId, [result(), result({ createdAt: '2026-05-06T00:00:00.001Z' })]);
      const text = await exported(botId);
      const lines = { rawBody: text, contentType: 'application/x-ndjson; charset=utf-8' };
      expect((await post(botId, lines)).body).toStrictEqual({ ...NOTHING, unchanged: 3 });

      const other = await newBot();
      const moved = text.replaceAll(/"id":"([^"]+)","createdAt"/g, '"id":"m-$1","createdAt"');
      expect((await post(other, { ...lines, rawBody: `\n${moved}` })).body).toStrictEqual({
        ...NOTHING,
        imported: 3,
      });
      const unmoved = (await exported(other)).replaceAll('m-', '').replaceAll(other, botId);
      expect(unmoved).toBe(text);
    });

    it('skips what is another bot’s, was erased or was cut off, and says so', async () => {
      const [botId, otherId] = [await newBot(), await newBot()];
      const [foreign, erased, cut, fine] = [result(), result(), result({ omittedAnswers: 3 }), result()];
      await send(otherId, [foreign]);
      await send(botId, [erased]);
      await api.request({ method: 'DELETE', path: `/v1/bots/${botId}/results/${erased.id}` });
      const { body } = await send(botId, [foreign, erased, cut, fine]);
      expect(body).toStrictEqual({
        ...NOTHING,
        imported: 1,
        skipped: { otherBot: 1, erased: 1, expired: 0, incomplete: 1 },
        skippedResults: [
          { id: foreign.id, reason: 'otherBot' },
          { id: erased.id, reason: 'erased' },
          { id: cut.id, reason: 'incomplete' },
        ],
      });
      expect((await get(`/v1/bots/${botId}/results/${erased.id}`)).status).toBe(404);
      const left = await queryAll({
        keyCondition: 'pk = :pk',
        values: { ':pk': keys.result(erased.id).pk },
      });
      expect(left).toStrictEqual([]);
      const memory = await queryAll({
        keyCondition: 'pk = :pk',
        values: { ':pk': keys.erasedPartition(botId) },
      });
      expect(memory).toHaveLength(1);
      expect(JSON.stringify(memory)).not.toContain(erased.id);
    });

    // A deployed function has its own environment.
    it.runIf(api.canInjectFaults)('skips results whose retention is over', async () => {
      vi.stubEnv('DATA_RETENTION_DAYS', '30');
      const botId = await newBot();
      const recent = new Date(Date.now() - DAY_MS).toISOString();
      const early = new Date(Date.now() - 20 * DAY_MS).toISOString();
      const kept = result({
        createdAt: recent,
        answers: [{ blockId: 'x', content: 'early', createdAt: early }],
      });
      const { body } = await send(botId, [result({ createdAt: '2020-01-01T00:00:00Z' }), kept]);
      vi.unstubAllEnvs();
      expect(body).toMatchObject({ imported: 1, skipped: { expired: 1 } });
      const items = await queryAll({ keyCondition: 'pk = :pk', values: { ':pk': keys.result(kept.id).pk } });
      const end = Math.floor(Date.parse(recent) / 1_000) + (30 * DAY_MS) / 1_000;
      expect(items.map(({ expiresAt }) => expiresAt)).toStrictEqual([end, end]);
    });

    it('takes a result with more answers and logs than a transaction can', async () => {
      const botId = await newBot();
      const big = {
        ...result({ isCompleted: true }),
        answers: Array.from({ length: 250 }, (_, n) => ({ blockId: 'loop', content: `${n % 7}` })),
        logs: Array.from({ length: 100 }, (_, n) => ({
          description: `Log ${n}`,
          createdAt: new Date(Date.parse(AT) + n).toISOString(),
        })),
      };
      expect((await send(botId, [result(), big, result()])).body).toStrictEqual({ ...NOTHING, imported: 3 });
      expect(contents(await getResult(botId, big.id))).toStrictEqual(
        big.answers.map(({ content }) => content),
      );
      const { logs } = (await get(`/v1/bots/${botId}/results/${big.id}/logs`, { limit: '1000' })).body as {
        logs: { description: string }[];
      };
      expect(logs.map(({ description }) => description)).toStrictEqual(
        big.logs.map(({ description }) => description),
      );
      expect(await getStats(botId)).toMatchObject({ totalViews: 3, totalStarts: 3, totalCompleted: 1 });
      expect((await send(botId, [big])).body).toStrictEqual({ ...NOTHING, unchanged: 1 });
    });

    it('stores everything once if two imports come at the same time', async () => {
      const botId = await newBot();
      const results = Array.from({ length: 60 }, (_, n) =>
        result({
          createdAt: new Date(Date.parse(AT) + n * 3_600_000).toISOString(),
          isCompleted: n % 2 === 0,
          answers: Array.from({ length: n % 13 === 0 ? 120 : 2 }, (_, m) => ({
            blockId: 'loop',
            content: `${m}`,
          })),
        }),
      );
      const longer = results.map((one) => ({
        ...one,
        answers: [...one.answers, { blockId: 'more', content: 'more' }],
      }));
      const responses = await Promise.all([send(botId, results), send(botId, longer), send(botId, results)]);
      for (const { status, text } of responses) expect(status, text).toBe(200);
      const stored = (await exported(botId))
        .trim()
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(stored).toHaveLength(60);
      for (const one of stored) {
        const sent = longer.find(({ id }) => id === one.id);
        expect(contents(one).toSorted()).toStrictEqual(
          sent?.answers.map(({ content }) => content).toSorted(),
        );
      }
      expect(await getStats(botId)).toMatchObject({ totalViews: 60, totalStarts: 60, totalCompleted: 30 });
    });

    it('leaves one audit entry, however many results there are', async () => {
      const botId = await newBot();
      const results = Array.from({ length: 45 }, () => result());
      const { changes } = await changesDuring(() => send(botId, results));
      // A database of its own is not certain: on DynamoDB Local, other files make changes at the same time.
      const ours = changes.filter((change) => change.botId === botId);
      expect(ours).toMatchObject([{ action: 'importResults', botId }]);
    });

    it('says how many are left when its time is up, and does at least some', async () => {
      const botId = await newBot();
      const results = Array.from({ length: 201 }, () => result({ answers: [], variables: [] }));
      const caller = {
        tokenName: 'Test',
        tokenId: 't',
        grants: new Map([[api.workspaceId, 'admin' as const]]),
      };
      const first = await importResults(botId, { results, workMs: 0 }, caller);
      expect(first).toStrictEqual({ ...NOTHING, imported: 200, remaining: 1 });
      expect(await importResults(botId, { results: results.slice(-1), workMs: 0 }, caller)).toStrictEqual({
        ...NOTHING,
        imported: 1,
      });
    });
  });

  describe.runIf(api.canInjectFaults)('an erasure during an import', () => {
    it('is not undone, wherever it comes in between', async () => {
      const botId = await newBot();
      let wasLate = false;
      for (let point = 0; !wasLate; point++) {
        const one = result({ answers: [{ blockId: 'x', content: 'SECRET' }] });
        let requests = 0;
        let isDisturbing = false;
        await intercepting(
          async (request, proceed) => {
            const isOther = isDisturbing || request.text.includes('TOKEN#');
            if (!isOther && requests++ === point) {
              isDisturbing = true;
              await send(botId, [one]);
              await api.request({ method: 'DELETE', path: `/v1/bots/${botId}/results/${one.id}` });
              isDisturbing = false;
            }
            return await proceed(request.input);
          },
          () => send(botId, [one]),
        );
        wasLate = requests <= point;
        if (wasLate) continue;
        expect((await get(`/v1/bots/${botId}/results/${one.id}`)).status, `at ${point}`).toBe(404);
        expect(await getItems([keys.result(one.id)])).toStrictEqual([]);
      }
      await expectSoundTable();
    });
  });

  describe.runIf(api.canReachStore)('400', () => {
    const REFUSED: [what: string, fields: object, path: string, message: RegExp][] = [
      ['without an id', { id: undefined }, 'results[1].id', /Missing/],
      ['with an id that cannot be part of a key', { id: 'a#b' }, 'results[1].id', /Expected an id/],
      ['without a date', { createdAt: undefined }, 'results[1].createdAt', /Missing/],
      [
        'of the future',
        { createdAt: '2090-01-01T00:00:00Z' },
        'results[1].createdAt',
        /between 1970 and now/,
      ],
      [
        'with an answer to nothing',
        { answers: [{ blockId: 'a', content: 'x' }, { content: 'x' }] },
        'results[1].answers[1].blockId',
        /Missing/,
      ],
      [
        'with an answer that is not text',
        { answers: [{ blockId: 'a', content: 7 }] },
        'results[1].answers[0].content',
        /expected string/,
      ],
      [
        'with half a character',
        { answers: [{ blockId: 'a', content: '\ud83d' }] },
        'results[1].answers[0].content',
        /surrogate/,
      ],
      [
        'with an answer that does not fit into an item',
        { answers: [{ blockId: 'a', content: 'x'.repeat(400_000) }] },
        'results[1].answers[0]',
        /Too big/,
      ],
      [
        'with variables that do not fit into an item',
        { variables: [{ id: 'v', name: 'V', value: 'x'.repeat(400_000) }] },
        'results[1].variables',
        /Too big/,
      ],
      [
        'with too many answers',
        { answers: Array.from({ length: 10_001 }, () => ({ blockId: 'a', content: '' })) },
        'results[1].answers',
        /at most 10000/,
      ],
      [
        'with too many logs',
        { logs: Array.from({ length: 1_001 }, () => ({ description: '' })) },
        'results[1].logs',
        /at most 1000/,
      ],
      [
        'with a log that says too much',
        { logs: [{ description: 'x', details: 'x'.repeat(17_000) }] },
        'results[1].logs[0].details',
        /Too big/,
      ],
    ];

    it.each(REFUSED)('refuses all results if there is one %s', async (_, fields, path, message) => {
      const botId = await newBot();
      const good = result();
      const { status, body } = await send(botId, [good, result(fields)]);
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', issues: [{ path, message: expect.stringMatching(message) }] },
      });
      expect((await get(`/v1/bots/${botId}/results/${good.id}`)).status).toBe(404);
    });

    it('refuses ids that addresses of results have in their place', async () => {
      const taken = routes.flatMap(({ path }) => /\/\{botId\}\/results\/(\w+)$/.exec(path)?.[1] ?? []);
      expect(taken).toContain('export');
      for (const id of taken) {
        expect(await send(await newBot(), [result({ id })]), id).toMatchObject({
          status: 400,
          body: { issues: [{ path: 'results[0].id', message: expect.stringMatching(/part of an address/) }] },
        });
      }
    });

    it('refuses an id that comes twice', async () => {
      const one = result();
      expect(await send(await newBot(), [one, result(), one])).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'results[2].id', message: 'The same id as results[0].id' }] },
      });
    });

    it('refuses a request without results', async () => {
      expect((await send(await newBot(), [])).status).toBe(400);
    });

    it('names the line of NDJSON', async () => {
      const botId = await newBot();
      const line = (fields: object) => JSON.stringify(result(fields));
      const lines = (rawBody: string) => post(botId, { rawBody, contentType: 'application/x-ndjson' });
      expect(await lines(`${line({})}\n\n${line({ answers: [{}] })}\n`)).toMatchObject({
        status: 400,
        body: {
          message: expect.stringMatching(/^Line 3: /),
          issues: [
            { path: 'results[1].answers[0].blockId', message: expect.stringMatching(/^Line 3: Missing/) },
            { path: 'results[1].answers[0].content', message: expect.stringMatching(/^Line 3: Missing/) },
          ],
        },
      });
      expect(await lines(`${line({})}\n{"id":\n`)).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'results[1]', message: expect.stringMatching(/^Line 2: not valid JSON/) }] },
      });
      // Only the last line may say that the file is complete.
      expect((await lines(`{"complete":true,"count":1}\n${line({})}\n`)).status).toBe(400);
      expect((await lines('{"complete":true,"count":0}\n')).status).toBe(400);
    });

    it('lists up to 20 issues', async () => {
      const { body } = await send(
        await newBot(),
        Array.from({ length: 50 }, () => ({})),
      );
      expect((body as { issues: unknown[] }).issues).toHaveLength(20);
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it.each(['viewer', 'editor'] as const)('refuses the role %s', async (role) => {
      const botId = await newBot();
      expect(await send(botId, [result()], { token: await api.tokenFor(role) })).toMatchObject({
        status: 403,
      });
    });
  });

  describe.runIf(api.canReachStore)('409', () => {
    it('refuses results of an archived bot', async () => {
      const botId = await newBot();
      await archiveBot(api, botId);
      expect(await send(botId, [result()])).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    });
  });

  describe.runIf(api.canReachStore)('415', () => {
    it.each(['text/csv', 'text/plain', 'application/x-ndjson; charset=latin1'])(
      'refuses %s',
      async (contentType) => {
        const response = await post(await newBot(), { rawBody: '{}', contentType });
        expect(response).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
      },
    );
  });

  describeBotRefusals(api, (botId, more = {}) => send(botId, [result()], more), { isWrite: true });

  it.runIf(api.canReachStore)('does not touch results that the bot has already', async () => {
    const botId = (await importBot(api, v6Document())).id;
    const { id } = await storedResult(api.workspaceId, botId, { answers: 2 });
    const before = await getResult(botId, id);
    await send(botId, [result()]);
    expect(await getResult(botId, id)).toStrictEqual(before);
  });

  it.runIf(api.canReachStore)('leaves the table consistent', () => expectSoundTable());
});
