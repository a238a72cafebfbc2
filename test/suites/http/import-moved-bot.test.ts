import { describe, expect, it } from 'vitest';
import { findLinkedBotIds } from '#lib/bots/document/linked-bots.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot } from '#test/fixtures/chat-bots.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { noiseBot } from '#test/fixtures/generated-bot.ts';
import {
  getBot,
  type ImportResponse,
  importBot,
  importResponse,
  patchBot,
  publishBot,
  sendImport,
  sendPatch,
} from '#test/support/bot-client.ts';
import {
  archiveBot,
  createBot,
  duplicateBot,
  type ListedBot,
  listAllBots,
  listReleases,
  restoreBot,
  restoreRelease,
} from '#test/support/bot-life.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { intercepting } from '#test/support/database-requests.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { ownedContent } from '#test/support/owned-content.ts';
import { uniqueName } from '#test/support/unique-name.ts';

const linkTo = (typebotId: string, index = 0) => ({
  id: `link-${index}`,
  type: 'Typebot link',
  options: { typebotId },
});
const linkingBot = (...botIds: string[]) => chatBot([{ id: 'g', blocks: botIds.map(linkTo) }]);
const linksIn = (document: unknown) => findLinkedBotIds(document as JsonObject).map(({ botId }) => botId);

const IS_ANOTHERS = {
  code: 'DROPPED',
  path: 'bot.publicId',
  message: 'left out because another bot has it',
};

