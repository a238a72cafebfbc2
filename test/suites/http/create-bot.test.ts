import { describe, expect, it } from 'vitest';
import { v5Document, v6Document } from '#test/fixtures/documents.ts';
import { noiseBot } from '#test/fixtures/generated-bot.ts';
import { getBot, importBot, patchBot, publishBot } from '#test/support/bot-client.ts';
import { createBot } from '#test/support/bot-life.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { expectToHold } from '#test/support/owned-content.ts';
import { readBotItems } from '#test/support/stored-bots.ts';
import { uniqueName } from '#test/support/unique-name.ts';

const SLOW_MS = 60_000;

describeApi('POST /v1/bots', (api) => {
  const create = (bot: unknown, more: object = {}) =>
    api.request({ method: 'POST', path: '/v1/bots', body: { workspaceId: api.workspaceId, bot }, ...more });

  describe('200', () => {
    it('creates a bot from an empty document without warnings', async () => {
      const response = await createBot(api);
      expect(response).toStrictEqual({
        bot: {
          id: expect.stringMatching(/^[a-z0-9]{24}$/),
          version: '6',
          workspaceId: api.workspaceId,
          name: 'My bot',
          events: [{ id: expect.any(String), type: 'start', graphCoordinates: { x: 0, y: 0 } }],
          groups: [],
          edges: [],
          variables: [],
          theme: {},
          settings: {},
          icon: null,
          folderId: null,
          publicId: null,
          customDomain: null,
          selectedThemeTemplateId: null,
          resultsTablePreferences: null,
          whatsAppCredentialsId: null,
          riskLevel: null,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
          isArchived: false,
          isClosed: false,
          webhookReplies: 'text',
        },
      });
      expect(await getBot(api, response.bot.id)).toStrictEqual(response.bot);
    });

    it('adds a start event if events is null, with a warning', async () => {
      const { bot, warnings } = await createBot(api, { events: null });
      expect(bot.events).toMatchObject([{ type: 'start' }]);
      expect(warnings).toMatchObject([{ code: 'FILLED_IN', path: 'bot.events' }]);
      expect(await createBot(api, { version: '5', events: null })).not.toHaveProperty('warnings');
    });

    it('returns an ETag that an update accepts as If-Match', async () => {
      const response = await create({});
      const { id } = (response.body as { bot: { id: string } }).bot;
      const again = await api.request({ method: 'GET', path: `/v1/bots/${id}` });
      expect(response.headers.get('etag')).toBe(again.headers.get('etag'));
    });

    it('keeps everything sent, including unknown keys and the version', async () => {
      for (const sent of [v6Document(), v5Document('3'), { ...v6Document(), version: '6.1' }]) {
        const { bot } = await createBot(api, sent);
        expectToHold(bot, sent);
        expectToHold(await getBot(api, bot.id), sent);
      }
    });

    it('accepts publicId, customDomain and isClosed', async () => {
      const fields = {
        publicId: uniqueName('created'),
        customDomain: `${uniqueName('created')}.example.com`,
        isClosed: true,
      };
      const { bot } = await createBot(api, fields);
      expect(bot).toMatchObject(fields);
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
      expect((await publishBot(api, bot.id)).publicId).toBe(fields.publicId);
    });

    it('ignores values of server-managed fields', async () => {
      const other = await importBot(api, v6Document());
      const { bot } = await createBot(api, { ...other, publicId: null, isArchived: true });
      expect(bot.id).not.toBe(other.id);
      expect(bot).toMatchObject({ workspaceId: api.workspaceId, isArchived: false });
      expect(Date.parse(bot.createdAt)).toBeGreaterThanOrEqual(Date.parse(other.createdAt));
    });

    it('warns about filled-in fields and dangling references', async () => {
      const { bot, warnings } = await createBot(api, {
        groups: [{ id: 'g' }],
        edges: [{ id: 'e', from: { eventId: 'nobody' }, to: { groupId: 'g' } }],
      });
      expect(bot.groups).toMatchObject([{ title: '', blocks: [] }]);
      expect(warnings?.map(({ code, path }) => [code, path])).toStrictEqual([
        ['FILLED_IN', 'bot.groups[0].title'],
        ['FILLED_IN', 'bot.groups[0].graphCoordinates'],
        ['FILLED_IN', 'bot.groups[0].blocks'],
        ['DANGLING', 'bot.edges[0].from.eventId'],
      ]);
    });

    it(
      'creates a bot stored in parts, with a publicId',
      async () => {
        const sent = { ...noiseBot(900_000), publicId: uniqueName('large') };
        const { bot } = await createBot(api, sent);
        const read = await getBot(api, bot.id);
        expect(read.publicId).toBe(sent.publicId);
        expect(JSON.stringify(read.groups) === JSON.stringify(sent.groups)).toBe(true);
      },
      SLOW_MS,
    );
  });

  describe('400', () => {
    it.each([
      ['no bot', undefined, 'bot'],
      ['a bot that is null', null, 'bot'],
      ['a number as name', { name: 7 }, 'bot.name'],
      ['an unknown version', { version: '7' }, 'bot.version'],
      ['a publicId with capitals', { publicId: 'Ferry' }, 'bot.publicId'],
      ['a custom domain with a scheme', { customDomain: 'https://example.com' }, 'bot.customDomain'],
      ['a group without an id', { groups: [{}] }, 'bot.groups[0].id'],
    ])('rejects %s', async (_, bot, path) => {
      expect(await create(bot)).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', issues: [{ path }] },
      });
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect((await create({}, { token: null })).status).toBe(401);
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it('rejects a viewer and creates nothing', async () => {
      const before = await readBotItems(api.workspaceId);
      expect(await create({}, { token: await api.tokenFor('viewer') })).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
      expect(await readBotItems(api.workspaceId)).toStrictEqual(before);
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a workspace id %s', async (_, id) => {
      const body = { workspaceId: decodeURIComponent(id), bot: {} };
      expect(await create({}, { body })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Workspace not found' },
      });
    });

    it.runIf(api.canReachStore)('treats a foreign workspace like an unknown one', async () => {
      expect(await create({}, { token: await api.strangerToken() })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Workspace not found' },
      });
    });
  });

  describe('409', () => {
    it.each([
      ['publicId', () => uniqueName('taken')],
      ['customDomain', () => `${uniqueName('taken')}.example.com`],
    ])("rejects another bot's %s and creates nothing", async (field, value) => {
      const { id } = await importBot(api, v6Document());
      const taken = { [field]: value() };
      await patchBot(api, id, taken);
      const before = api.canReachStore ? await readBotItems(api.workspaceId) : [];
      expect(await create({ ...noiseBot(700_000), ...taken })).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', issues: [{ path: `bot.${field}` }] },
      });
      if (api.canReachStore) expect(await readBotItems(api.workspaceId)).toStrictEqual(before);
    });

    it('assigns a publicId to only one of ten concurrent requests', async () => {
      const publicId = uniqueName('wanted');
      const responses = await Promise.all(Array.from({ length: 10 }, () => create({ publicId })));
      const statuses = responses.map(({ status }) => status).toSorted();
      expect(statuses).toStrictEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    });
  });

  describe('413', () => {
    it(
      'rejects a bot too large to be returned',
      async () => {
        expect(await create(noiseBot(6_160_000))).toMatchObject({
          status: 413,
          body: { code: 'PAYLOAD_TOO_LARGE' },
        });
      },
      SLOW_MS,
    );
  });

  describe('415', () => {
    it('accepts only JSON', async () => {
      expect((await create({}, { contentType: 'text/plain' })).status).toBe(415);
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('sends Retry-After if the database is throttled', async () => {
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ThrottlingException') },
        () => create({}),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    });
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable());
});
