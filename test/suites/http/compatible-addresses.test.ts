import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { routes } from '#functions/endpoints.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { contactBot } from '#test/fixtures/chat-bots.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot, publishBot } from '#test/support/bot-client.ts';
import { listBots } from '#test/support/bot-life.ts';
import { publishedBot, reply, startedChat } from '#test/support/chat-client.ts';
import { type Api, type ApiRequest, describeApi } from '#test/support/describe-api.ts';
import { secondsLater, storedResult } from '#test/support/stored-results.ts';
import { uniqueName } from '#test/support/unique-name.ts';

/* The addresses of Typebot: the same operations, in its names and forms. */

const get = (path: string, query: ApiRequest['query'] = {}): ApiRequest => ({ method: 'GET', path, query });

async function send(api: Api, request: ApiRequest) {
  const { status, body } = await api.request(request);
  return { status, body: body as JsonObject & { message: string } };
}

const startAt = (api: Api, publicId: string, more: Partial<ApiRequest> = {}) =>
  send(api, { api: 'chat', method: 'POST', path: `/v1/typebots/${publicId}/startChat`, ...more });

const remembering = contactBot({ settings: { general: { rememberUser: { isEnabled: true } } } });

/** Creates a result with an answer, and returns the ids. */
async function answeredChat(api: Api) {
  const { id, publicId } = await publishedBot(api, contactBot());
  const { sessionId, resultId = '' } = await startedChat(api, publicId);
  await reply(api, sessionId, 'Ada');
  return { botId: id, sessionId, resultId };
}

