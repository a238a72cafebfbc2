import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OperationData } from '#apps/client/client.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { v5Document, v6Document } from '#test/fixtures/documents.ts';
import { noiseBot } from '#test/fixtures/generated-bot.ts';
import { changesDuring } from '#test/support/audit-trail.ts';
import { getBot, importBot, patchBot, publishBot, type ReturnedBot } from '#test/support/bot-client.ts';
import { archiveBot, getRelease, listReleases } from '#test/support/bot-life.ts';
import { type ApiRequest, type ApiResponse, describeApi } from '#test/support/describe-api.ts';
import { describeBotRefusals } from '#test/support/describe-bot-refusals.ts';
import { toEdit } from '#test/support/endpoints/bots.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { ownedContent } from '#test/support/owned-content.ts';

type Edited = OperationData<'editBot'>;

const SLOW_MS = 120_000;
/** Stored in two parts. */
const LARGE_BYTES = 400_000;

const rename = (was: string, value: string): EditOperation => ({
  op: 'changeBot',
  path: ['name'],
  was,
  value,
});

const retitle = (groupId: string, was: string, value: string): EditOperation => ({
  op: 'changeGroup',
  groupId,
  path: ['title'],
  was,
  value,
});

const addVariable = (id: string): EditOperation => ({ op: 'addVariable', value: { id, name: id } });

