import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { stepsEraDocument, v5Document, v6Document } from '#test/fixtures/documents.ts';
import { noiseBot } from '#test/fixtures/generated-bot.ts';
import {
  getBot,
  getPublished,
  type ImportResponse,
  importBot,
  importResponse,
  patchBot,
  publishBot,
  type ReturnedBot,
  sendImport,
} from '#test/support/bot-client.ts';
import { archiveBot, getRelease, listReleases, restoreRelease } from '#test/support/bot-life.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { type ApiRequest, type ApiResponse, describeApi } from '#test/support/describe-api.ts';
import { describeBotRefusals } from '#test/support/describe-bot-refusals.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { ownedContent } from '#test/support/owned-content.ts';
import { listItems, readBotItems } from '#test/support/stored-bots.ts';
import { uniqueName } from '#test/support/unique-name.ts';

const SLOW_MS = 120_000;

describeApi('POST /v1/bots/import over a bot', (api) => {
  const send = (
    botId: string,
    bot: unknown = v5Document(),
    fields: object = {},
    more: Partial<ApiRequest> = {},
  ): Promise<ApiResponse> =>
    api.request({
      method: 'POST',
      path: '/v1/bots/import',
      body: { workspaceId: api.workspaceId, bot, mode: 'replace', botId, ...fields },
      ...more,
    });

  const replace = (botId: string, bot: unknown, fields: object = {}): Promise<ImportResponse> =>
    importResponse(api, bot, { mode: 'replace', botId, ...fields });

  const get = (botId: string) => api.request({ method: 'GET', path: `/v1/bots/${botId}` });

  const getReleases = async (botId: string) =>
    (await listReleases(api, botId)).releases.map(({ release }) => release);

  /** Sends a replacement that must be refused, and checks that the bot has not changed. */
  async function refused(botId: string, sending: () => Promise<ApiResponse>): Promise<ApiResponse> {
    const before = await getBot(api, botId);
    const response = await sending();
    expect(await getBot(api, botId)).toStrictEqual(before);
    return response;
  }

  describe('200', () => {
    it.each([
      ['of version 6', v6Document],
      ['of an older version than the bot has', () => v5Document('3')],
    ])('replaces the whole draft with a document %s', async (_, document) => {
      const { id } = await importBot(api, { ...v6Document(), more: 'gone' });
      const { bot, ...more } = await replace(id, { ...document(), name: 'From QA' });
      const alone = await importBot(api, { ...document(), name: 'From QA' });
      expect(ownedContent(bot)).toStrictEqual(ownedContent(alone));
      expect(more).toStrictEqual({ keptAsRelease: 1 });
      expect(await getBot(api, id)).toStrictEqual(bot);
    });

    it('keeps fields that belong to the existing bot', async () => {
      const { id } = await importBot(api, v6Document());
      const own = { whatsAppCredentialsId: 'ours', riskLevel: 3 };
      await patchBot(api, id, own);
      const theirs = { whatsAppCredentialsId: 'theirs', riskLevel: 4 };
      const { bot, warnings } = await replace(id, { ...v6Document(), ...theirs, name: 'From QA' });
      expect(bot).toMatchObject({ ...own, name: 'From QA' });
      expect(warnings).toMatchObject([
        { code: 'DROPPED', path: 'bot.whatsAppCredentialsId' },
        { code: 'DROPPED', path: 'bot.riskLevel' },
      ]);
      expect(await replace(id, bot)).not.toHaveProperty('warnings');
    });

    it('keeps server-managed fields, the folder and the published copy', async () => {
      const { id, createdAt } = await importBot(api, { ...v6Document(), folderId: 'production' });
      const fields = {
        publicId: uniqueName('kept'),
        customDomain: `${uniqueName('kept')}.example.com`,
        isClosed: true,
      };
      await patchBot(api, id, fields);
      await publishBot(api, id);
      const published = await getPublished(api, id);
      const { bot } = await replace(id, v5Document());
      expect(bot).toMatchObject({ ...fields, id, createdAt, folderId: 'production', isArchived: false });
      expect(await getPublished(api, id)).toStrictEqual(published);
      expect(await publishBot(api, id)).toMatchObject({ publicId: fields.publicId, release: 2 });
    });

    it('promotes a QA bot to production', async () => {
      const production = await importBot(api, { ...v6Document(), folderId: 'production' });
      const { publicId } = await publishBot(api, production.id);
      const qa = await importBot(api, { ...v6Document(), folderId: 'qa', variables: [] });
      await publishBot(api, qa.id);
      // Someone has renamed the production bot, which does not change the QA bot's updatedAt.
      await patchBot(api, production.id, { name: 'Renamed' });
      const { bot, warnings = [] } = await replace(production.id, await getBot(api, qa.id));
      expect(bot).toMatchObject({ id: production.id, publicId, folderId: 'production', variables: [] });
      expect(warnings.map(({ code, path }) => `${code} ${path}`).toSorted()).toStrictEqual([
        'DROPPED bot.folderId',
        'DROPPED bot.publicId',
      ]);
    });

    it.each([
      ['into another', 'elsewhere', 'elsewhere'],
      ['out of its', null, null],
    ])('moves the bot %s folder on request', async (_, folderId, expected) => {
      const { id } = await importBot(api, { ...v6Document(), folderId: 'here' });
      const { bot, warnings } = await replace(id, { ...v5Document(), folderId: 'source' }, { folderId });
      expect([bot.folderId, warnings]).toStrictEqual([expected, undefined]);
    });

    it('is as lenient as an import, with the same warnings', async () => {
      const { id } = await importBot(api, { ...v6Document(), name: 'Its name' });
      const renamed = await replace(id, stepsEraDocument());
      expect(renamed.warnings).toContainEqual(expect.objectContaining({ code: 'RENAMED' }));
      const { bot, warnings = [] } = await replace(id, { groups: [{ id: 'bare' }] });
      expect(bot).toMatchObject({ version: '3', groups: [{ id: 'bare', title: '', blocks: [] }] });
      expect(bot.name).toBe(renamed.bot.name);
      expect(warnings.map(({ path }) => path)).toContain('bot.groups[0].title');
      expect(warnings).toContainEqual({
        code: 'FILLED_IN',
        path: 'bot.name',
        message: `was missing; set to ${JSON.stringify(bot.name)}`,
      });
    });

    it.each(['create', undefined])('with mode %s creates a bot', async (mode) => {
      const { bot, ...more } = await importResponse(api, v6Document(), { ...(mode && { mode }) });
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
      expect(more).toStrictEqual({});
    });
  });

  describe('200, and the previous draft', () => {
    it('is kept as the next release, which is not published', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      const draft = await patchBot(api, id, { variables: [], name: 'Unfinished', more: { kept: true } });
      expect(await replace(id, v5Document())).toMatchObject({ keptAsRelease: 2 });
      expect(await getRelease(api, id, 2)).toMatchObject({ publishedAt: null, variables: [] });
      const { bot } = await restoreRelease(api, id, 2);
      expect(ownedContent(bot)).toStrictEqual(ownedContent(draft));
    });

    it('is not kept again if it is already a release', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      expect(await replace(id, v5Document())).not.toHaveProperty('keptAsRelease');
      expect(await getReleases(id)).toStrictEqual([1]);
    });

    it('stays unchanged if it already is the same document', async () => {
      const { id } = await importBot(api, v6Document());
      const before = await get(id);
      for (const document of [v6Document(), (before.body as { bot: JsonObject }).bot]) {
        const response = await send(id, document);
        expect(response.body).toStrictEqual(before.body);
        expect(response.headers.get('etag')).toBe(before.headers.get('etag'));
      }
      expect(await getReleases(id)).toStrictEqual([]);
      expect(await get(id)).toMatchObject({ text: before.text });
    });

    it('is kept once if the same document is sent several times concurrently', async () => {
      const { id } = await importBot(api, v6Document());
      const responses = await Promise.all(Array.from({ length: 8 }, () => send(id)));
      expect(responses.map(({ status }) => status)).toStrictEqual(responses.map(() => 200));
      expect(await getReleases(id)).toStrictEqual([1]);
    });

    it('is not lost in any of several concurrent replacements', async () => {
      const { id } = await importBot(api, v6Document());
      const names = Array.from({ length: 6 }, (_, index) => `Document ${index}`);
      await Promise.all(names.map((name) => replace(id, { ...v6Document(), name })));
      expect((await getReleases(id)).toSorted()).toStrictEqual([1, 2, 3, 4, 5, 6]);
      const kept = await Promise.all(
        [1, 2, 3, 4, 5, 6].map(async (release) => (await restoreRelease(api, id, release)).bot.name),
      );
      expect(kept.every((name) => name === v6Document().name || names.includes(name))).toBe(true);
      expect(new Set(kept).size).toBe(6);
    });

    it(
      'keeps its parts',
      async () => {
        const flows = [1, 2, 3].map((seed) => noiseBot(560_000, '6', seed));
        const getGroups = ({ groups }: { groups: unknown }) => JSON.stringify(groups);
        const { id } = await importBot(api, flows[0]);
        expect(await replace(id, flows[1])).toMatchObject({ keptAsRelease: 1 });
        expect(await replace(id, flows[2])).toMatchObject({ keptAsRelease: 2 });
        await patchBot(api, id, { groups: [] });
        for (const release of [1, 2]) {
          const kept = getGroups(await getRelease(api, id, release));
          expect(kept === getGroups(flows[release - 1] as { groups: unknown })).toBe(true);
        }
        if (!api.canReachStore) return;
        const parts = (await listItems(id)).map(({ sk }) => String(sk).split('#'));
        const ids = parts.filter(([kind]) => kind === 'PART').map(([, partsId]) => partsId);
        expect(new Set(ids).size).toBe(2);
      },
      SLOW_MS,
    );
  });

  describe('200 with dryRun', () => {
    it('returns the result, with the ETag to base the import on, and stores nothing', async () => {
      const { id } = await importBot(api, v6Document());
      const before = await get(id);
      const rehearsal = await send(id, v5Document(), { dryRun: true });
      expect(rehearsal.body).toMatchObject({
        bot: { id, version: '5' },
        dryRun: true,
        keptAsRelease: 1,
        issues: expect.any(Array),
      });
      const ifMatch = rehearsal.headers.get('etag') ?? '';
      expect(ifMatch).toBe(before.headers.get('etag'));
      expect((await get(id)).text).toBe(before.text);
      expect(await getReleases(id)).toStrictEqual([]);
      const { status } = await send(id, v5Document(), {}, { headers: { 'If-Match': ifMatch } });
      expect(status).toBe(200);
    });
  });

  describe('200 when retried', () => {
    it('with an Idempotency-Key replays the first response, whatever happened to the bot since', async () => {
      const { id } = await importBot(api, v6Document());
      const headers = { 'Idempotency-Key': uniqueName('key') };
      const first = await send(id, v5Document(), {}, { headers });
      const { name } = await patchBot(api, id, { name: 'Changed since' });
      expect((await send(id, v5Document(), {}, { headers })).text).toBe(first.text);
      expect((await getBot(api, id)).name).toBe(name);
    });

    it('with the original ETag, because the bot already matches the request', async () => {
      const { id } = await importBot(api, v6Document());
      const headers = { 'If-Match': (await get(id)).headers.get('etag') ?? '' };
      const first = await send(id, v5Document(), {}, { headers });
      const second = await send(id, v5Document(), {}, { headers });
      expect(second).toMatchObject({ status: 200, body: { bot: (first.body as ImportResponse).bot } });
      expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    });

    it.runIf(api.canInjectFaults)('by the SDK after a lost response from the database', async () => {
      const { id } = await importBot(api, v6Document());
      const { value: response, failures } = await failing(
        {
          when: ({ command }) => command === 'TransactWriteItemsCommand',
          error: databaseError('TimeoutError'),
          times: 1,
          isCarriedOut: true,
        },
        () => send(id),
        'attempt',
      );
      expect([response.status, failures]).toStrictEqual([200, 1]);
      expect(await getReleases(id)).toStrictEqual([1]);
    });
  });

  describe('400', () => {
    it.each([
      ['mode replace without a bot', { mode: 'replace' }, 'botId', 'Required with mode replace'],
      ['a bot without mode replace', { botId: 'b' }, 'botId', 'Only allowed with mode replace'],
      ['a bot with mode create', { mode: 'create', botId: 'b' }, 'botId', 'Only allowed with mode replace'],
      ['an unknown mode', { mode: 'merge' }, 'mode', expect.any(String)],
      ['a mode that is null', { mode: null }, 'mode', expect.any(String)],
      ['a bot that is null', { mode: 'replace', botId: null }, 'botId', expect.any(String)],
      ['an overwrite that is not a boolean', { overwrite: 1 }, 'overwrite', expect.any(String)],
    ])('rejects %s and creates nothing', async (_, fields, path, message) => {
      const before = api.canReachStore ? await readBotItems(api.workspaceId) : [];
      expect(await sendImport(api, v6Document(), fields)).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', issues: [{ path, message }] },
      });
      if (api.canReachStore) expect(await readBotItems(api.workspaceId)).toStrictEqual(before);
    });

    it("rejects a workspace other than the bot's", async () => {
      const { id } = await importBot(api, v6Document());
      const response = await refused(id, () => send(id, v5Document(), { workspaceId: 'another' }));
      expect(response).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'workspaceId', message: 'The bot is in another workspace' }] },
      });
    });

    it('rejects a document that an import rejects', async () => {
      const { id } = await importBot(api, v6Document());
      const response = await refused(id, () => send(id, { ...v5Document(), groups: [{ id: 7 }] }));
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'bot.groups[0].id' }] } });
    });

    it('rejects an invalid updatedAt if it would be compared', async () => {
      const { id } = await importBot(api, v6Document());
      const document = { ...v5Document(), id, updatedAt: 'yesterday' };
      const response = await refused(id, () => send(id, document));
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'bot.updatedAt' }] } });
      expect((await send(id, { ...document, id: 'the-source' })).status).toBe(200);
    });
  });

  describeBotRefusals(api, (id, more) => send(decodeURIComponent(id), v5Document(), {}, more), {
    isWrite: true,
  });

  describe('409', () => {
    it('rejects an archived bot', async () => {
      const { id } = await importBot(api, v6Document());
      await archiveBot(api, id);
      for (const dryRun of [true, false]) {
        const response = await refused(id, () => send(id, v5Document(), { dryRun }));
        expect(response).toMatchObject({
          status: 409,
          body: { code: 'CONFLICT', message: 'The bot is archived; restore it first' },
        });
      }
    });

    it.each([
      ['of the bot itself', ({ id }: ReturnedBot) => ({ id })],
      ['without an id', () => ({})],
    ])('rejects an outdated document %s unless overwrite is true', async (_, fields) => {
      const bot = await importBot(api, v6Document());
      await patchBot(api, bot.id, { name: 'Newer' });
      const document = { ...v5Document(), ...fields(bot), updatedAt: bot.updatedAt };
      const response = await refused(bot.id, () => send(bot.id, document));
      expect(response).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
      expect((await send(bot.id, document, { overwrite: true })).status).toBe(200);
    });
  });

  describe('412', () => {
    it('rejects a document based on another ETag even if overwrite is true', async () => {
      const { id } = await importBot(api, v6Document());
      const headers = { 'If-Match': (await get(id)).headers.get('etag') ?? '' };
      await patchBot(api, id, { name: 'Newer' });
      for (const overwrite of [true, false]) {
        const response = await refused(id, () => send(id, v5Document(), { overwrite }, { headers }));
        expect(response).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } });
      }
    });
  });

  describe('413', () => {
    it(
      'rejects a bot too large to be returned',
      async () => {
        const { id } = await importBot(api, v6Document());
        const response = await refused(id, () =>
          send(id, { ...v6Document(), lines: '\n'.repeat(2_100_000) }),
        );
        expect(response).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
      },
      SLOW_MS,
    );
  });

  describe.runIf(api.canInjectFaults)('500', () => {
    it('changes nothing on failure', async () => {
      const { id } = await importBot(api, v6Document());
      const { value: response } = await failing(
        {
          when: ({ command }) => command === 'TransactWriteItemsCommand',
          error: databaseError('ValidationException'),
        },
        () => refused(id, () => send(id)),
      );
      expect(response.status).toBe(500);
      expect(await getReleases(id)).toStrictEqual([]);
    });
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable());
});
