import { describe, expect, it } from 'vitest';
import { stepsEraDocument, v6Document } from '#test/fixtures/documents.ts';
import {
  getBot,
  getPublished,
  type ImportResponse,
  importBot,
  importResponse,
  patchResponse,
  publishBot,
  sendImport,
  sendPatch,
} from '#test/support/bot-client.ts';
import { getRelease } from '#test/support/bot-life.ts';
import { CASES, readCase } from '#test/support/cases.ts';
import { type ApiRequest, describeApi } from '#test/support/describe-api.ts';
import { ownedContent } from '#test/support/owned-content.ts';

/** A number that JavaScript cannot keep. The path of its warning leads into the document. */
const N8N = { name: 'x', nodes: [{ id: 'n' }], connections: {} };

describeApi('Documents in what they were saved with', (api) => {
  const create = (bot: unknown) =>
    api.request({ method: 'POST', path: '/v1/bots', body: { workspaceId: api.workspaceId, bot } });

  describe('200', () => {
    it.each([
      ['bot', '`bot`'],
      ['typebot', '`typebot`'],
      ['publishedBot', '`publishedBot`'],
      ['publishedTypebot', '`publishedTypebot`'],
    ])('imports what is in %s, and says so', async (key, named) => {
      const { bot, warnings } = await importResponse(api, { [key]: v6Document(), other: 1 });
      expect(ownedContent(bot)).toMatchObject(v6Document());
      expect(bot).not.toHaveProperty('other');
      expect(warnings).toContainEqual({
        code: 'UNWRAPPED',
        path: 'bot',
        message: `was taken out of ${named}; the rest of it was left out`,
      });
    });

    it('imports what this service returns: a bot, its published copy, a release', async () => {
      const { id } = await importBot(api, v6Document());
      const { release } = await publishBot(api, id);
      const responses = [
        { bot: await getBot(api, id) },
        await getPublished(api, id),
        { release: await getRelease(api, id, release) },
      ];
      for (const response of responses) {
        const { bot } = await importResponse(api, response);
        expect(bot).toMatchObject({ groups: v6Document().groups, edges: v6Document().edges });
        for (const field of ['botId', 'release', 'createdBy', 'publishedAt']) {
          expect(bot).not.toHaveProperty(field);
        }
      }
    });

    it('replaces a draft by what is wrapped, even twice, and keeps the name if there is none', async () => {
      const { id } = await importBot(api, { ...v6Document(), name: 'Ours' });
      const { name: _, ...nameless } = { ...v6Document(), variables: [{ id: 'v', name: 'New' }] };
      const fields = { mode: 'replace', botId: id };
      const { bot, warnings } = await importResponse(api, { bot: { typebot: nameless } }, fields);
      expect(bot).toMatchObject({ id, name: 'Ours', variables: nameless.variables });
      expect(warnings).toContainEqual(
        expect.objectContaining({
          code: 'UNWRAPPED',
          message: expect.stringContaining('`bot` in `typebot`'),
        }),
      );
      const again = await importResponse(api, { bot: await getBot(api, id) }, fields);
      expect(again.bot.updatedAt).toBe(bot.updatedAt);
    });

    it('has the paths of what is in the wrapper in other warnings', async () => {
      const { name: _, ...document } = v6Document();
      const rawBody = `{"workspaceId":"${api.workspaceId}","bot":{"typebot":${JSON.stringify({
        ...document,
        exact: 'HERE',
      }).replace('"HERE"', '12345678901234567891')}}}`;
      const { body } = await api.request({ method: 'POST', path: '/v1/bots/import', rawBody });
      expect((body as ImportResponse).warnings).toMatchObject([
        { code: 'UNWRAPPED' },
        { code: 'ROUNDED', path: 'bot.exact' },
        { code: 'FILLED_IN', path: 'bot.name' },
      ]);
    });

    it('is checked', async () => {
      const check = async (bot: unknown) =>
        (await api.request({ method: 'POST', path: '/v1/bots/check', body: { bot } })).body;
      expect(await check({ bot: { typebot: v6Document() } })).toEqual(await check(v6Document()));
      expect(await check({ typebot: stepsEraDocument() })).toEqual(await check(stepsEraDocument()));
    });

    it('works at the address of Typebot', async () => {
      const body = { workspaceId: api.workspaceId, typebot: { typebot: v6Document() } };
      const response = await api.request({ method: 'POST', path: '/v1/typebots/import', body });
      expect(response).toMatchObject({ status: 200, body: { typebot: { groups: v6Document().groups } } });
    });

    it('updates and creates from what is wrapped, and only if there is nothing else', async () => {
      const { id } = await importBot(api, v6Document());
      const { bot, warnings } = await patchResponse(api, id, { typebot: { name: 'Renamed' } });
      expect(bot).toMatchObject({ name: 'Renamed', groups: v6Document().groups });
      expect(bot).not.toHaveProperty('typebot');
      expect(warnings).toMatchObject([{ code: 'UNWRAPPED' }]);
      const beside = await patchResponse(api, id, { name: 'Mine', typebot: { name: 'Other' } });
      expect(beside.bot).toMatchObject({ name: 'Mine', typebot: { name: 'Other' } });
      const created = await create({ bot: v6Document() });
      expect(created).toMatchObject({
        status: 200,
        body: { bot: { groups: v6Document().groups }, warnings: [{ code: 'UNWRAPPED' }] },
      });
      const at = { method: 'PATCH' as const, path: `/v1/typebots/${id}` };
      const there = await api.request({ ...at, body: { typebot: { typebot: { name: 'Theirs' } } } });
      expect(there).toMatchObject({ status: 200, body: { typebot: { name: 'Theirs' } } });
    });
  });

  describe('400', () => {
    it.each([
      ['an n8n workflow', N8N, 'bot', '`nodes` and `connections`: an n8n workflow'],
      ['a name alone', { name: 'x' }, 'bot', 'this has `name`'],
      ['nothing', {}, 'bot', 'this is empty'],
      ['a list of bots', [v6Document()], 'bot', 'send the bot itself'],
      ['an n8n workflow in a wrapper', { bot: { typebot: N8N } }, 'bot.bot.typebot', 'an n8n workflow'],
      ['an error', { message: 'Bot not found', code: 'NOT_FOUND' }, 'bot', 'an error'],
      ['a bot that was not published', { publishedBot: null }, 'bot', 'was not published'],
    ])('for %s, by import, dry run, check and replacement', async (_, sent, path, says) => {
      const { id, updatedAt } = await importBot(api, v6Document());
      const check: ApiRequest = { method: 'POST', path: '/v1/bots/check', body: { bot: sent } };
      const responses = [
        await sendImport(api, sent),
        await sendImport(api, sent, { dryRun: true }),
        await sendImport(api, sent, { mode: 'replace', botId: id }),
        await api.request(check),
      ];
      for (const { status, body } of responses) {
        expect({ status, body }).toMatchObject({
          status: 400,
          body: { code: 'BAD_REQUEST', issues: [{ path }] },
        });
        expect((body as { message: string }).message).toContain(says);
      }
      expect(await getBot(api, id)).toMatchObject({ updatedAt });
    });

    it('has the path of a mistake in what is wrapped', async () => {
      const typebot = { ...v6Document(), version: '7' };
      expect((await sendImport(api, { bot: { typebot } })).body).toMatchObject({
        issues: [{ path: 'bot.bot.typebot.version' }],
      });
      const { id } = await importBot(api, v6Document());
      expect((await sendPatch(api, id, { typebot: { isClosed: 'yes' } })).body).toMatchObject({
        issues: [{ path: 'bot.typebot.isClosed' }],
      });
    });

    it('for an update or a creation with a wrapper of nothing', async () => {
      const { id } = await importBot(api, v6Document());
      for (const { status, body } of [
        await sendPatch(api, id, { bot: { id } }),
        await create({ bot: { id } }),
      ]) {
        expect({ status, body }).toMatchObject({ status: 400, body: { issues: [{ path: 'bot' }] } });
        expect((body as { message: string }).message).toContain('no field of a bot');
      }
    });

    it('at the address of Typebot, with its names', async () => {
      const body = { workspaceId: api.workspaceId, typebot: N8N };
      const response = await api.request({ method: 'POST', path: '/v1/typebots/import', body });
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'typebot' }] } });
      expect((response.body as { message: string }).message).toMatch(/^typebot: Not a bot/);
    });
  });

  it.skipIf(CASES.length === 0)('holds the case from reports', async () => {
    const { id } = await importBot(api, { ...v6Document(), name: 'Kept' });
    const { requests } = readCase<{ requests: ApiRequest[] }>('22');
    const ids = { workspaceId: api.workspaceId };
    for (const { body, ...request } of requests) {
      const sent = body as Record<string, unknown>;
      const withIds = { ...sent, ...ids, ...(sent.botId !== undefined && { botId: id }) };
      const response = await api.request({ ...request, body: withIds });
      expect(response).toMatchObject({
        status: 200,
        body: { bot: { name: 'Orders', groups: [{ id: 'g', blocks: [{ id: 't' }, { id: 'i' }] }] } },
      });
    }
    expect(await getBot(api, id)).toMatchObject({ groups: [{ id: 'g' }] });
  });
});
