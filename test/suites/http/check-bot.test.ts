import { describe, expect, it } from 'vitest';
import { v6Document } from '#test/fixtures/documents.ts';
import {
  getBot,
  getPublished,
  importBot,
  patchBot,
  publishBot,
  sendImport,
} from '#test/support/bot-client.ts';
import { describeApi } from '#test/support/describe-api.ts';

describeApi('POST /v1/bots/check', (api) => {
  const check = (bot: unknown, more: object = {}) =>
    api.request({ method: 'POST', path: '/v1/bots/check', body: { bot }, ...more });

  describe('200', () => {
    it('returns issues with severity and path', async () => {
      const { status, body } = await check(v6Document());
      expect(status).toBe(200);
      expect(body).toStrictEqual({
        issues: [
          {
            severity: 'error',
            code: 'UNKNOWN_BLOCK_TYPE',
            path: 'bot.groups[1].blocks[0].type',
            message: 'is not a known type of block',
            group: 'North',
            block: 'a block of the future',
            id: 'block-future',
          },
          expect.objectContaining({ code: 'EMPTY_GROUP', path: 'bot.groups[2].blocks', id: 'group-south' }),
          expect.objectContaining({ code: 'UNUSED_EVENT', id: 'event-help' }),
        ],
      });
    });

    it('compares options with the description of their block, unlike a dry run of an import', async () => {
      const odd = { id: 'odd', type: 'number input', options: { style: 'roman', variableid: 'v' } };
      const bot = { version: '6', groups: [{ id: 'g', blocks: [odd] }] };
      const path = 'bot.groups[0].blocks[0].options';
      const expected = [
        { severity: 'warning', code: 'UNEXPECTED_OPTION', path: `${path}.style`, id: 'odd' },
        { severity: 'warning', code: 'MISSPELT_OPTION', path: `${path}.variableid`, id: 'odd' },
      ];
      const { body } = await check(bot);
      const issues = expect.arrayContaining(expected.map((one) => expect.objectContaining(one)));
      expect(body).toEqual({ issues });
      expect(JSON.stringify(body)).not.toContain('roman');
      const rehearsed = await sendImport(api, bot, { dryRun: true });
      expect(rehearsed.status).toBe(200);
      expect(JSON.stringify(rehearsed.body)).not.toContain('_OPTION');
    });

    it('accepts whatever an import accepts, even a nearly empty document', async () => {
      expect((await check({ groups: [] })).body).toMatchObject({ issues: [{ code: 'NO_START' }] });
      expect((await check({ version: '6', groups: [] })).body).toMatchObject({
        issues: [{ code: 'START_NOT_CONNECTED' }],
      });
    });

    it.runIf(api.canReachStore)('is open to viewers and requires no workspace', async () => {
      expect((await check({ groups: [] }, { token: await api.tokenFor('viewer') })).status).toBe(200);
      expect((await check({ groups: [] }, { token: await api.strangerToken() })).status).toBe(200);
    });
  });

  describe('400', () => {
    it.each([
      ['no bot', {}, 'bot'],
      ['a bot that is not an object', { bot: [] }, 'bot'],
      ['an unknown version', { bot: { version: '7', groups: [] } }, 'bot.version'],
    ])('rejects %s', async (_, body, path) => {
      expect(await check(undefined, { body })).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', issues: [{ path }] },
      });
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect((await check({ groups: [] }, { token: null })).status).toBe(401);
    });
  });

  describe('415', () => {
    it('rejects a body that is not JSON', async () => {
      expect((await check({ groups: [] }, { contentType: 'text/plain' })).status).toBe(415);
    });
  });
});

describeApi('Dry run of an import', (api) => {
  it("returns the import's result and the flow's issues, and stores nothing", async () => {
    const { status, body } = await sendImport(api, v6Document(), { dryRun: true });
    expect(status).toBe(200);
    const response = body as { bot: { id: string; name: string } };
    expect(response).toMatchObject({
      dryRun: true,
      bot: { name: 'Ferry tickets', workspaceId: api.workspaceId },
      issues: [{ code: 'UNKNOWN_BLOCK_TYPE' }, { code: 'EMPTY_GROUP' }, { code: 'UNUSED_EVENT' }],
    });
    const read = await api.request({ method: 'GET', path: `/v1/bots/${response.bot.id}` });
    expect(read.status).toBe(404);
  });

  it('imports if dryRun is false', async () => {
    const { id, ...bot } = await importBot(api, v6Document(), { dryRun: false });
    expect(await getBot(api, id)).toMatchObject(bot);
  });

  it('rejects whatever an import rejects', async () => {
    expect((await sendImport(api, { version: '7', groups: [] }, { dryRun: true })).status).toBe(400);
    const response = await sendImport(api, { groups: [] }, { dryRun: true, workspaceId: 'unknown' });
    expect(response).toMatchObject({ status: 404, body: { message: 'Workspace not found' } });
    expect((await sendImport(api, { groups: [] }, { dryRun: 'yes' })).status).toBe(400);
  });
});

describeApi('Dry run of publishing', (api) => {
  const rehearse = (botId: string, more: object = {}) =>
    api.request({ method: 'POST', path: `/v1/bots/${botId}/publish`, query: { dryRun: 'true' }, ...more });

  it('returns the next release number and publishes nothing', async () => {
    const { id } = await importBot(api, v6Document());
    const { status, body } = await rehearse(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      dryRun: true,
      release: 1,
      publicId: expect.stringMatching(/^ferry-tickets-/),
      issues: [{ code: 'UNKNOWN_BLOCK_TYPE' }, { code: 'EMPTY_GROUP' }, { code: 'UNUSED_EVENT' }],
    });
    expect(await getPublished(api, id)).toStrictEqual({ publishedBot: null });
    expect((await getBot(api, id)).publicId).toBeNull();
  });

  it('distinguishes an unchanged draft from a changed one', async () => {
    const { id } = await importBot(api, v6Document());
    const { release, publicId, publishedAt } = await publishBot(api, id);
    expect((await rehearse(id)).body).toMatchObject({ release, publicId, publishedAt });
    await patchBot(api, id, { groups: [] });
    expect((await rehearse(id)).body).toMatchObject({ release: 2, publicId });
    expect(await publishBot(api, id)).toMatchObject({ release: 2, publicId });
  });

  it('publishes if dryRun is false', async () => {
    const { id } = await importBot(api, v6Document());
    expect((await rehearse(id, { query: { dryRun: 'false' } })).body).toMatchObject({ message: 'success' });
    expect((await getPublished(api, id)).publishedBot).not.toBeNull();
  });

  it('rejects any other value', async () => {
    const { id } = await importBot(api, v6Document());
    expect(await rehearse(id, { query: { dryRun: '1' } })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'dryRun' }] },
    });
  });

  it('rejects whatever publishing rejects', async () => {
    expect((await rehearse('unknown')).status).toBe(404);
    expect((await rehearse('any', { token: null })).status).toBe(401);
  });

  it.runIf(api.canReachStore)('rejects a viewer and a stranger', async () => {
    const { id } = await importBot(api, v6Document());
    expect((await rehearse(id, { token: await api.tokenFor('viewer') })).status).toBe(403);
    expect((await rehearse(id, { token: await api.strangerToken() })).status).toBe(404);
  });
});