describeApi('POST /v1/bots/import of a bot from elsewhere', (api) => {
  const withPublicId = (publicId: unknown) => ({ ...v6Document(), publicId });
  const keepPublicId = (publicId: unknown, fields: object = {}) =>
    importResponse(api, withPublicId(publicId), { keepPublicId: true, ...fields });

  const sendWithKey = (key: string, bot: unknown, fields: object) =>
    api.request({
      method: 'POST',
      path: '/v1/bots/import',
      headers: { 'Idempotency-Key': key },
      body: { workspaceId: api.workspaceId, bot, ...fields },
    });

  const listed = async (id: string, query: Record<string, string> = {}): Promise<ListedBot | undefined> =>
    (await listAllBots(api, query)).find((bot) => bot.id === id);
  const listedSource = async (id: string) => (await listed(id))?.source;

  const getEtag = async (id: string) =>
    (await api.request({ method: 'GET', path: `/v1/bots/${id}` })).headers.get('etag');

  describe('200 with keepPublicId', () => {
    it('claims the publicId, and publishing keeps it', async () => {
      const publicId = uniqueName('moved');
      const response = await keepPublicId(publicId);
      expect(response.bot.publicId).toBe(publicId);
      expect(response).not.toHaveProperty('warnings');
      expect((await getBot(api, response.bot.id)).publicId).toBe(publicId);
      const { bot: other } = await createBot(api);
      expect((await sendPatch(api, other.id, { publicId })).status).toBe(409);
      expect((await publishBot(api, response.bot.id)).publicId).toBe(publicId);
    });

    it('leaves out a publicId that another bot has, with a warning', async () => {
      const publicId = uniqueName('taken');
      const { bot: owner } = await keepPublicId(publicId);
      const { bot, warnings } = await keepPublicId(publicId);
      expect(bot.publicId).toBeNull();
      expect(warnings).toStrictEqual([IS_ANOTHERS]);
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
      expect((await getBot(api, owner.id)).publicId).toBe(publicId);
    });

    it.each([
      ['capital letters', 'Ferry'],
      ['a hyphen in front', '-ferry'],
      ['two hyphens', 'ferry--tickets'],
      ['no character', ''],
      ['256 characters', 'x'.repeat(256)],
      ['5,000 characters', 'x'.repeat(5_000)],
      ['a key separator', 'a#b'],
      ['a lone surrogate', 'half\ud83d'],
      ['a number', 7],
      ['an object', {}],
    ])('leaves out a publicId with %s, with a warning', async (_, publicId) => {
      const { bot, warnings } = await keepPublicId(publicId);
      expect(bot.publicId).toBeNull();
      expect(warnings).toStrictEqual([
        { code: 'DROPPED', path: 'bot.publicId', message: expect.stringContaining('it is not 1 to 255') },
      ]);
    });

    it.each(['api', 'v1', 'v20', 'healthz'])(
      'leaves out the reserved publicId %s, with a warning',
      async (publicId) => {
        const { bot, warnings } = await keepPublicId(publicId);
        expect(bot.publicId).toBeNull();
        expect(warnings).toStrictEqual([
          {
            code: 'DROPPED',
            path: 'bot.publicId',
            message: 'left out because the API has the address of its page',
          },
        ]);
      },
    );

    it.each([[null], [undefined]])('does not warn if the publicId is %s', async (publicId) => {
      const response = await keepPublicId(publicId);
      expect(response.bot.publicId).toBeNull();
      expect(response).not.toHaveProperty('warnings');
    });

    it('leaves the publicId out if it is false', async () => {
      const { bot, warnings } = await keepPublicId(uniqueName('free'), { keepPublicId: false });
      expect(bot.publicId).toBeNull();
      expect(warnings).toMatchObject([{ code: 'DROPPED', path: 'bot.publicId' }]);
    });

    it('still leaves the custom domain out', async () => {
      const document = { ...withPublicId(uniqueName('moved')), customDomain: 'ferry.example.com' };
      const { bot, warnings } = await importResponse(api, document, { keepPublicId: true });
      expect(bot).toMatchObject({ publicId: document.publicId, customDomain: null });
      expect(warnings).toMatchObject([{ code: 'DROPPED', path: 'bot.customDomain' }]);
    });

    it('says in a dry run whether the publicId is free, and claims nothing', async () => {
      const publicId = uniqueName('rehearsed');
      for (let times = 0; times < 2; times++) {
        const rehearsal = await keepPublicId(publicId, { dryRun: true });
        expect(rehearsal.bot.publicId).toBe(publicId);
        expect(rehearsal).not.toHaveProperty('warnings');
      }
      await keepPublicId(publicId);
      const { bot, warnings } = await keepPublicId(publicId, { dryRun: true });
      expect(bot.publicId).toBeNull();
      expect(warnings).toStrictEqual([IS_ANOTHERS]);
    });

    it('gives a publicId to one of ten concurrent imports, and creates the others without', async () => {
      const publicId = uniqueName('wanted');
      const responses = await Promise.all(Array.from({ length: 10 }, () => keepPublicId(publicId)));
      const owners = responses.filter(({ bot }) => bot.publicId === publicId);
      expect(owners).toHaveLength(1);
      for (const response of responses) {
        if (response !== owners[0]) expect(response.warnings).toStrictEqual([IS_ANOTHERS]);
        expect(await getBot(api, response.bot.id)).toStrictEqual(response.bot);
      }
    });

    it.runIf(api.canInjectFaults)('loses a race for the publicId without losing the bot', async () => {
      const publicId = uniqueName('raced');
      let isTaken = false;
      const { bot, warnings } = await intercepting(
        async ({ command, text, input }, send) => {
          // Another bot takes the publicId after it was found free.
          if (!isTaken && command === 'TransactWriteItemsCommand' && text.includes(publicId)) {
            isTaken = true;
            await createBot(api, { publicId });
          }
          return await send(input);
        },
        () => importResponse(api, { ...noiseBot(1_000), publicId }, { keepPublicId: true }),
      );
      expect(isTaken).toBe(true);
      expect(bot.publicId).toBeNull();
      expect(warnings).toContainEqual(IS_ANOTHERS);
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
    });

    it('gives the same bot when repeated with an Idempotency-Key', async () => {
      const publicId = uniqueName('repeated');
      const key = uniqueName('key');
      const first = await sendWithKey(key, withPublicId(publicId), { keepPublicId: true });
      const second = await sendWithKey(key, withPublicId(publicId), { keepPublicId: true });
      expect(first.body).toMatchObject({ bot: { publicId } });
      expect(second.text).toBe(first.text);
    });

    it.runIf(api.canInjectFaults).each([
      ['free', false],
      ["another bot's", true],
    ])('gives the same bot if the first response was lost and the publicId is %s', async (_, isTaken) => {
      const publicId = uniqueName('lost');
      if (isTaken) await createBot(api, { publicId });
      const key = uniqueName('key');
      const { value: lost, failures } = await failing(
        {
          when: ({ text }) => text.includes('"DRAFT"') && text.includes('"document"'),
          error: databaseError('InternalServerError'),
          times: 1,
          isCarriedOut: true,
        },
        () => sendWithKey(key, withPublicId(publicId), { keepPublicId: true }),
      );
      expect([lost.status, failures]).toStrictEqual([503, 1]);
      const stored = await listAllBots(api);
      const { status, body } = await sendWithKey(key, withPublicId(publicId), { keepPublicId: true });
      const { bot, warnings } = body as ImportResponse;
      expect([status, bot.publicId]).toStrictEqual([200, isTaken ? null : publicId]);
      expect(warnings).toStrictEqual(isTaken ? [IS_ANOTHERS] : undefined);
      expect((await listAllBots(api)).length).toBe(stored.length);
      expect(stored.map(({ id }) => id)).toContain(bot.id);
    });
  });

  describe('200 with linkedBots', () => {
    it('rewrites the links that the map has and keeps everything else', async () => {
      const document = linkingBot('old-1', 'old-2', 'current', 'old-1');
      const bot = await importBot(api, document, { linkedBots: { 'old-1': 'new-1', other: 'new-2' } });
      const expected = await importBot(api, linkingBot('new-1', 'old-2', 'current', 'new-1'));
      expect(linksIn(bot)).toStrictEqual(['new-1', 'old-2', 'new-1']);
      expect(JSON.stringify(ownedContent(bot))).toBe(JSON.stringify(ownedContent(expected)));
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
    });

    it('rewrites the links of an export from before June 2022', async () => {
      const steps = [{ ...linkTo('old'), blockId: 'b' }];
      const document = { name: 'Old', blocks: [{ id: 'b', title: 'B', steps }], edges: [], variables: [] };
      const bot = await importBot(api, document, { linkedBots: { old: 'new' } });
      expect(linksIn(bot)).toStrictEqual(['new']);
    });

    it('rewrites them in a dry run, too, and when replacing a draft', async () => {
      const linkedBots = { old: 'new' };
      const rehearsal = await importResponse(api, linkingBot('old'), { linkedBots, dryRun: true });
      expect(linksIn(rehearsal.bot)).toStrictEqual(['new']);
      const { id } = await importBot(api, v6Document());
      const over = { mode: 'replace', botId: id, linkedBots };
      expect(linksIn((await importResponse(api, linkingBot('old'), over)).bot)).toStrictEqual(['new']);
      expect(linksIn(await getBot(api, id))).toStrictEqual(['new']);
    });

    it('takes a replacement for no change if the rewritten document equals the draft', async () => {
      const { id, updatedAt } = await importBot(api, linkingBot('new'));
      const over = { mode: 'replace', botId: id, linkedBots: { old: 'new' } };
      const response = await importResponse(api, linkingBot('old'), over);
      expect(response).not.toHaveProperty('keptAsRelease');
      expect(response.bot.updatedAt).toBe(updatedAt);
    });

    it('takes ids named like Object.prototype members for ids', async () => {
      const document = linkingBot('constructor', 'toString');
      const bot = await importBot(api, document, { linkedBots: { constructor: 'new' } });
      expect(linksIn(bot)).toStrictEqual(['new', 'toString']);
      expect(linksIn(await importBot(api, document, { linkedBots: {} }))).toStrictEqual([
        'constructor',
        'toString',
      ]);
    });

    it('takes a thousand ids', async () => {
      const entries = Array.from({ length: 1_000 }, (_, index) => [`old-${index}`, `new-${index}`]);
      const bot = await importBot(api, linkingBot('old-999'), { linkedBots: Object.fromEntries(entries) });
      expect(linksIn(bot)).toStrictEqual(['new-999']);
    });
  });

  describe('200 with source', () => {
    const SOURCE = { id: 'cl0ibhv8d0130n21aw8doxhj5', revision: '2026-05-04T08:00:00.000Z' };
    const UNEDITED = { ...SOURCE, isEdited: false };
    const over = (botId: string, bot: unknown, source: object | undefined = SOURCE) =>
      importResponse(api, bot, { mode: 'replace', botId, source });

    it('is listed with the bot, and is not a part of it', async () => {
      const bot = await importBot(api, v6Document(), { source: { ...SOURCE, more: 1 } });
      expect(bot).not.toHaveProperty('source');
      expect(await listedSource(bot.id)).toStrictEqual(UNEDITED);
      const { id } = await importBot(api, v6Document(), { source: { id: SOURCE.id } });
      expect(await listedSource(id)).toStrictEqual({ id: SOURCE.id, revision: null, isEdited: false });
    });

    it('is absent from the list otherwise', async () => {
      const { id } = await importBot(api, v6Document());
      expect(await listed(id)).not.toHaveProperty('source');
    });

    it('may hold any characters, up to 128 and 200', async () => {
      const source = { id: 'Ä '.repeat(64), revision: '😀"'.repeat(66) };
      const { id } = await importBot(api, v6Document(), { source });
      expect(await listedSource(id)).toStrictEqual({ ...source, isEdited: false });
    });

    it('may be the source of several bots', async () => {
      const first = await importBot(api, v6Document(), { source: SOURCE });
      const second = await importBot(api, v6Document(), { source: SOURCE });
      expect(await listedSource(first.id)).toStrictEqual(UNEDITED);
      expect(await listedSource(second.id)).toStrictEqual(UNEDITED);
    });

    it('says whether the flow has changed since, whatever else happens to the bot', async () => {
      const { id, variables } = await importBot(api, v6Document(), { source: SOURCE });
      await patchBot(api, id, { name: 'Renamed', isClosed: true, publicId: uniqueName('moved') });
      expect(await listedSource(id)).toStrictEqual(UNEDITED);
      await publishBot(api, id);
      expect(await listedSource(id)).toStrictEqual(UNEDITED);
      await patchBot(api, id, { variables: [] });
      expect(await listedSource(id)).toStrictEqual({ ...SOURCE, isEdited: true });
      await patchBot(api, id, { variables });
      expect(await listedSource(id)).toStrictEqual(UNEDITED);
      await patchBot(api, id, { variables: [] });
      await restoreRelease(api, id, 1);
      expect(await listedSource(id)).toStrictEqual(UNEDITED);
      await archiveBot(api, id);
      expect(await listed(id, { archived: 'true' })).toMatchObject({ source: UNEDITED });
      await restoreBot(api, id);
      expect(await listedSource(id)).toStrictEqual(UNEDITED);
    });

    it('counts rewritten links as part of the import', async () => {
      const { id } = await importBot(api, linkingBot('old'), { source: SOURCE, linkedBots: { old: 'new' } });
      expect(await listedSource(id)).toStrictEqual(UNEDITED);
    });

    it('is not copied to a duplicate', async () => {
      const { id } = await importBot(api, v6Document(), { source: SOURCE });
      const copy = await duplicateBot(api, id);
      expect(await listed(copy.id)).not.toHaveProperty('source');
    });

    it('is set by an import over a bot, and kept by one that does not name it', async () => {
      const { id } = await importBot(api, v6Document());
      await over(id, linkingBot('a'));
      expect(await listedSource(id)).toStrictEqual(UNEDITED);
      await over(id, linkingBot('b'), undefined);
      await importResponse(api, linkingBot('c'), { mode: 'replace', botId: id });
      expect(await listedSource(id)).toStrictEqual({ ...SOURCE, isEdited: true });
      const moved = { id: 'another', revision: '2' };
      await over(id, linkingBot('d'), moved);
      expect(await listedSource(id)).toStrictEqual({ ...moved, isEdited: false });
    });

    it('is replaced even if the document equals the draft, with the same ETag and releases', async () => {
      const { id } = await importBot(api, v6Document(), { source: SOURCE });
      await publishBot(api, id);
      const before = { etag: await getEtag(id), bot: await getBot(api, id) };
      const next = { ...SOURCE, revision: 'next' };
      const response = await over(id, v6Document(), next);
      expect(response).not.toHaveProperty('keptAsRelease');
      expect(response.bot).toStrictEqual(before.bot);
      expect({ etag: await getEtag(id), bot: await getBot(api, id) }).toStrictEqual(before);
      expect(await listedSource(id)).toStrictEqual({ ...next, isEdited: false });
      expect((await listReleases(api, id)).releases).toHaveLength(1);
      expect((await publishBot(api, id)).release).toBe(1);
    });

    it('turns an edited bot into an unedited one if the import has the same edit', async () => {
      const { id } = await importBot(api, v6Document(), { source: SOURCE });
      await patchBot(api, id, { variables: [] });
      await over(id, { ...v6Document(), variables: [] });
      expect(await listedSource(id)).toStrictEqual(UNEDITED);
    });

    it('is not stored by a dry run', async () => {
      const { id } = await importBot(api, v6Document());
      await importResponse(api, v6Document(), { mode: 'replace', botId: id, source: SOURCE, dryRun: true });
      await importResponse(api, linkingBot('a'), {
        mode: 'replace',
        botId: id,
        source: SOURCE,
        dryRun: true,
      });
      expect(await listed(id)).not.toHaveProperty('source');
    });

    it.runIf(api.canInjectFaults)('writes nothing if neither document nor source is new', async () => {
      const { id } = await importBot(api, v6Document(), { source: SOURCE });
      const { failures } = await failing(
        { when: ({ text }) => text.includes('"DRAFT"') && text.includes('"document"'), error: new Error() },
        () => over(id, v6Document()),
      );
      expect(failures).toBe(0);
    });

    it('keeps the source that was imported last when imports race', async () => {
      const { id } = await importBot(api, v6Document());
      const revisions = Array.from({ length: 5 }, (_, index) => `revision ${index}`);
      await Promise.all(
        revisions.map((revision) => over(id, linkingBot(revision), { id: SOURCE.id, revision })),
      );
      const source = await listedSource(id);
      expect(linksIn(await getBot(api, id))).toStrictEqual([source?.revision]);
      expect(source?.isEdited).toBe(false);
    });
  });

  describe('400', () => {
    it('rejects keepPublicId over a bot', async () => {
      const { id } = await importBot(api, v6Document());
      const fields = { mode: 'replace', botId: id, keepPublicId: true };
      expect(await sendImport(api, withPublicId(uniqueName('moved')), fields)).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'keepPublicId', message: 'Only allowed with mode create' }] },
      });
      expect((await sendImport(api, v6Document(), { ...fields, keepPublicId: false })).status).toBe(200);
    });

    it.each<[path: string, fields: object]>([
      ['keepPublicId', { keepPublicId: 'yes' }],
      ['linkedBots', { linkedBots: [] }],
      ['linkedBots', { linkedBots: 'old' }],
      ['linkedBots', { linkedBots: null }],
      ['linkedBots.old', { linkedBots: { old: 7 } }],
      ['linkedBots.old', { linkedBots: { old: null } }],
      ['linkedBots.old', { linkedBots: { old: '' } }],
      ['linkedBots.old', { linkedBots: { old: 'x'.repeat(129) } }],
      ['linkedBots.old', { linkedBots: { old: 'half \ud83d' } }],
      ['linkedBots.constructor', { linkedBots: { constructor: {} } }],
      ['source', { source: 'id' }],
      ['source', { source: null }],
      ['source.id', { source: {} }],
      ['source.id', { source: { id: '' } }],
      ['source.id', { source: { id: 7 } }],
      ['source.id', { source: { id: 'x'.repeat(129) } }],
      ['source.id', { source: { id: 'half \ud83d' } }],
      ['source.revision', { source: { id: 'a', revision: '' } }],
      ['source.revision', { source: { id: 'a', revision: 7 } }],
      ['source.revision', { source: { id: 'a', revision: null } }],
      ['source.revision', { source: { id: 'a', revision: 'x'.repeat(201) } }],
      ['source.revision', { source: { id: 'a', revision: 'half \ud83d' } }],
    ])('rejects %s of %j', async (path, fields) => {
      const response = await sendImport(api, v6Document(), fields);
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', issues: [{ path }] } });
    });

    it('rejects more than a thousand linked bots', async () => {
      const entries = Array.from({ length: 1_001 }, (_, index) => [`old-${index}`, 'new']);
      expect(await sendImport(api, v6Document(), { linkedBots: Object.fromEntries(entries) })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'linkedBots', message: 'Expected at most 1000 bots' }] },
      });
    });
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable());
});
