import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { v5Document, v6Document } from '#test/fixtures/documents.ts';
import {
  getBot,
  importBot,
  patchBot,
  patchResponse,
  publishBot,
  type ReturnedBot,
  sendPatch,
} from '#test/support/bot-client.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { type Api, type ApiResponse, describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { ownedContent } from '#test/support/owned-content.ts';
import { uniqueName } from '#test/support/unique-name.ts';

describeApi('PATCH /v1/bots/{botId}', (api) => {
  /** Sends a patch that must be refused, and checks that the bot has not changed. */
  async function refused(bot: ReturnedBot, send: () => Promise<ApiResponse>): Promise<ApiResponse> {
    const response = await send();
    expect(response.status).not.toBe(200);
    expect(await getBot(api, bot.id)).toStrictEqual(bot);
    return response;
  }

  const isConflict = (path: string) => ({
    status: 409,
    body: { code: 'CONFLICT', issues: [{ path }] },
  });

  describe('200', () => {
    const fields: [field: string, value: unknown][] = [
      ['version', '6.1'],
      ['name', 'Another name'],
      ['name', ''],
      ['icon', '🚢'],
      ['icon', null],
      ['events', [{ id: 'other', type: 'start', graphCoordinates: { x: 1, y: 2.5 }, unknown: [1] }]],
      ['groups', [{ id: 'g', title: 'T', graphCoordinates: { x: 0, y: -1 }, blocks: [null, 7], unknown: 1 }]],
      ['groups', []],
      ['edges', [{ id: 'e', from: { blockId: 'b', itemId: 'i' }, to: { groupId: 'g', blockId: 'b' } }]],
      [
        'variables',
        [
          { id: 'v', name: 'V', value: 'x' },
          { id: 'w', name: 'W', value: ['a', null] },
        ],
      ],
      ['theme', { chat: { roundness: 'none' }, unknown: { deep: [null] } }],
      ['theme', {}],
      ['settings', { general: { rememberUser: { isEnabled: true, storage: 'session' } }, unknown: true }],
      ['selectedThemeTemplateId', 'template'],
      ['selectedThemeTemplateId', null],
      ['resultsTablePreferences', { columnsOrder: ['a'], columnsVisibility: {}, columnsWidth: { a: 1.5 } }],
      ['resultsTablePreferences', null],
      ['folderId', 'folder'],
      ['folderId', null],
      ['isClosed', true],
      ['isClosed', false],
      ['webhookReplies', 'data'],
      ['webhookReplies', 'text'],
      ['whatsAppCredentialsId', 'credentials'],
      ['whatsAppCredentialsId', null],
      ['riskLevel', 80.5],
      ['riskLevel', null],
    ];

    it.each(fields)('replaces only %s, entirely, with %j', async (field, value) => {
      const before = await importBot(api, v6Document());
      const updated: JsonObject = await patchBot(api, before.id, { [field]: value });
      expect(updated[field]).toStrictEqual(value);
      expect(updated).toStrictEqual({ ...before, [field]: value, updatedAt: updated.updatedAt });
      expect(await getBot(api, before.id)).toStrictEqual(updated);
    });

    it('replaces all fields at once', async () => {
      const before = await importBot(api, v6Document());
      const patch = {
        ...Object.fromEntries(fields),
        publicId: uniqueName('all'),
        customDomain: `${uniqueName('all')}.example.com`,
        updatedAt: before.updatedAt,
      };
      const after = await patchBot(api, before.id, patch);
      expect(after).toMatchObject({ ...patch, updatedAt: after.updatedAt });
      expect(await getBot(api, before.id)).toStrictEqual(after);
    });

    it.each(['variables', 'edges', 'events', 'theme'] as const)(
      'accepts %s without groups',
      async (field) => {
        const { id } = await importBot(api, v6Document());
        const value = field === 'theme' ? {} : [];
        expect(await patchBot(api, id, { [field]: value })).toMatchObject({ [field]: value });
      },
    );

    it('advances updatedAt with each change, even for two in the same millisecond', async () => {
      const bot = await importBot(api, v6Document());
      const times = [bot.updatedAt];
      for (const name of ['a', 'b', 'c', 'd', 'e'])
        times.push((await patchBot(api, bot.id, { name })).updatedAt);
      expect(times.toSorted()).toStrictEqual(times);
      expect(new Set(times).size).toBe(times.length);
    });

    it('keeps unknown fields, including those of an earlier patch', async () => {
      const { id } = await importBot(api, v6Document());
      await patchBot(api, id, { unknown: { deep: [1, null] } });
      const bot: JsonObject = await patchBot(api, id, { name: 'x', theme: { unknown: 1 } });
      expect(bot).toMatchObject({
        unknown: { deep: [1, null] },
        theme: { unknown: 1 },
        ownerId: v6Document().ownerId,
      });
    });

    it('ignores server-managed fields', async () => {
      const before = await importBot(api, v6Document());
      const after = await patchBot(api, before.id, {
        id: 'other',
        workspaceId: 'other',
        createdAt: '2020-01-01T00:00:00.000Z',
        isArchived: true,
      });
      expect(after).toStrictEqual({ ...before, updatedAt: after.updatedAt });
    });

    it('ignores server-managed fields even if malformed', async () => {
      const before = await importBot(api, v6Document());
      const after = await patchBot(api, before.id, {
        id: 7,
        workspaceId: null,
        createdAt: 'yesterday',
        isArchived: 'yes',
      });
      expect(after).toStrictEqual({ ...before, updatedAt: after.updatedAt });
    });

    it('changes the bot named in the path, not in the body', async () => {
      const [named, other] = [await importBot(api, v6Document()), await importBot(api, v6Document())];
      const response = await api.request({
        method: 'PATCH',
        path: `/v1/bots/${named.id}`,
        body: { botId: other.id, id: other.id, bot: { name: 'Changed', id: other.id } },
      });
      expect(response).toMatchObject({ status: 200, body: { bot: { id: named.id, name: 'Changed' } } });
      expect(await getBot(api, other.id)).toStrictEqual(other);
    });

    it.each([
      ['V6', v6Document()],
      ['6.1', { ...v6Document(), version: '6.1' }],
      ['V5', v5Document()],
      ['nearly empty', { groups: [] }],
    ])('accepts the GET response of a %s bot as a no-op', async (_, document) => {
      const { id } = await importBot(api, document);
      await patchBot(api, id, {
        publicId: uniqueName('back'),
        customDomain: `${uniqueName('b')}.example.com`,
      });
      const before = await getBot(api, id);
      const response = await patchResponse(api, id, before);
      expect(response).not.toHaveProperty('warnings');
      expect(response.bot).toStrictEqual({ ...before, updatedAt: response.bot.updatedAt });
      expect(await getBot(api, id)).toStrictEqual(response.bot);
    });

    it('creates no new release after its own GET response was sent back', async () => {
      const { id } = await importBot(api, v6Document());
      const publication = await publishBot(api, id);
      await patchBot(api, id, await getBot(api, id));
      expect(await publishBot(api, id)).toStrictEqual(publication);
    });

    it('accepts an empty patch', async () => {
      const before = await importBot(api, v6Document());
      const after = await patchBot(api, before.id, {});
      expect(after).toStrictEqual({ ...before, updatedAt: after.updatedAt });
    });

    it('fills in missing fields of groups and events, with warnings', async () => {
      const { id } = await importBot(api, v6Document());
      const { bot, warnings = [] } = await patchResponse(api, id, {
        groups: [{ id: 'bare' }],
        events: [{ id: 'bare-event', type: 'start' }],
      });
      expect(bot.groups).toStrictEqual([
        { id: 'bare', title: '', graphCoordinates: { x: 0, y: 0 }, blocks: [] },
      ]);
      expect(warnings.map(({ code, path }) => `${code} ${path}`).toSorted()).toStrictEqual([
        'FILLED_IN bot.events[0].graphCoordinates',
        'FILLED_IN bot.groups[0].blocks',
        'FILLED_IN bot.groups[0].graphCoordinates',
        'FILLED_IN bot.groups[0].title',
      ]);
    });

    it('keeps the events of a V6 bot if null is sent, with a warning', async () => {
      const bot = await importBot(api, v6Document());
      const { bot: patched, warnings } = await patchResponse(api, bot.id, { events: null, name: 'Patched' });
      expect(patched).toMatchObject({ name: 'Patched', events: bot.events });
      expect(warnings).toStrictEqual([
        { code: 'FILLED_IN', path: 'bot.events', message: 'was null; left unchanged' },
      ]);
      const v5 = await importBot(api, v5Document());
      expect(await patchResponse(api, v5.id, { events: null })).not.toHaveProperty('warnings');
    });

    it('keeps the events created by migration if null is sent along with the version', async () => {
      const bot = await importBot(api, v5Document());
      const { bot: patched } = await patchResponse(api, bot.id, { version: '6', events: null });
      expect(patched.events).toMatchObject([{ type: 'start' }]);
    });

    it('returns at most 100 warnings, however many fields were filled in', async () => {
      const { id } = await importBot(api, v6Document());
      const groups = Array.from({ length: 1_000 }, (_, index) => ({ id: `group-${index}` }));
      const { bot, warnings = [] } = await patchResponse(api, id, { groups });
      expect(bot.groups).toHaveLength(1_000);
      expect(warnings.length).toBeLessThanOrEqual(100);
    });

    it.runIf(api.canReachStore).each(['editor', 'admin'] as const)(
      'accepts a token with the role %s',
      async (role) => {
        const { id } = await importBot(api, v6Document());
        const response = await api.request({
          method: 'PATCH',
          path: `/v1/bots/${id}`,
          token: await api.tokenFor(role),
          body: { bot: { name: 'x' } },
        });
        expect(response.status).toBe(200);
      },
    );
  });

  describe('200 with a publicId', () => {
    it.each(['a', '0', 'a-b', 'trailing-'])('accepts %j', async (form) => {
      const { id } = await importBot(api, v6Document());
      const publicId = `${uniqueName('x')}-${form}`;
      expect(await patchBot(api, id, { publicId })).toMatchObject({ publicId });
      expect(await getBot(api, id)).toMatchObject({ publicId });
    });

    it('accepts 255 characters', async () => {
      const { id } = await importBot(api, v6Document());
      const publicId = uniqueName('x'.repeat(246));
      expect(publicId).toHaveLength(255);
      expect(await patchBot(api, id, { publicId })).toMatchObject({ publicId });
    });

    it("accepts the bot's own publicId", async () => {
      const { id } = await importBot(api, v6Document());
      const publicId = uniqueName('own');
      await patchBot(api, id, { publicId });
      expect(await patchBot(api, id, { publicId, name: 'x' })).toMatchObject({ publicId, name: 'x' });
    });

    it('releases it with null, so that another bot can take it', async () => {
      const [first, second] = [await importBot(api, v6Document()), await importBot(api, v6Document())];
      const publicId = uniqueName('freed');
      await patchBot(api, first.id, { publicId });
      expect(await patchBot(api, first.id, { publicId: null })).toMatchObject({ publicId: null });
      expect(await patchBot(api, second.id, { publicId })).toMatchObject({ publicId });
      expect(await sendPatch(api, first.id, { publicId })).toMatchObject(isConflict('bot.publicId'));
    });

    it('releases the old publicId when a new one is set', async () => {
      const [first, second] = [await importBot(api, v6Document()), await importBot(api, v6Document())];
      const publicId = uniqueName('old');
      await patchBot(api, first.id, { publicId });
      await patchBot(api, first.id, { publicId: uniqueName('new') });
      expect(await patchBot(api, second.id, { publicId })).toMatchObject({ publicId });
    });

    it('assigns it to one of fifty bots that request it concurrently', async () => {
      const bots = await Promise.all(Array.from({ length: 50 }, () => importBot(api, { groups: [] })));
      const publicId = uniqueName('wanted');
      const responses = await Promise.all(bots.map(({ id }) => sendPatch(api, id, { publicId })));
      const statuses = responses.map(({ status }) => status).toSorted();
      expect(statuses).toStrictEqual([200, ...Array.from({ length: 49 }, () => 409)]);
      const holders = (await Promise.all(bots.map(({ id }) => getBot(api, id)))).filter(
        (bot) => bot.publicId === publicId,
      );
      expect(holders).toHaveLength(1);
    });

    it('can be swapped with another bot in three steps', async () => {
      const [first, second] = [await importBot(api, v6Document()), await importBot(api, v6Document())];
      const [a, b] = [uniqueName('a'), uniqueName('b')];
      await patchBot(api, first.id, { publicId: a });
      await patchBot(api, second.id, { publicId: b });
      await patchBot(api, first.id, { publicId: null });
      await patchBot(api, second.id, { publicId: a });
      expect(await patchBot(api, first.id, { publicId: b })).toMatchObject({ publicId: b });
    });
  });

  describe('200 with a customDomain', () => {
    it.each(['', '/', '/welcome', '/a/b-c_d/'])('accepts a domain with the path %j', async (path) => {
      const { id } = await importBot(api, v6Document());
      const customDomain = `${uniqueName('bot')}.Example.com${path}`;
      expect(await patchBot(api, id, { customDomain })).toMatchObject({ customDomain });
      expect(await getBot(api, id)).toMatchObject({ customDomain });
    });

    it('lets two bots share a domain under different paths', async () => {
      const [first, second] = [await importBot(api, v6Document()), await importBot(api, v6Document())];
      const domain = `${uniqueName('shared')}.example.com`;
      await patchBot(api, first.id, { customDomain: `${domain}/one` });
      const customDomain = `${domain}/two`;
      expect(await patchBot(api, second.id, { customDomain })).toMatchObject({ customDomain });
    });

    it('releases it with null, so that another bot can take it', async () => {
      const [first, second] = [await importBot(api, v6Document()), await importBot(api, v6Document())];
      const customDomain = `${uniqueName('freed')}.example.com`;
      await patchBot(api, first.id, { customDomain });
      expect(await patchBot(api, first.id, { customDomain: null })).toMatchObject({ customDomain: null });
      expect(await patchBot(api, second.id, { customDomain })).toMatchObject({ customDomain });
    });

    it('accepts a change of case', async () => {
      const { id } = await importBot(api, v6Document());
      const customDomain = `${uniqueName('case')}.example.com`;
      await patchBot(api, id, { customDomain });
      const shouted = customDomain.toUpperCase();
      expect(await patchBot(api, id, { customDomain: shouted })).toMatchObject({ customDomain: shouted });
    });
  });

  describe('200 with a version', () => {
    it('migrates the stored document when a V5 bot becomes "6"', async () => {
      const { id } = await importBot(api, v5Document());
      const bot = await patchBot(api, id, { version: '6' });
      expect(bot).toMatchObject({
        version: '6',
        events: [{ id: 'group-start', type: 'start', outgoingEdgeId: 'edge-start' }],
        groups: [{ id: 'group-card' }, { id: 'group-empty' }],
      });
      expect(bot.edges).toContainEqual({
        id: 'edge-start',
        from: { eventId: 'group-start' },
        to: { groupId: 'group-card' },
      });
      expect(await getBot(api, id)).toStrictEqual(bot);
    });

    it('applies the sent fields on top of the migrated document', async () => {
      const { id } = await importBot(api, v5Document('3'));
      const { version, events, groups, edges } = v6Document();
      const bot = await patchBot(api, id, { version, events, groups, edges });
      expect(bot).toMatchObject({ version, events, groups, edges, variables: v5Document().variables });
    });

    it.each([
      ['3', '4'],
      ['3', '5'],
      ['4', '6'],
      ['3', '6.1'],
    ] as const)('migrates from "%s" to "%s"', async (from, to) => {
      const { id } = await importBot(api, v5Document(from));
      expect(await patchBot(api, id, { version: to })).toMatchObject({ version: to });
    });

    it('switches between "6" and "6.1" without other changes', async () => {
      const before = await importBot(api, v6Document());
      const there = await patchBot(api, before.id, { version: '6.1' });
      expect(there).toStrictEqual({ ...before, version: '6.1', updatedAt: there.updatedAt });
      const back = await patchBot(api, before.id, { version: '6' });
      expect(back).toStrictEqual({ ...before, updatedAt: back.updatedAt });
    });
  });

  describe('200 with concurrent writers', () => {
    it('keeps both of two changes to different fields', async () => {
      const { id } = await importBot(api, v6Document());
      const [theme, settings] = [{ customCss: 'a {}' }, { metadata: { title: 'Both' } }];
      await Promise.all([patchBot(api, id, { theme }), patchBot(api, id, { settings })]);
      expect(await getBot(api, id)).toMatchObject({ theme, settings });
    });

    it('keeps all of thirty changes to different fields', async () => {
      const { id } = await importBot(api, v6Document());
      const patches = Array.from({ length: 30 }, (_, index) => ({ [`field${index}`]: index }));
      const answers = await Promise.all(patches.map((patch) => patchBot(api, id, patch)));
      expect(await getBot(api, id)).toMatchObject(Object.assign({}, ...patches));
      expect(new Set(answers.map(({ updatedAt }) => updatedAt)).size).toBe(30);
    });

    it('accepts one of ten writers with the same ETag', async () => {
      const { id, ifMatch } = await withEtag(api);
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          sendPatch(api, id, { name: `Writer ${index}` }, { ifMatch }),
        ),
      );
      const statuses = responses.map(({ status }) => status).toSorted();
      expect(statuses).toStrictEqual([200, ...Array.from({ length: 9 }, () => 412)]);
    });

    it('accepts one of ten writers with the same updatedAt', async () => {
      const { id, updatedAt } = await importBot(api, v6Document());
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) => sendPatch(api, id, { name: `Writer ${index}`, updatedAt })),
      );
      const statuses = responses.map(({ status }) => status).toSorted();
      expect(statuses).toStrictEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    });

    it('overwrites a newer bot if overwrite is true', async () => {
      const bot = await importBot(api, v6Document());
      await patchBot(api, bot.id, { name: 'Newer', icon: 'x' });
      const response = await sendPatch(
        api,
        bot.id,
        { name: 'Older', updatedAt: bot.updatedAt },
        { overwrite: true },
      );
      expect(response).toMatchObject({ status: 200, body: { bot: { name: 'Older', icon: 'x' } } });
    });

    it.each([
      ['the same instant', (at: string) => at],
      ['the same instant in another time zone', inOtherTimeZone],
      ['a later instant', (at: string) => new Date(Date.parse(at) + 1_000).toISOString()],
    ])('accepts %s as updatedAt', async (_, from) => {
      const bot = await importBot(api, v6Document());
      const response = await sendPatch(api, bot.id, { name: 'x', updatedAt: from(bot.updatedAt) });
      expect(response.status).toBe(200);
    });

    it.each([
      ['the ETag', (etag: string) => etag],
      ['an asterisk', () => '*'],
      ['a list that contains the ETag', (etag: string) => `"other", ${etag},"more"`],
    ])('accepts %s as If-Match', async (_, from) => {
      const { id, ifMatch } = await withEtag(api);
      const response = await sendPatch(api, id, { name: 'x' }, { ifMatch: from(ifMatch) });
      expect(response.status).toBe(200);
      expect(response.headers.get('etag')).not.toBe(ifMatch);
      const read = await api.request({ method: 'GET', path: `/v1/bots/${id}` });
      expect(read.headers.get('etag')).toBe(response.headers.get('etag'));
    });
  });

  describe('400', () => {
    it.each<[path: string, patch: unknown]>([
      ['bot', undefined],
      ['bot', null],
      ['bot', []],
      ['bot', 'text'],
      ['bot.version', { version: '7' }],
      ['bot.version', { version: 6 }],
      ['bot.version', { version: '5' }],
      ['bot.name', { name: null }],
      ['bot.icon', { icon: 7 }],
      ['bot.groups', { groups: null }],
      ['bot.groups[1].blocks', { groups: [{ id: 'a' }, { id: 'b', blocks: 'none' }] }],
      ['bot.events[0].type', { events: [{ id: 'e', type: 'stop' }] }],
      ['bot.edges[0].from', { edges: [{ id: 'e', from: {}, to: { groupId: 'g' } }] }],
      ['bot.variables[0].value', { variables: [{ id: 'v', name: 'V', value: 7 }] }],
      ['bot.theme', { theme: null }],
      ['bot.theme.chat.hostAvatar.isEnabled', { theme: { chat: { hostAvatar: { isEnabled: 1 } } } }],
      [
        'bot.settings.typingEmulation.delayBetweenBubbles',
        { settings: { typingEmulation: { delayBetweenBubbles: 6 } } },
      ],
      ['bot.resultsTablePreferences.columnsOrder', { resultsTablePreferences: { columnsOrder: {} } }],
      ['bot.selectedThemeTemplateId', { selectedThemeTemplateId: 7 }],
      ['bot.folderId', { folderId: 7 }],
      ['bot.isClosed', { isClosed: 'yes' }],
      ['bot.isClosed', { isClosed: null }],
      ['bot.webhookReplies', { webhookReplies: 'signed' }],
      ['bot.webhookReplies', { webhookReplies: null }],
      ['bot.webhookReplies', { webhookReplies: true }],
      ['bot.whatsAppCredentialsId', { whatsAppCredentialsId: 7 }],
      ['bot.riskLevel', { riskLevel: '7' }],
      ['bot.updatedAt', { updatedAt: 'yesterday' }],
      ['bot.updatedAt', { updatedAt: '2026-11-21' }],
      ['bot.updatedAt', { updatedAt: '2026-13-41T00:00:00.000Z' }],
      ['bot.updatedAt', { updatedAt: 1_790_000_000_000 }],
      ['bot.updatedAt', { updatedAt: null }],
    ])('reports the path %s for %j', async (path, patch) => {
      const bot = await importBot(api, v6Document());
      const response = await refused(bot, () => sendPatch(api, bot.id, patch));
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', issues: [{ path }] } });
    });

    it.each([
      '',
      '-leading',
      'double--hyphen',
      'Upper',
      'under_score',
      'sp ace',
      'slash/ed',
      'dot.ted',
      'ümlaut',
      'new\nline',
      'trailing newline\n',
      'a\n',
      '#',
      'x'.repeat(256),
      7,
      [],
      'api',
      'v1',
    ])('rejects the publicId %j', async (publicId) => {
      const bot = await importBot(api, v6Document());
      const response = await refused(bot, () => sendPatch(api, bot.id, { publicId, name: 'x' }));
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'bot.publicId' }] } });
    });

    it.each([
      '',
      'localhost',
      'https://bot.example.com',
      'bot.example.com:8080',
      'bot..example.com',
      '-bot.example.com',
      'bot.example.com//x',
      'bot.example.com/a b',
      'bot.example.com?x=1',
      'bot.example.com/#x',
      'bot.example.com\n',
      'bötchen.example.com',
      `${'a'.repeat(64)}.example.com`,
      `bot.example.com/${'x'.repeat(500)}`,
      7,
    ])('rejects the customDomain %j', async (customDomain) => {
      const bot = await importBot(api, v6Document());
      const response = await refused(bot, () => sendPatch(api, bot.id, { customDomain, name: 'x' }));
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'bot.customDomain' }] } });
    });

    it.each([
      ['6', '5'],
      ['6', '3'],
      ['6.1', '4'],
    ])('rejects a downgrade from "%s" to "%s"', async (from, to) => {
      const bot = await importBot(api, { ...v6Document(), version: from });
      const response = await refused(bot, () => sendPatch(api, bot.id, { version: to, name: 'x' }));
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'bot.version' }] } });
    });

    it('rejects an overwrite that is not a boolean', async () => {
      const bot = await importBot(api, v6Document());
      const response = await refused(bot, () =>
        api.request({
          method: 'PATCH',
          path: `/v1/bots/${bot.id}`,
          body: { bot: { name: 'x' }, overwrite: 'true' },
        }),
      );
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'overwrite' }] } });
    });

    it.each(['not JSON', '[]', 'null', '{"bot":{"__proto__":{}}}', '{"bot":{"riskLevel":1e999}}'])(
      'rejects the body %s',
      async (rawBody) => {
        const bot = await importBot(api, v6Document());
        const response = await refused(bot, () =>
          api.request({ method: 'PATCH', path: `/v1/bots/${bot.id}`, rawBody }),
        );
        expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
      },
    );

    it('reports at most 20 issues', async () => {
      const bot = await importBot(api, v6Document());
      const groups = Array.from({ length: 50 }, () => ({ id: 7 }));
      const response = await refused(bot, () => sendPatch(api, bot.id, { groups }));
      expect((response.body as { issues: unknown[] }).issues).toHaveLength(20);
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      const bot = await importBot(api, v6Document());
      const response = await refused(bot, () =>
        api.request({
          method: 'PATCH',
          path: `/v1/bots/${bot.id}`,
          token: null,
          body: { bot: { name: 'x' } },
        }),
      );
      expect(response).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it('rejects a viewer', async () => {
      const bot = await importBot(api, v6Document());
      const token = await api.tokenFor('viewer');
      const response = await refused(bot, () =>
        api.request({ method: 'PATCH', path: `/v1/bots/${bot.id}`, token, body: { bot: { name: 'x' } } }),
      );
      expect(response).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a bot id %s', async (_, id) => {
      expect(await sendPatch(api, id, { name: 'x' })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Bot not found' },
      });
    });

    it.runIf(api.canReachStore)('treats a foreign bot like an unknown one', async () => {
      const bot = await importBot(api, v6Document());
      const token = await api.strangerToken();
      const send = (id: string) =>
        api.request({ method: 'PATCH', path: `/v1/bots/${id}`, token, body: { bot: { name: 'x' } } });
      const foreign = await refused(bot, () => send(bot.id));
      const unknown = await send('unknown');
      expect(foreign.status).toBe(404);
      expect(foreign.body).toStrictEqual({ ...(unknown.body as object), requestId: expect.any(String) });
    });

    it.runIf(api.canReachStore)('reveals nothing to a stranger through a conflict or an ETag', async () => {
      const bot = await importBot(api, v6Document());
      const token = await api.strangerToken();
      const response = await refused(bot, () =>
        api.request({
          method: 'PATCH',
          path: `/v1/bots/${bot.id}`,
          token,
          headers: { 'If-Match': '"stale"' },
          body: { bot: { updatedAt: '2020-01-01T00:00:00.000Z', version: '3' } },
        }),
      );
      expect(response).toMatchObject({ status: 404, body: { message: 'Bot not found' } });
    });
  });

  describe('409', () => {
    it('rejects a change based on an outdated bot, and loses nothing', async () => {
      const bot = await importBot(api, v6Document());
      const newer = await patchBot(api, bot.id, { name: 'Newer' });
      for (const overwrite of [undefined, false]) {
        const response = await refused(newer, () =>
          sendPatch(
            api,
            bot.id,
            { name: 'Stale', groups: [], updatedAt: bot.updatedAt },
            overwrite === undefined ? {} : { overwrite },
          ),
        );
        expect(response).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
      }
    });

    it('rejects a GET response that has become outdated', async () => {
      const { id } = await importBot(api, v6Document());
      const read = await getBot(api, id);
      const newer = await patchBot(api, id, { theme: {} });
      const response = await refused(newer, () => sendPatch(api, id, read));
      expect(response).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    });

    it("rejects another bot's publicId and applies nothing of the patch", async () => {
      const [holder, other] = [await importBot(api, v6Document()), await importBot(api, v6Document())];
      const publicId = uniqueName('taken');
      await patchBot(api, holder.id, { publicId });
      const response = await refused(other, () => sendPatch(api, other.id, { publicId, name: 'x' }));
      expect(response).toMatchObject(isConflict('bot.publicId'));
    });

    it("keeps the bot's publicId if the requested one is taken", async () => {
      const [holder, other] = [await importBot(api, v6Document()), await importBot(api, v6Document())];
      const [taken, own] = [uniqueName('taken'), uniqueName('own')];
      await patchBot(api, holder.id, { publicId: taken });
      await patchBot(api, other.id, { publicId: own });
      expect((await sendPatch(api, other.id, { publicId: taken })).status).toBe(409);
      const third = await importBot(api, v6Document());
      expect(await sendPatch(api, third.id, { publicId: own })).toMatchObject(isConflict('bot.publicId'));
    });

    it('rejects a publicId assigned by publishing', async () => {
      const [holder, other] = [await importBot(api, v6Document()), await importBot(api, v6Document())];
      const { publicId } = await publishBot(api, holder.id);
      const response = await refused(other, () => sendPatch(api, other.id, { publicId }));
      expect(response).toMatchObject(isConflict('bot.publicId'));
    });

    it.each([
      ['is the same', (domain: string) => domain],
      ['differs in case', (domain: string) => domain.toUpperCase()],
      ['ends with a slash', (domain: string) => `${domain}/`],
    ])("rejects another bot's customDomain that %s", async (_, from) => {
      const [holder, other] = [await importBot(api, v6Document()), await importBot(api, v6Document())];
      const customDomain = `${uniqueName('taken')}.example.com/path`;
      await patchBot(api, holder.id, { customDomain });
      const response = await refused(other, () =>
        sendPatch(api, other.id, { customDomain: from(customDomain) }),
      );
      expect(response).toMatchObject(isConflict('bot.customDomain'));
    });

    it('names the conflicting field if only one of two conflicts', async () => {
      const [holder, other] = [await importBot(api, v6Document()), await importBot(api, v6Document())];
      const customDomain = `${uniqueName('taken')}.example.com`;
      const publicId = uniqueName('free');
      await patchBot(api, holder.id, { customDomain });
      const response = await refused(other, () => sendPatch(api, other.id, { publicId, customDomain }));
      expect(response).toMatchObject(isConflict('bot.customDomain'));
      const third = await importBot(api, v6Document());
      expect(await patchBot(api, third.id, { publicId })).toMatchObject({ publicId });
    });
  });

  describe('412', () => {
    it.each([
      ['an ETag of an earlier state', (etag: string) => etag],
      ['an unknown ETag', () => '"never"'],
      ['a list without the ETag', (etag: string) => `${etag}, "never"`],
      ['a value that is not an ETag', () => 'never'],
    ])('rejects %s as If-Match', async (_, from) => {
      const { id, ifMatch: earlier } = await withEtag(api);
      const newer = await patchBot(api, id, { name: 'Newer' });
      const response = await refused(newer, () =>
        sendPatch(api, id, { name: 'x' }, { ifMatch: from(earlier) }),
      );
      expect(response).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } });
    });

    it('rejects the current ETag in weak form, because If-Match compares strongly', async () => {
      const { id, ifMatch } = await withEtag(api);
      const response = await sendPatch(api, id, { name: 'x' }, { ifMatch: `W/${ifMatch}` });
      expect(response).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } });
    });

    it('stays strict even if overwrite is true', async () => {
      const { id, ifMatch } = await withEtag(api);
      await patchBot(api, id, { name: 'Newer' });
      const response = await sendPatch(api, id, { name: 'x' }, { ifMatch, overwrite: true });
      expect(response.status).toBe(412);
    });
  });

  describe('415', () => {
    it('rejects a content type other than JSON', async () => {
      const bot = await importBot(api, v6Document());
      const response = await refused(bot, () =>
        api.request({
          method: 'PATCH',
          path: `/v1/bots/${bot.id}`,
          rawBody: '{"bot":{}}',
          contentType: 'text/plain',
        }),
      );
      expect(response).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
    });
  });

  describe.runIf(api.canInjectFaults)('500', () => {
    it('changes nothing on failure', async () => {
      const bot = await importBot(api, v6Document());
      const { value: response } = await failing(
        { when: ({ command }) => command === 'PutItemCommand', error: databaseError('ValidationException') },
        () => sendPatch(api, bot.id, { name: 'x' }),
      );
      expect(response).toMatchObject({
        status: 500,
        body: { code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error' },
      });
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('sends Retry-After if the database is throttled, and changes nothing', async () => {
      const bot = await importBot(api, v6Document());
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ThrottlingException') },
        () => sendPatch(api, bot.id, { name: 'x' }),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
    });
  });

  it("keeps the bot's content through a hundred consecutive patches", async () => {
    const { id } = await importBot(api, v6Document());
    for (let index = 0; index < 100; index++) await patchBot(api, id, { counter: index });
    const bot: JsonObject = await getBot(api, id);
    expect(ownedContent(bot)).toMatchObject({ ...v6Document(), counter: 99 });
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable());
});

async function withEtag(api: Api): Promise<{ id: string; ifMatch: string }> {
  const { id } = await importBot(api, v6Document());
  const { headers } = await api.request({ method: 'GET', path: `/v1/bots/${id}` });
  return { id, ifMatch: headers.get('etag') ?? '' };
}

/** `2026-11-21T06:00:00.000Z` → `2026-11-21T08:00:00.000+02:00` */
function inOtherTimeZone(timestamp: string): string {
  const local = new Date(Date.parse(timestamp) + 2 * 60 * 60 * 1_000).toISOString();
  return local.replace('Z', '+02:00');
}