describeApi('The addresses of Typebot', (api) => {
  describe('for bots', () => {
    it('import, return, change, publish, unpublish and delete a bot in their names', async () => {
      const { workspaceId } = api;
      const imported = await send(api, {
        method: 'POST',
        path: '/v1/typebots/import',
        body: { workspaceId, typebot: v6Document(), fromTemplate: 'x', enableSafetyFlags: true },
      });
      expect(imported).toMatchObject({ status: 200, body: { typebot: { workspaceId } } });
      expect(imported.body).not.toHaveProperty('bot');
      const { id } = imported.body.typebot as { id: string };
      const path = `/v1/typebots/${id}`;

      const own = await send(api, get(`/v1/bots/${id}`));
      expect((await send(api, get(path))).body).toEqual({ typebot: own.body.bot, currentUserMode: 'write' });

      const body = { typebot: { name: 'Renamed' }, unknown: 1 };
      const changed = await send(api, { method: 'PATCH', path, body });
      expect(changed).toMatchObject({ status: 200, body: { typebot: { id, name: 'Renamed' } } });

      expect(await send(api, get(`${path}/publishedTypebot`))).toMatchObject({
        status: 200,
        body: { publishedTypebot: null },
      });
      expect((await send(api, { method: 'POST', path: `${path}/publish` })).status).toBe(200);
      const published = await send(api, get(`${path}/publishedTypebot`, { migrateToLatestVersion: 'true' }));
      expect(published.body).toMatchObject({ publishedTypebot: { typebotId: id }, version: '6' });
      expect(published.body.publishedTypebot).not.toHaveProperty('botId');
      expect((await send(api, { method: 'POST', path: `${path}/unpublish` })).status).toBe(200);
      expect((await send(api, { method: 'DELETE', path })).status).toBe(200);
      expect((await send(api, get(path))).body).toMatchObject({ typebot: { isArchived: true } });
    });

    it('keep a document as it is, even if it has keys that the response renames', async () => {
      const odd = { ...v6Document(), bot: 1, botId: 'mine', typebotId: 'theirs' };
      const { status, body } = await send(api, {
        method: 'POST',
        path: '/v1/typebots/import',
        body: { workspaceId: api.workspaceId, typebot: odd },
      });
      expect(status).toBe(200);
      expect(body.typebot).toMatchObject({ bot: 1, botId: 'mine', typebotId: 'theirs' });
    });

    it('import a bot without what only our own address takes', async () => {
      const { status, body } = await send(api, {
        method: 'POST',
        path: '/v1/typebots/import',
        body: {
          workspaceId: api.workspaceId,
          typebot: { ...contactBot(), publicId: uniqueName('kept') },
          keepPublicId: true,
          webhookReplies: 'data',
          linkedBots: 7,
          source: { id: 'source' },
        },
      });
      expect([status, body]).toMatchObject([200, { typebot: { publicId: null, webhookReplies: 'text' } }]);
      const { bots } = await listBots(api);
      const { id } = body.typebot as { id: string };
      expect(bots.find((bot) => bot.id === id)).not.toHaveProperty('source');
    });

    it('replay a kept response in their names, and take no request at our own address for the same', async () => {
      const { workspaceId } = api;
      const send = (path: string, body: JsonObject) =>
        api.request({ method: 'POST', path, headers: { 'Idempotency-Key': key }, body });
      const key = uniqueName('key');
      const body = { workspaceId, typebot: contactBot() };
      const first = await send('/v1/typebots/import', body);
      expect(first.body).toHaveProperty('typebot.id');
      const second = await send('/v1/typebots/import', { ...body, unknown: 1 });
      expect(second.text).toBe(first.text);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      const { status } = await send('/v1/bots/import', { workspaceId, bot: contactBot() });
      expect(status).toBe(409);
    });

    it('create a bot', async () => {
      const { status, body } = await send(api, {
        method: 'POST',
        path: '/v1/typebots',
        body: { workspaceId: api.workspaceId, typebot: { name: 'New' } },
      });
      expect([status, body]).toMatchObject([200, { typebot: { name: 'New' } }]);
    });

    it('list bots, and name the published ones', async () => {
      const draft = await importBot(api, v6Document());
      const published = await importBot(api, v6Document());
      await publishBot(api, published.id);
      const { body } = await send(api, get('/v1/typebots', { workspaceId: api.workspaceId, cursor: '0' }));
      const listed = new Map((body.typebots as JsonObject[]).map((bot) => [bot.id, bot]));
      expect(listed.get(published.id)).toMatchObject({ publishedTypebotId: published.id, spaceId: null });
      expect(listed.get(draft.id)).not.toHaveProperty('publishedTypebotId');
    });

    it.runIf(api.canReachStore).each([
      ['viewer', 'read'],
      ['editor', 'write'],
      ['admin', 'write'],
    ] as const)('say that a token with the role %s may %s', async (role, right) => {
      const { id } = await importBot(api, v6Document());
      const token = await api.tokenFor(role);
      const bot = await send(api, { ...get(`/v1/typebots/${id}`), token });
      expect(bot.body).toMatchObject({ currentUserMode: right });
      const list = await send(api, { ...get('/v1/typebots', { workspaceId: api.workspaceId }), token });
      expect(list.body.typebots).toContainEqual(expect.objectContaining({ id, accessRight: right }));
    });
  });

  describe('for results', () => {
    it('return results, logs, transcripts and statistics in their names', async () => {
      const { botId, sessionId, resultId } = await answeredChat(api);
      const clientLogs = [
        { description: 'a', details: { at: 1 } },
        { description: 'b', details: 'text' },
        { description: 'c' },
      ];
      await api.request({
        api: 'chat',
        method: 'POST',
        path: `/v2/sessions/${sessionId}/clientLogs`,
        body: { clientLogs },
      });
      const path = `/v1/typebots/${botId}/results`;
      const { body: one } = await send(api, get(`${path}/${resultId}`));
      expect(one.result).toMatchObject({ id: resultId, typebotId: botId });
      expect(one.result).not.toHaveProperty('botId');
      const { body: list } = await send(api, get(path, { cursor: '0' }));
      expect(list.results).toEqual([one.result]);
      const { body: logs } = await send(api, get(`${path}/${resultId}/logs`));
      expect((logs.logs as JsonObject[]).map(({ details }) => details)).toEqual(['{"at":1}', 'text', null]);
      expect((await send(api, get(`${path}/${resultId}/transcript`))).body).toHaveProperty('transcript');
      const { body: stats } = await send(api, get(`/v1/typebots/${botId}/analytics/stats`));
      expect(stats.stats).toMatchObject({ totalViews: 1, totalStarts: 1, totalCompleted: 0 });
    });

    it.runIf(api.canReachStore)('list the last 7 days unless told otherwise, page by page', async () => {
      const { botId } = await answeredChat(api);
      const { id: old } = await storedResult(api.workspaceId, botId);
      const path = `/v1/typebots/${botId}/results`;
      const ids = ({ body }: { body: JsonObject }) => (body.results as { id: string }[]).map(({ id }) => id);
      expect(ids(await send(api, get(path)))).not.toContain(old);
      expect(ids(await send(api, get(path, { timeFilter: 'allTime' })))).toContain(old);
      const first = await send(api, get(path, { timeFilter: 'allTime', limit: 1, cursor: '0' }));
      const cursor = String(first.body.nextCursor);
      const second = await send(api, get(path, { timeFilter: 'allTime', limit: 1, cursor }));
      expect([...ids(first), ...ids(second)]).toHaveLength(2);
      expect(ids(second)).toEqual([old]);
    });

    describe('with a number of results as the cursor', () => {
      const list = (botId: string, query: Record<string, string | number>) =>
        send(api, get(`/v1/typebots/${botId}/results`, query));
      const idsOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => {
        expect(status, body.message).toBe(200);
        return (body.results as { id: string }[]).map(({ id }) => id);
      };

      it('skip so many, as a client that counts', async () => {
        const { id: botId, publicId } = await publishedBot(api, contactBot());
        for (let chats = 0; chats < 5; chats++) {
          const { sessionId } = await startedChat(api, publicId);
          await reply(api, sessionId, 'Ada');
        }
        const all = idsOf(await list(botId, { limit: 100 }));
        expect(all).toHaveLength(5);
        const read: string[] = [];
        let page: string[];
        let cursor = 0;
        do {
          page = idsOf(await list(botId, { limit: 2, cursor, timeFilter: 'today' }));
          read.push(...page);
          cursor += 2;
        } while (page.length === 2);
        expect(read).toEqual(all);
        expect(idsOf(await list(botId, { cursor: 1 }))).toEqual(all.slice(1));
        const { body } = await list(botId, { cursor: 3, limit: 1 });
        expect(idsOf(await list(botId, { cursor: String(body.nextCursor) }))).toEqual(all.slice(4));
        for (const beyond of [5, 6, 100, 10_000]) {
          expect(await list(botId, { cursor: beyond })).toEqual({ status: 200, body: { results: [] } });
        }
      });

      it.runIf(api.canReachStore)(
        'count only what the filters of the period and the state include',
        async () => {
          const { id: botId } = await importBot(api, v6Document());
          const stored: { id: string; isCompleted: boolean }[] = [];
          for (let second = 0; second < 12; second++) {
            const fields = {
              createdAt: secondsLater(second),
              isCompleted: second % 2 === 0,
              hasStarted: second % 3 !== 0,
              isArchived: second === 10,
            };
            const result = await storedResult(api.workspaceId, botId, fields);
            if (fields.hasStarted && !fields.isArchived) stored.unshift(result);
          }
          const ids = stored.map(({ id }) => id);
          const completed = stored.filter(({ isCompleted }) => isCompleted).map(({ id }) => id);
          for (let cursor = 1; cursor <= ids.length + 1; cursor++) {
            expect(idsOf(await list(botId, { timeFilter: 'allTime', cursor }))).toEqual(ids.slice(cursor));
            const query = { timeFilter: 'allTime', isCompleted: 'true', limit: 1, cursor };
            expect(idsOf(await list(botId, query))).toEqual(completed.slice(cursor, cursor + 1));
          }
          const period = { from: secondsLater(1), to: secondsLater(8) };
          expect(idsOf(await list(botId, { ...period, cursor: 1 }))).toEqual(
            idsOf(await list(botId, period)).slice(1),
          );
          expect(idsOf(await list(botId, { cursor: 1 }))).toEqual([]);
        },
      );

      it.each(['10001', '99999999999999999999999', '-1', '1.5', '1e3', '+1', '0x10', ' 1', 'null', 'abc'])(
        'refuse %j',
        async (cursor) => {
          const { id } = await importBot(api, v6Document());
          const message = expect.stringMatching(/nextCursor|Not a cursor/);
          expect(await list(id, { cursor })).toMatchObject({
            status: 400,
            body: { message, issues: [{ path: 'cursor' }] },
          });
        },
      );

      it.each([{ search: 'Ada' }, { variable: 'v', value: 'x' }])('refuse the filter %j', async (filter) => {
        const { id } = await importBot(api, v6Document());
        expect(await list(id, { ...filter, cursor: 1 })).toMatchObject({
          status: 400,
          body: { message: expect.stringContaining('nextCursor'), issues: [{ path: 'cursor' }] },
        });
        expect((await list(id, { ...filter, cursor: 0 })).status).toBe(200);
      });

      it('are unknown at our own addresses', async () => {
        const { id } = await importBot(api, v6Document());
        for (const cursor of ['0', '1', '100', Buffer.from('skip#1.5').toString('base64url')]) {
          const { status } = await send(api, get(`/v1/bots/${id}/results`, { cursor }));
          expect(status, cursor).toBe(400);
        }
      });
    });

    it.each([
      ['a list', (id: string) => ({ resultIds: [id] })],
      ['text', (id: string) => ({ resultIds: `${id}, unknown` })],
    ])('delete only the results named in the body, as %s', async (_, toBody) => {
      const { botId, resultId } = await answeredChat(api);
      const path = `/v1/typebots/${botId}/results`;
      const { status, body } = await send(api, { method: 'DELETE', path, body: toBody(resultId) });
      expect([status, body]).toMatchObject([200, { deleted: 1 }]);
      expect((await send(api, get(`${path}/${resultId}`))).status).toBe(404);
    });

    it.each<[string, Partial<ApiRequest>]>([
      ['no body', {}],
      ['an empty body', { body: {} }],
      ['an empty list', { body: { resultIds: [] } }],
      ['an empty text', { body: { resultIds: '' } }],
      ['only commas', { body: { resultIds: ' , ' } }],
      ['null', { body: { resultIds: null } }],
      ['all of them', { body: { all: true } }],
      ['a list in the query', { query: { resultIds: 'ID' } }],
      [
        'a list in the query and one in the body',
        { query: { resultIds: 'ID' }, body: { resultIds: ['ID'] } },
      ],
    ])('delete nothing for %s', async (_, request) => {
      const { botId, resultId } = await answeredChat(api);
      const path = `/v1/typebots/${botId}/results`;
      const named = JSON.parse(JSON.stringify(request).replaceAll('"ID"', JSON.stringify(resultId)));
      expect((await send(api, { method: 'DELETE', path, ...named })).status).toBe(400);
      expect((await send(api, get(`${path}/${resultId}`))).status).toBe(200);
    });
  });

  describe('for errors', () => {
    it('name the place in the names that were sent, in both envelopes', async () => {
      const { status, body } = await send(api, {
        method: 'POST',
        path: '/v1/typebots/import',
        body: { workspaceId: api.workspaceId, typebot: { ...v6Document(), name: 1 } },
      });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        defined: true,
        code: 'BAD_REQUEST',
        status: 400,
        issues: [{ path: 'typebot.name' }],
        data: { issues: [{ path: ['typebot', 'name'], message: expect.any(String) }] },
      });
      expect(body.message).toMatch(/^typebot\.name: /);
    });

    it('do not take our names for theirs', async () => {
      const { id } = await importBot(api, v6Document());
      const request = { method: 'PATCH', path: `/v1/typebots/${id}`, body: { bot: { name: 'Ours' } } };
      expect(await send(api, request)).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'typebot' }] },
      });
    });

    it('are 404 for what does not exist', async () => {
      expect(await send(api, get('/v1/typebots/unknown'))).toMatchObject({
        status: 404,
        body: { defined: true, status: 404, code: 'NOT_FOUND', message: 'Typebot not found' },
      });
    });

    it('leave our own envelope alone at our own addresses', async () => {
      const { body } = await send(api, get('/v1/bots/unknown'));
      expect(Object.keys(body).toSorted()).toEqual(['code', 'message', 'requestId']);
    });
  });

  describe('for chats', () => {
    it('start a chat and a preview in their names', async () => {
      const { id, publicId } = await publishedBot(api, contactBot());
      const live = await startAt(api, publicId, { body: { unknown: true } });
      expect(live).toMatchObject({ status: 200, body: { typebot: { id, version: '6' } } });
      expect(live.body).not.toHaveProperty('bot');
      const path = `/v1/typebots/${id}/preview/startChat`;
      const preview = await send(api, { api: 'chat', method: 'POST', path });
      expect(preview).toMatchObject({ status: 200, body: { typebot: { id } } });
      expect((await send(api, { api: 'chat', method: 'POST', path, token: null })).status).toBe(401);
    });

    it('move a chat to the current release', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId);
      const path = `/v1/sessions/${sessionId}/updateTypebot`;
      expect(await send(api, { api: 'chat', method: 'POST', path })).toMatchObject({
        status: 200,
        body: { message: 'success' },
      });
    });

    it('keep the old session of a remembered result usable beside the new one, until both are erased', async () => {
      const { id, publicId } = await publishedBot(api, remembering);
      const { body: first } = await startAt(api, publicId);
      const [old, resultId] = [String(first.sessionId), String(first.resultId)];
      await reply(api, old, 'Ada');
      const { body: second } = await startAt(api, publicId, { body: { resultId } });
      expect(second).toMatchObject({ resultId });
      expect(second.sessionId).not.toBe(old);
      await reply(api, old, 'not an address');
      await reply(api, String(second.sessionId), 'Ada again');

      await api.request({
        method: 'DELETE',
        path: `/v1/typebots/${id}/results`,
        body: { resultIds: resultId },
      });
      for (const sessionId of [old, second.sessionId]) {
        const path = `/v1/sessions/${sessionId}/continueChat`;
        expect((await send(api, { api: 'chat', method: 'POST', path, body: {} })).status).toBe(404);
      }
    });

    describe('of a bot with allowed origins', () => {
      const allowed = 'https://parent.example';
      const limited = contactBot({ settings: { security: { allowedOrigins: [allowed] } } });
      const around = { 'x-typebot-iframe-referrer-origin': allowed };

      it('do not believe a page that says it is inside an allowed one', async () => {
        const { publicId } = await publishedBot(api, limited);
        const headers = { origin: 'https://evil.example', ...around };
        expect(await startAt(api, publicId, { headers })).toMatchObject({
          status: 403,
          body: { message: 'Origin not allowed' },
        });
      });

      it.runIf(api.target === 'direct')('believe their own page', async () => {
        const { publicId } = await publishedBot(api, limited);
        const own = { host: 'chat.example:8443', origin: 'https://chat.example:8443' };
        expect((await startAt(api, publicId, { headers: { ...own, ...around } })).status).toBe(200);
        const elsewhere = { ...around, 'x-typebot-iframe-referrer-origin': 'https://evil.example' };
        expect((await startAt(api, publicId, { headers: { ...own, ...elsewhere } })).status).toBe(403);
        expect((await startAt(api, publicId, { headers: own })).status).toBe(403);
      });
    });
  });

  it('are all marked as such in the documentation', async () => {
    const { paths } = JSON.parse(
      readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
    ) as { paths: Record<string, Record<string, { tags: string[] }>> };
    const derived = routes.filter(({ servedBy }) => servedBy);
    expect(derived.length).toBeGreaterThan(15);
    for (const { path, method } of derived) {
      expect(paths[path]?.[method.toLowerCase()]?.tags, path).toStrictEqual(['Compatibility']);
    }
  });
});
