import { describe, expect, it } from 'vitest';
import { v5Document, v6Document } from '#test/fixtures/documents.ts';
import { noiseBot } from '#test/fixtures/generated-bot.ts';
import { getBot, getPublished, importBot, patchBot, publishBot } from '#test/support/bot-client.ts';
import { archiveBot, duplicateBot, listReleases } from '#test/support/bot-life.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { describeBotRefusals } from '#test/support/describe-bot-refusals.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { ownedContent } from '#test/support/owned-content.ts';
import { listItems, readBotItems } from '#test/support/stored-bots.ts';
import { uniqueName } from '#test/support/unique-name.ts';

const SLOW_MS = 60_000;

describeApi('POST /v1/bots/{botId}/duplicate', (api) => {
  const duplicate = (botId: string, more: object = {}) =>
    api.request({ method: 'POST', path: `/v1/bots/${botId}/duplicate`, ...more });

  describe('200', () => {
    it('copies the whole document, whatever its version, to a new bot', async () => {
      for (const document of [v6Document(), v5Document('3')]) {
        const source = await importBot(api, document, { folderId: 'harbour' });
        const copy = await duplicateBot(api, source.id);
        expect(copy.id).not.toBe(source.id);
        expect(ownedContent(copy)).toStrictEqual({ ...ownedContent(source), name: `${source.name} (copy)` });
        expect(copy).toMatchObject({ workspaceId: api.workspaceId, publicId: null, isArchived: false });
        expect(await getBot(api, copy.id)).toStrictEqual(copy);
        expect(await getBot(api, source.id)).toStrictEqual(source);
      }
    });

    it('copies only the draft, not what is published', async () => {
      const { id } = await importBot(api, v6Document());
      await patchBot(api, id, { customDomain: `${uniqueName('source')}.example.com`, isClosed: true });
      await publishBot(api, id);
      await patchBot(api, id, { variables: [] });
      const copy = await duplicateBot(api, id);
      expect(copy).toMatchObject({ variables: [], publicId: null, customDomain: null, isClosed: false });
      expect(await getPublished(api, copy.id)).toStrictEqual({ publishedBot: null });
      expect((await listReleases(api, copy.id)).releases).toStrictEqual([]);
      expect(await publishBot(api, copy.id)).toMatchObject({ release: 1 });
    });

    it.each([
      ['another name', { name: 'Another' }, { name: 'Another', folderId: 'harbour' }],
      ['an empty name', { name: '' }, { name: '' }],
      ['another folder', { folderId: 'attic' }, { folderId: 'attic', name: 'Ferry tickets (copy)' }],
      ['no folder', { folderId: null }, { folderId: null }],
      ['nothing', {}, { folderId: 'harbour', name: 'Ferry tickets (copy)' }],
    ])('accepts a body with %s', async (_, body, expected) => {
      const { id } = await importBot(api, v6Document(), { folderId: 'harbour' });
      expect(await duplicateBot(api, id, body)).toMatchObject(expected);
    });

    it("accepts the bot's own workspace", async () => {
      const { id } = await importBot(api, v6Document(), { folderId: 'harbour' });
      expect(await duplicateBot(api, id, { workspaceId: api.workspaceId })).toMatchObject({
        workspaceId: api.workspaceId,
        folderId: 'harbour',
      });
    });

    it.each([
      ['no body and no content type', {}],
      ['an empty body', { rawBody: '' }],
      [
        'an empty body with the content type text/plain',
        { rawBody: '', headers: { 'Content-Type': 'text/plain' } },
      ],
    ])('needs no body: %s', async (_, more) => {
      const { id } = await importBot(api, v6Document());
      expect((await duplicate(id, more)).status).toBe(200);
    });

    it('creates an active copy of an archived bot', async () => {
      const { id } = await importBot(api, v6Document());
      await archiveBot(api, id);
      expect(await duplicateBot(api, id)).toMatchObject({ isArchived: false });
      expect(await getBot(api, id)).toMatchObject({ isArchived: true });
    });

    it(
      'gives the copy of a large bot its own parts',
      async () => {
        const [first, second] = [noiseBot(700_000, '6', 1), noiseBot(700_000, '6', 2)];
        const { id } = await importBot(api, first);
        const copy = await duplicateBot(api, id);
        if (api.canReachStore) {
          const parts = (await listItems(copy.id)).filter(({ sk }) => String(sk).startsWith('PART#'));
          expect(parts.length).toBeGreaterThan(1);
        }
        await patchBot(api, id, { groups: second.groups });
        expect(JSON.stringify((await getBot(api, copy.id)).groups) === JSON.stringify(first.groups)).toBe(
          true,
        );
        await patchBot(api, copy.id, { groups: [] });
        expect(JSON.stringify((await getBot(api, id)).groups) === JSON.stringify(second.groups)).toBe(true);
      },
      SLOW_MS,
    );
  });

  describe('400', () => {
    it.each([
      ['a number as name', '{"name": 7}'],
      ['null', 'null'],
      ['a list', '[]'],
      ['a body that is not JSON', '{'],
      ['a space', ' '],
    ])('rejects %s', async (_, rawBody) => {
      const { id } = await importBot(api, v6Document());
      expect(await duplicate(id, { rawBody })).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    });
  });

  describeBotRefusals(api, duplicate, { isWrite: true });

  describe('404 for the other workspace', () => {
    it.each(ODD_IDS)('returns 404 for a workspace id %s', async (_, id) => {
      const source = await importBot(api, v6Document());
      expect(await duplicate(source.id, { body: { workspaceId: decodeURIComponent(id) } })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Workspace not found' },
      });
    });

    it.runIf(api.canReachStore)(
      "copies nothing for a stranger, even into the stranger's workspace",
      async () => {
        const source = await importBot(api, v6Document());
        const before = await readBotItems(api.workspaceId);
        const token = await api.strangerToken();
        const body = { workspaceId: api.workspaceId };
        expect((await duplicate(source.id, { token, body })).status).toBe(404);
        expect((await duplicate(source.id, { token })).status).toBe(404);
        expect(await readBotItems(api.workspaceId)).toStrictEqual(before);
      },
    );
  });

  describe('413', () => {
    it(
      'rejects a name that would make the copy too large to be returned',
      async () => {
        const { id } = await importBot(api, noiseBot(3_200_000));
        expect(await duplicate(id, { body: { name: 'x'.repeat(3_200_000) } })).toMatchObject({
          status: 413,
          body: { code: 'PAYLOAD_TOO_LARGE' },
        });
      },
      SLOW_MS,
    );
  });

  describe('415', () => {
    it('accepts only a JSON body', async () => {
      const { id } = await importBot(api, v6Document());
      expect((await duplicate(id, { rawBody: 'name=x', contentType: 'text/plain' })).status).toBe(415);
    });
  });
});
