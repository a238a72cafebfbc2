import { describe, expect, it } from 'vitest';
import { v5Document, v6Document } from '#test/fixtures/documents.ts';
import {
  getBot,
  getPublished,
  importBot,
  patchBot,
  patchResponse,
  publishBot,
  type ReturnedBot,
  sendPatch,
  unpublishBot,
} from '#test/support/bot-client.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { uniqueName } from '#test/support/unique-name.ts';

const PUBLIC_ID = /^(?!-)(?!.*--)[a-z0-9-]{1,255}$/;

describeApi('POST /v1/bots/{botId}/publish', (api) => {
  const publish = (botId: string, more: object = {}) =>
    api.request({ method: 'POST', path: `/v1/bots/${botId}/publish`, ...more });

  describe('strict', () => {
    const strict = { query: { strict: 'true' } };
    const ERROR = { path: 'bot.groups[1].blocks[0].type', message: 'is not a known type of block' };

    it('refuses a flow with errors, names them, and writes nothing', async () => {
      const { id } = await importBot(api, v6Document());
      expect(await publish(id, strict)).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', message: 'The flow has errors, so it was not published', issues: [ERROR] },
      });
      expect(await getPublished(api, id)).toStrictEqual({ publishedBot: null });
      expect((await getBot(api, id)).publicId).toBeNull();
    });

    it.each([
      [
        'a request that the document does not contain',
        { type: 'Webhook', webhookId: 'w1' },
        'options.webhook',
      ],
      ['a mail without a recipient', { type: 'Email', options: { recipients: [] } }, 'options.recipients'],
      ['a choice without items', { type: 'choice input', items: [] }, 'items'],
    ])('refuses %s, which a plain publication takes', async (_, block, field) => {
      const document = {
        ...v6Document(),
        groups: v6Document().groups.slice(0, 1),
        edges: [v6Document().edges[0]],
      };
      const [group] = document.groups;
      const blocks = [{ id: 'b', ...block }];
      const { id } = await importBot(api, { ...document, groups: [{ ...group, blocks }] });
      expect(await publish(id, strict)).toMatchObject({
        status: 409,
        body: { issues: [{ path: `bot.groups[0].blocks[0].${field}` }] },
      });
      expect(await publish(id)).toMatchObject({ status: 200 });
    });

    it('names the first of many errors', async () => {
      const blocks = Array.from({ length: 30 }, (_, index) => ({ id: `b${index}`, type: 'sniper' }));
      const { id } = await importBot(api, { version: '6', groups: [{ id: 'g', blocks }] });
      const { status, body } = await publish(id, strict);
      expect([status, (body as { issues: unknown[] }).issues.length]).toStrictEqual([409, 20]);
    });

    it('publishes a flow with mere warnings, and as before if it is false', async () => {
      const { id } = await importBot(api, v5Document());
      expect(await publish(id, strict)).toMatchObject({ status: 200, body: { release: 1 } });
      const other = await importBot(api, v6Document());
      expect(await publish(other.id, { query: { strict: 'false' } })).toMatchObject({ status: 200 });
    });

    it('only reports the errors in a dry run', async () => {
      const { id } = await importBot(api, v6Document());
      const query = { strict: 'true', dryRun: 'true' };
      expect(await publish(id, { query })).toMatchObject({
        status: 200,
        body: { dryRun: true, issues: [ERROR, { code: 'EMPTY_GROUP' }, { code: 'UNUSED_EVENT' }] },
      });
    });

    it('is not asked for at the address of Typebot', async () => {
      const { id } = await importBot(api, v6Document());
      const path = `/v1/typebots/${id}/publish`;
      expect(await api.request({ method: 'POST', path, ...strict })).toMatchObject({ status: 200 });
    });

    it('rejects any other value', async () => {
      const { id } = await importBot(api, v6Document());
      expect(await publish(id, { query: { strict: '1' } })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'strict' }] },
      });
    });
  });

  describe('200', () => {
    it('publishes the unmodified draft as release 1', async () => {
      const bot = await importBot(api, v6Document());
      const publication = await publishBot(api, bot.id);
      expect(publication).toStrictEqual({
        message: 'success',
        publicId: expect.stringMatching(PUBLIC_ID),
        release: 1,
        publishedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      });
      const { publishedBot } = await getPublished(api, bot.id);
      const { version, events, groups, edges, variables, theme, settings } = bot;
      expect(publishedBot).toMatchObject({
        botId: bot.id,
        updatedAt: publication.publishedAt,
        ...{ version, events, groups, edges, variables, theme, settings },
      });
    });

    it('derives the publicId from the name, with a unique suffix', async () => {
      const [first, second] = await Promise.all([
        importBot(api, { ...v6Document(), name: 'Ferry Tickets: Été 2026!' }),
        importBot(api, { ...v6Document(), name: 'Ferry Tickets: Été 2026!' }),
      ]);
      const publications = await Promise.all([publishBot(api, first.id), publishBot(api, second.id)]);
      for (const { publicId } of publications) {
        expect(publicId).toMatch(/^ferry-tickets-ete-2026-[a-z0-9]{5,}$/);
        expect(publicId).toMatch(PUBLIC_ID);
      }
      expect(publications[0].publicId).not.toBe(publications[1].publicId);
    });

    it.each([
      ['has no latin letters', '渡し船の切符'],
      ['is empty', ''],
      ['is an emoji', '⛴️'],
      ['is all punctuation', '--- ... ---'],
      ['is 10,000 characters long', 'word '.repeat(2_000)],
      ['begins and ends with hyphens', '--- Ferry -- tickets ---'],
      ['would be truncated inside a surrogate pair', `${'x'.repeat(59)}😀`],
    ])('generates a valid publicId if the name %s', async (_, name) => {
      const { id } = await importBot(api, { ...v6Document(), name });
      const { publicId } = await publishBot(api, id);
      expect(publicId).toMatch(PUBLIC_ID);
      expect((await getBot(api, id)).publicId).toBe(publicId);
    });

    it("keeps the bot's existing publicId", async () => {
      const { id } = await importBot(api, v6Document());
      const publicId = uniqueName('chosen');
      await patchBot(api, id, { publicId });
      expect((await publishBot(api, id)).publicId).toBe(publicId);
    });

    it('keeps the assigned publicId for later releases', async () => {
      const { id } = await importBot(api, v6Document());
      const { publicId } = await publishBot(api, id);
      await patchBot(api, id, { variables: [], name: 'Another name' });
      expect(await publishBot(api, id)).toMatchObject({ publicId, release: 2 });
    });

    it('returns the same release for an unchanged draft', async () => {
      const { id } = await importBot(api, v6Document());
      const first = await publishBot(api, id);
      expect(await publishBot(api, id)).toStrictEqual(first);
      const published = await getPublished(api, id);
      expect(await publishBot(api, id)).toStrictEqual(first);
      expect(await getPublished(api, id)).toStrictEqual(published);
    });

    it('returns the same release if only unpublished fields have changed', async () => {
      const { id } = await importBot(api, v6Document());
      const first = await publishBot(api, id);
      await patchBot(api, id, { name: 'Another name', icon: null, isClosed: true, folderId: 'f' });
      expect(await publishBot(api, id)).toStrictEqual(first);
    });

    it.each([
      ['groups', { groups: [] }],
      ['edges', { edges: [] }],
      ['variables', { variables: [{ id: 'v', name: 'V' }] }],
      ['events', { events: [] }],
      ['theme', { theme: { customCss: 'a {}' } }],
      ['settings', { settings: {} }],
      ['version', { version: '6.1' }],
    ])('creates the next release after a change to %s', async (_, change) => {
      const { id } = await importBot(api, v6Document());
      const first = await publishBot(api, id);
      await patchBot(api, id, change);
      const second = await publishBot(api, id);
      expect(second).toMatchObject({ release: 2, publicId: first.publicId });
      expect(Date.parse(second.publishedAt)).toBeGreaterThanOrEqual(Date.parse(first.publishedAt));
      expect((await getPublished(api, id)).publishedBot).toMatchObject(change);
    });

    it("keeps the published copy's id and creation time across releases", async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      const { publishedBot: first } = await getPublished(api, id);
      await patchBot(api, id, { groups: [] });
      await publishBot(api, id);
      const { publishedBot: second } = await getPublished(api, id);
      expect(second).toMatchObject({ id: first?.id, createdAt: first?.createdAt, groups: [] });
      expect(first?.id).not.toBe(id);
    });

    it('returns the same release number after unpublishing without a change', async () => {
      const { id } = await importBot(api, v6Document());
      const first = await publishBot(api, id);
      await unpublishBot(api, id);
      expect(await publishBot(api, id)).toMatchObject({ release: 1, publicId: first.publicId });
      expect((await getPublished(api, id)).publishedBot).toMatchObject({ botId: id });
    });

    it('creates the next release for a bot changed while unpublished', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      await unpublishBot(api, id);
      await patchBot(api, id, { groups: [] });
      expect(await publishBot(api, id)).toMatchObject({ release: 2 });
    });

    it('creates a new release for content equal to an older release', async () => {
      const { id, variables } = await importBot(api, v6Document());
      await publishBot(api, id);
      await patchBot(api, id, { variables: [] });
      await publishBot(api, id);
      await patchBot(api, id, { variables });
      expect(await publishBot(api, id)).toMatchObject({ release: 3 });
      expect((await getPublished(api, id)).publishedBot?.variables).toStrictEqual(variables);
    });

    it('leaves the draft, its updatedAt and its ETag unchanged', async () => {
      const { id } = await importBot(api, v6Document());
      await patchBot(api, id, { publicId: uniqueName('chosen') });
      const get = () => api.request({ method: 'GET', path: `/v1/bots/${id}` });
      const before = await get();
      await publishBot(api, id);
      const after = await get();
      expect(after.body).toStrictEqual(before.body);
      expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    });

    it("changes the ETag if it assigns a publicId, because the bot's representation changes", async () => {
      const { id } = await importBot(api, v6Document());
      const path = `/v1/bots/${id}`;
      const before = await api.request({ method: 'GET', path });
      await publishBot(api, id);
      const sentBack = await api.request({
        method: 'PATCH',
        path,
        headers: { 'If-Match': before.headers.get('etag') ?? '' },
        body: before.body,
      });
      expect(sentBack).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } });
    });

    it('accepts an update from a client that read the bot before it was published', async () => {
      const bot = await importBot(api, v6Document());
      await publishBot(api, bot.id);
      expect(await patchBot(api, bot.id, { name: 'Saved', updatedAt: bot.updatedAt })).toMatchObject({
        name: 'Saved',
      });
    });

    it('keeps the assigned publicId if such a client sends null back', async () => {
      const bot = await importBot(api, v6Document());
      const { publicId } = await publishBot(api, bot.id);
      const saved = await patchResponse(api, bot.id, { ...bot, name: 'Saved' });
      expect(saved).toMatchObject({
        bot: { name: 'Saved', publicId },
        warnings: [{ code: 'DROPPED', path: 'bot.publicId' }],
      });
      expect((await getBot(api, bot.id)).publicId).toBe(publicId);
    });

    it.each([
      ['that has read the bot since', async (bot: ReturnedBot) => await getBot(api, bot.id), {}],
      ['that sets overwrite', async (bot: ReturnedBot) => bot, { overwrite: true }],
      ['without an updatedAt', async () => ({}), {}],
    ])('lets a client remove the publicId %s', async (_, read, fields) => {
      const bot = await importBot(api, v6Document());
      await publishBot(api, bot.id);
      const response = await sendPatch(api, bot.id, { ...(await read(bot)), publicId: null }, fields);
      expect(response).toMatchObject({ status: 200, body: { bot: { publicId: null } } });
      expect(response.body).not.toHaveProperty('warnings');
    });

    it('lets a client that read the bot before it was published choose another publicId', async () => {
      const bot = await importBot(api, v6Document());
      await publishBot(api, bot.id);
      const publicId = uniqueName('chosen');
      expect(await patchBot(api, bot.id, { publicId, updatedAt: bot.updatedAt })).toMatchObject({ publicId });
    });

    it('rejects an update from such a client once the draft has changed', async () => {
      const bot = await importBot(api, v6Document());
      const { publicId } = await publishBot(api, bot.id);
      await patchBot(api, bot.id, { name: 'Newer', updatedAt: bot.updatedAt });
      expect((await sendPatch(api, bot.id, bot)).status).toBe(409);
      expect(await getBot(api, bot.id)).toMatchObject({ name: 'Newer', publicId });
    });

    it('rejects an update based on a state before the last change before publishing', async () => {
      const bot = await importBot(api, v6Document());
      await patchBot(api, bot.id, { name: 'Newer' });
      await publishBot(api, bot.id);
      expect((await sendPatch(api, bot.id, { name: 'Stale', updatedAt: bot.updatedAt })).status).toBe(409);
    });

    it('advances updatedAt if it assigns a publicId', async () => {
      const bot = await importBot(api, v6Document());
      await publishBot(api, bot.id);
      const { updatedAt } = await getBot(api, bot.id);
      expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(bot.updatedAt));
    });

    it('creates one release for ten concurrent publications', async () => {
      const { id } = await importBot(api, v5Document());
      const publications = await Promise.all(Array.from({ length: 10 }, () => publishBot(api, id)));
      expect(new Set(publications.map(({ release }) => release))).toStrictEqual(new Set([1]));
      expect(new Set(publications.map(({ publicId }) => publicId)).size).toBe(1);
    });

    it('publishes one complete draft if the bot is changed concurrently', async () => {
      const { id } = await importBot(api, v6Document());
      const themes = Array.from({ length: 10 }, (_, index) => ({ customCss: `a { order: ${index} }` }));
      await Promise.all([...themes.map((theme) => patchBot(api, id, { theme })), publishBot(api, id)]);
      const { publishedBot } = await getPublished(api, id);
      expect([v6Document().theme, ...themes]).toContainEqual(publishedBot?.theme);
    });

    it.each([undefined, '{}', '[]', 'null', 'not JSON'])('ignores the body: %s', async (rawBody) => {
      const { id } = await importBot(api, v6Document());
      expect((await publish(id, rawBody === undefined ? {} : { rawBody })).status).toBe(200);
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect(await publish('any', { token: null })).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      });
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it('rejects a viewer and publishes nothing', async () => {
      const { id } = await importBot(api, v6Document());
      const response = await publish(id, { token: await api.tokenFor('viewer') });
      expect(response).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      expect(await getPublished(api, id)).toStrictEqual({ publishedBot: null });
      expect((await getBot(api, id)).publicId).toBeNull();
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a bot id %s', async (_, id) => {
      expect(await publish(id)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Bot not found' },
      });
    });

    it.runIf(api.canReachStore)('treats a foreign bot like an unknown one', async () => {
      const { id } = await importBot(api, v6Document());
      const response = await publish(id, { token: await api.strangerToken() });
      expect(response).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Bot not found' },
      });
      expect(await getPublished(api, id)).toStrictEqual({ publishedBot: null });
    });
  });

  describe.runIf(api.canInjectFaults)('500', () => {
    it('publishes nothing on failure', async () => {
      const { id } = await importBot(api, v6Document());
      const { value: response } = await failing(
        {
          when: ({ command }) => command === 'TransactWriteItemsCommand',
          error: databaseError('ValidationException'),
        },
        () => publish(id),
      );
      expect(response).toMatchObject({ status: 500, body: { code: 'INTERNAL_SERVER_ERROR' } });
      expect(await getPublished(api, id)).toStrictEqual({ publishedBot: null });
      expect(await publishBot(api, id)).toMatchObject({ release: 1 });
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('sends Retry-After if the database is throttled', async () => {
      const { id } = await importBot(api, v6Document());
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ThrottlingException') },
        () => publish(id),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable());
});