describeApi('POST /v1/bots/{botId}/edits', (api) => {
  const send = (
    botId: string,
    operations: readonly unknown[],
    fields: object = {},
    more: Partial<ApiRequest> = {},
  ): Promise<ApiResponse> =>
    api.request({ ...toEdit(botId, operations as EditOperation[], fields), ...more });

  async function edit(
    botId: string,
    operations: readonly EditOperation[],
    fields: object = {},
  ): Promise<Edited> {
    const response = await send(botId, operations, fields);
    expect(response.status, response.text).toBe(200);
    return response.body as Edited;
  }

  /** Sends operations that must be refused, and checks that the bot has not changed. */
  async function refused(bot: ReturnedBot, sending: () => Promise<ApiResponse>): Promise<ApiResponse> {
    const response = await sending();
    expect(response.status).not.toBe(200);
    expect(await getBot(api, bot.id)).toStrictEqual(bot);
    return response;
  }

  describe('200', () => {
    it('changes what the operations name, and nothing else', async () => {
      const before = await importBot(api, v6Document());
      const edited = await edit(before.id, [
        rename(before.name, 'Ferry tickets, summer'),
        retitle('group-north', 'North', 'Up north'),
        { op: 'changeBot', path: ['theme', 'chat', 'roundness'], was: 'large', value: 'none' },
        addVariable('var-new'),
      ]);
      const after = await getBot(api, before.id);
      const expected = structuredClone(before) as ReturnedBot & { groups: { title: string }[] };
      expected.name = 'Ferry tickets, summer';
      Object.assign(expected.groups[1] ?? {}, { title: 'Up north' });
      Object.assign(expected.theme.chat ?? {}, { roundness: 'none' });
      expected.variables.push({ id: 'var-new', name: 'var-new' });
      expected.updatedAt = edited.bot.updatedAt;
      expect(after).toStrictEqual(expected);
      expect(edited).toStrictEqual({
        bot: { id: before.id, version: '6', updatedAt: after.updatedAt },
        isChanged: true,
      });
      expect(after.updatedAt > before.updatedAt).toBe(true);
    });

    it('keeps all other keys and their order, whatever they are', async () => {
      const document = v6Document();
      const keys = fc.dictionary(
        fc.string({ minLength: 1 }).filter((key) => !/^(__proto__|constructor|\d+)$/.test(key)),
        // No body may have such keys.
        fc.jsonValue().filter((value) => !/"(__proto__|prototype)":/.test(JSON.stringify(value))),
        { minKeys: 1, maxKeys: 4, noNullPrototype: true },
      );
      await fc.assert(
        fc.asyncProperty(keys, keys, async (ofBot, ofGroup) => {
          const [group, ...groups] = document.groups;
          const sent = { ...ofBot, ...document, groups: [{ ...ofGroup, ...group }, ...groups] };
          const before = await importBot(api, sent);
          await edit(before.id, [retitle('group-route', 'Route', 'Way')]);
          const after = await getBot(api, before.id);
          const text = JSON.stringify({ ...before, updatedAt: after.updatedAt });
          expect(JSON.stringify(after)).toBe(text.replace('"title":"Route"', '"title":"Way"'));
        }),
        { numRuns: 10 },
      );
    });

    it('edits bots of version 6.1 as they are', async () => {
      const { id } = await importBot(api, { ...v6Document(), version: '6.1' });
      expect(await edit(id, [addVariable('v')])).toMatchObject({ bot: { version: '6.1' }, isChanged: true });
      expect(await getBot(api, id)).toMatchObject({ version: '6.1' });
    });

    it('edits a document that is stored in parts', { timeout: SLOW_MS }, async () => {
      const { id, variables } = await importBot(api, noiseBot(LARGE_BYTES));
      await publishBot(api, id);
      await edit(id, [addVariable('first')]);
      await edit(id, [addVariable('second')]);
      const after = await getBot(api, id);
      expect(after.variables).toStrictEqual([
        ...variables,
        { id: 'first', name: 'first' },
        { id: 'second', name: 'second' },
      ]);
      expect((await getRelease(api, id, 1)).variables).toStrictEqual(variables);
    });

    it('leaves the published copy as it is until the draft is published', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      await edit(id, [addVariable('v')]);
      expect(await publishBot(api, id)).toMatchObject({ release: 2 });
    });

    it('returns an ETag that the next edit can be based on', async () => {
      const bot = await importBot(api, v6Document());
      const first = await send(bot.id, [addVariable('v')]);
      const etag = first.headers.get('etag') ?? '';
      const headers = { 'If-Match': etag };
      expect(await send(bot.id, [addVariable('w')], {}, { headers })).toMatchObject({ status: 200 });
      expect(await send(bot.id, [addVariable('x')], {}, { headers })).toMatchObject({ status: 412 });
    });

    it('warns of numbers that are rounded', async () => {
      const { id } = await importBot(api, v6Document());
      const rawBody =
        '{"operations":[{"op":"changeBot","path":["settings","more"],"value":9007199254740993}]}';
      const { status, body } = await api.request({ ...toEdit(id, []), body: undefined, rawBody });
      expect(status).toBe(200);
      expect(body).toMatchObject({ warnings: [{ code: 'ROUNDED', path: 'operations[0].value' }] });
    });
  });

  describe('200 without a change', () => {
    it('recognises operations that were sent before', async () => {
      const bot = await importBot(api, v6Document());
      const operations = [rename(bot.name, 'Other'), addVariable('v'), retitle('group-south', '', 'South')];
      const first = await send(bot.id, operations);
      const after = await getBot(api, bot.id);
      const second = await send(bot.id, operations);
      expect(second.body).toStrictEqual({ ...(first.body as Edited), isChanged: false });
      expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
      expect(await getBot(api, bot.id)).toStrictEqual(after);
    });

    it.each([
      ['a current', v6Document(), '6'],
      ['an old', v5Document('4'), '4'],
    ] as const)('takes an empty list for %s draft', async (_, document, version) => {
      const bot = await importBot(api, document);
      for (const migrate of [true, false]) {
        expect(await edit(bot.id, [], { migrate })).toStrictEqual({
          bot: { id: bot.id, version, updatedAt: bot.updatedAt },
          isChanged: false,
        });
      }
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
    });

    it('only says what a dry run would do', async () => {
      const bot = await importBot(api, v5Document());
      const { body, headers } = await send(bot.id, [addVariable('v')], { dryRun: true, migrate: true });
      expect(body).toStrictEqual({
        bot: { id: bot.id, version: '6', updatedAt: bot.updatedAt },
        isChanged: true,
        keptAsRelease: 1,
        dryRun: true,
      });
      expect(headers.get('etag')).toBe('"1"');
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
      expect(await listReleases(api, bot.id)).toStrictEqual({ releases: [] });
    });
  });

  describe('200 with migrate', () => {
    it.each(['3', '4', '5'] as const)('keeps a draft of version %s as a release', async (version) => {
      const bot = await importBot(api, v5Document(version));
      const migrated = await importBot(api, v5Document(version));
      const operations = [retitle('group-card', 'Card', 'Ticket')];
      expect(await edit(bot.id, operations, { migrate: true })).toMatchObject({
        bot: { version: '6' },
        isChanged: true,
        keptAsRelease: 1,
      });
      const expected = await patchBot(api, migrated.id, { version: '6' });
      const [card, ...groups] = expected.groups;
      expect(ownedContent(await getBot(api, bot.id))).toStrictEqual(
        ownedContent({ ...expected, groups: [{ ...card, title: 'Ticket' }, ...groups] } as typeof expected),
      );
      expect(await getRelease(api, bot.id, 1)).toMatchObject({
        version,
        publishedAt: null,
        groups: bot.groups,
      });
      // The list is there already, so a second request neither migrates nor keeps anything.
      expect(await edit(bot.id, operations, { migrate: true })).toMatchObject({ isChanged: false });
    });

    it('keeps nothing if the draft is a release already', async () => {
      const bot = await importBot(api, v5Document());
      await publishBot(api, bot.id);
      expect(await edit(bot.id, [addVariable('v')], { migrate: true })).not.toHaveProperty('keptAsRelease');
      expect(await getRelease(api, bot.id, 1)).toMatchObject({ version: '5', groups: bot.groups });
    });

    it('keeps nothing of a draft of version 6', async () => {
      const { id } = await importBot(api, v6Document());
      expect(await edit(id, [addVariable('v')], { migrate: true })).not.toHaveProperty('keptAsRelease');
      expect(await listReleases(api, id)).toStrictEqual({ releases: [] });
    });
  });

  describe('200 with concurrent writers', () => {
    it('stores what thirty people change in different groups', { timeout: SLOW_MS }, async () => {
      const groups = Array.from({ length: 30 }, (_, index) => ({
        id: `g${index}`,
        title: 'Old',
        graphCoordinates: { x: index, y: 0 },
        blocks: [],
      }));
      const { id } = await importBot(api, { ...v6Document(), groups, edges: [] });
      const edited = await Promise.all(
        groups.map((group, index) => edit(id, [retitle(group.id, 'Old', `Title ${index}`)])),
      );
      expect(edited.every(({ isChanged }) => isChanged)).toBe(true);
      expect(new Set(edited.map(({ bot }) => bot.updatedAt)).size).toBe(30);
      const after = await getBot(api, id);
      expect(after.groups.map(({ title }) => title)).toStrictEqual(
        groups.map((_, index) => `Title ${index}`),
      );
    });

    it('lets one of ten people change the same title', async () => {
      const { id } = await importBot(api, v6Document());
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) => send(id, [retitle('group-north', 'North', `T${index}`)])),
      );
      const statuses = responses.map(({ status }) => status).toSorted();
      expect(statuses).toStrictEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    });
  });

  describe.runIf(api.canReachStore)('The audit trail', () => {
    it('has an entry with the kinds of operations and ids, and no texts', async () => {
      const { id, name } = await importBot(api, v6Document());
      const operations = [
        rename(name, 'A secret plan'),
        addVariable('v'),
        addVariable('w'),
        retitle('group-north', 'North', 'Secret, too'),
      ];
      const { changes } = await changesDuring(() => edit(id, operations));
      expect(changes).toMatchObject([
        {
          action: 'editBot',
          botId: id,
          edits: { counts: { changeBot: 1, addVariable: 2, changeGroup: 1 }, ids: ['v', 'w', 'group-north'] },
        },
      ]);
      expect(JSON.stringify(changes)).not.toMatch(/secret/i);
      const { body } = await api.request({
        method: 'GET',
        path: `/v1/workspaces/${api.workspaceId}/audit`,
        query: { botId: id, limit: 1 },
        token: await api.tokenFor('admin'),
      });
      expect(body).toMatchObject({ entries: [{ action: 'editBot', edits: { counts: { addVariable: 2 } } }] });
    });

    it('names the release that a migration kept', async () => {
      const { id } = await importBot(api, v5Document());
      const { changes } = await changesDuring(() => edit(id, [addVariable('v')], { migrate: true }));
      expect(changes).toMatchObject([{ action: 'editBot', release: 1, edits: { ids: ['v'] } }]);
    });

    it('stays small and readable, whatever ids are', async () => {
      const { id } = await importBot(api, v6Document());
      const ids = Array.from({ length: 20 }, (_, index) => `${index}\ud800${'x'.repeat(20_000)}`);
      const { changes } = await changesDuring(() => edit(id, ids.map(addVariable)));
      expect(JSON.stringify(changes).length).toBeLessThan(10_000);
      expect((await getBot(api, id)).variables.slice(-20).map((variable) => variable.id)).toStrictEqual(ids);
    });

    it('has no entry for what changes nothing', async () => {
      const { id, name } = await importBot(api, v6Document());
      const { changes } = await changesDuring(async () => {
        await edit(id, []);
        await edit(id, [addVariable('v')], { dryRun: true });
        await edit(id, [rename('Never', name)]);
        await send(id, [rename('Never', 'Nor this')]);
      });
      expect(changes).toStrictEqual([]);
    });
  });

  describe('400', () => {
    const bodies: [what: string, body: unknown, path: string][] = [
      ['no operations', {}, 'operations'],
      ['operations that are not a list', { operations: {} }, 'operations'],
      ['an unknown kind', { operations: [addVariable('v'), { op: 'explode' }] }, 'operations[1].op'],
      [
        'a missing field',
        { operations: [{ op: 'changeGroup', path: ['title'], was: 'a', value: 'b' }] },
        'operations[0].groupId',
      ],
      [
        'an invalid element',
        { operations: [{ op: 'addVariable', value: { id: '', name: 'n' } }] },
        'operations[0].value.id',
      ],
      [
        '501 operations',
        { operations: Array.from({ length: 501 }, (_, index) => addVariable(`v${index}`)) },
        'operations',
      ],
      ['an invalid flag', { operations: [], migrate: 'yes' }, 'migrate'],
      ['another invalid flag', { operations: [], dryRun: 1 }, 'dryRun'],
    ];

    it.each(bodies)('for %s', async (_, body, path) => {
      const bot = await importBot(api, v6Document());
      const response = await refused(bot, () => api.request({ ...toEdit(bot.id, []), body }));
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', issues: [{ path }] } });
    });

    it('for a value that a bot cannot have, and keeps the operations before it out', async () => {
      const bot = await importBot(api, v6Document());
      const response = await refused(bot, () =>
        send(bot.id, [
          addVariable('v'),
          { op: 'changeBot', path: ['theme', 'chat', 'roundness'], was: 'large', value: 'square' },
        ]),
      );
      expect(response).toMatchObject({
        status: 400,
        body: { issues: [{ path: expect.stringMatching(/^operations\[1\]/) }] },
      });
    });

    it('for keys that reach prototypes', async () => {
      const bot = await importBot(api, v6Document());
      const asKey =
        '{"operations":[{"op":"changeBot","path":["settings","a"],"value":{"__proto__":{"polluted":1}}}]}';
      const response = await refused(bot, () =>
        api.request({ ...toEdit(bot.id, []), body: undefined, rawBody: asKey }),
      );
      expect(response.status).toBe(400);
      for (const path of [
        ['settings', '__proto__', 'polluted'],
        ['settings', '__proto__'],
        ['settings', 'constructor', 'prototype', 'polluted'],
      ]) {
        const { status } = await send(bot.id, [{ op: 'changeBot', path, value: { polluted: 1 } }]);
        expect([400, 409]).toContain(status);
      }
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
      expect('polluted' in {}).toBe(false);
    });
  });

  describeBotRefusals(api, (botId, more) => send(botId, [addVariable('refused')], {}, more), {
    isWrite: true,
  });

  describe('409', () => {
    it('names the values that operations expect, and those of the bot', async () => {
      const { id } = await importBot(api, v6Document());
      const bot = await patchBot(api, id, { name: 'Renamed by somebody else' });
      const response = await refused(bot, () =>
        send(id, [
          addVariable('v'),
          rename('Ferry tickets', 'Mine'),
          retitle('group-north', 'South', 'Mine'),
        ]),
      );
      expect(response).toMatchObject({
        status: 409,
        body: {
          code: 'CONFLICT',
          message: expect.stringMatching(/^Nothing was changed: operations\[1\]: .*\(and 1 more\)$/),
          issues: [{ path: 'operations[1]' }, { path: 'operations[2]' }],
          conflicts: [
            { index: 1, was: 'Ferry tickets', current: 'Renamed by somebody else' },
            { index: 2, was: 'South', current: 'North' },
          ],
        },
      });
    });

    it('says of an absent value that there is none', async () => {
      const bot = await importBot(api, v6Document());
      const response = await refused(bot, () =>
        send(bot.id, [
          { op: 'changeGroup', groupId: 'group-north', path: ['more'], was: 1, value: 2 },
          { op: 'changeGroup', groupId: 'group-north', path: ['title'], value: 'Mine' },
        ]),
      );
      const [first, second] = (response.body as { conflicts: JsonObject[] }).conflicts;
      expect([first?.was, second?.current]).toStrictEqual([1, 'North']);
      expect(first).not.toHaveProperty('current');
      expect(second).not.toHaveProperty('was');
    });

    it('names at most 20 conflicts, with short values', async () => {
      const bot = await importBot(api, { ...v6Document(), name: '\ud83d\ude00'.repeat(5_000) });
      const operations = Array.from({ length: 30 }, () => rename('x'.repeat(5_000), 'Mine'));
      const response = await refused(bot, () => send(bot.id, operations));
      const { conflicts } = response.body as { conflicts: { was: string; current: string }[] };
      expect(conflicts).toHaveLength(20);
      for (const { was, current } of conflicts) {
        expect(JSON.stringify(was).length).toBeLessThan(1_100);
        expect(JSON.stringify(current).length).toBeLessThan(1_100);
        expect(current.isWellFormed()).toBe(true);
      }
    });

    it.each(['3', '4', '5'] as const)('MIGRATION_NEEDED for a draft of version %s', async (version) => {
      const bot = await importBot(api, v5Document(version));
      const response = await refused(bot, () => send(bot.id, [addVariable('v')], { migrate: false }));
      expect(response).toMatchObject({ status: 409, body: { code: 'MIGRATION_NEEDED' } });
      expect(response.body).not.toHaveProperty('conflicts');
    });

    it('migrates nothing if the operations do not apply', async () => {
      const bot = await importBot(api, v5Document());
      const response = await refused(bot, () => send(bot.id, [rename('Never', 'Mine')], { migrate: true }));
      expect(response).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
      expect(await listReleases(api, bot.id)).toStrictEqual({ releases: [] });
    });

    it('for an archived bot', async () => {
      const { id } = await importBot(api, v6Document());
      await archiveBot(api, id);
      const bot = await getBot(api, id);
      const response = await refused(bot, () => send(id, [addVariable('v')]));
      expect(response).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    });
  });

  describe('412', () => {
    it.each(['"0"', '"1", "0"', 'W/"2"', '2'])('for If-Match: %s', async (ifMatch) => {
      const { id } = await importBot(api, v6Document());
      const bot = await patchBot(api, id, { name: 'Other' });
      const headers = { 'If-Match': ifMatch };
      const response = await refused(bot, () => send(id, [addVariable('v')], {}, { headers }));
      expect(response).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } });
    });

    it('accepts one of five writers with the same ETag', async () => {
      const { id } = await importBot(api, v6Document());
      const headers = { 'If-Match': '"1"' };
      const responses = await Promise.all(
        Array.from({ length: 5 }, (_, index) => send(id, [addVariable(`v${index}`)], {}, { headers })),
      );
      expect(responses.map(({ status }) => status).toSorted()).toStrictEqual([200, 412, 412, 412, 412]);
    });
  });

  describe('413', () => {
    it('for a body of more than 1 MB', async () => {
      const bot = await importBot(api, v6Document());
      const fitting = JSON.stringify({ operations: [], more: '' });
      const limitBytes = 1_024 * 1_024;
      const padded = (bytes: number) =>
        JSON.stringify({ operations: [], more: 'x'.repeat(bytes - fitting.length) });
      const sendText = (rawBody: string) => api.request({ ...toEdit(bot.id, []), body: undefined, rawBody });
      expect((await sendText(padded(limitBytes))).status).toBe(200);
      expect(await refused(bot, () => sendText(padded(limitBytes + 1)))).toMatchObject({
        status: 413,
        body: { code: 'PAYLOAD_TOO_LARGE', limitBytes, actualBytes: limitBytes + 1 },
      });
    });

    it('for a bot that would be too large for a response', { timeout: SLOW_MS }, async () => {
      const { id } = await importBot(api, v6Document());
      const texts = Array.from({ length: 7 }, () => 'x'.repeat(1_000_000));
      const statuses: number[] = [];
      for (const [index, text] of texts.entries()) {
        const response = await send(id, [{ op: 'changeBot', path: ['settings', `t${index}`], value: text }]);
        statuses.push(response.status);
      }
      expect(statuses).toStrictEqual([200, 200, 200, 200, 200, 200, 413]);
    });
  });

  it.runIf(api.canReachStore)('leaves a sound table', async () => {
    await expectSoundTable();
  });
});
