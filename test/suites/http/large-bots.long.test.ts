import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { type GeneratedBot, generatedBot, noiseBot } from '#test/fixtures/generated-bot.ts';
import {
  getBot,
  getPublished,
  importBot,
  patchBot,
  publishBot,
  sendImport,
  sendPatch,
} from '#test/support/bot-client.ts';
import { diffBot } from '#test/support/bot-life.ts';
import { type ApiResponse, describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { listItems, readBotItems } from '#test/support/stored-bots.ts';
import { uniqueName } from '#test/support/unique-name.ts';

const SLOW_MS = 60_000;

/** Compares as text, because printing a diff of two large objects would take minutes. */
function expectSameFlow(actual: JsonObject | null, expected: JsonObject): void {
  for (const field of ['events', 'groups', 'edges', 'variables']) {
    expect([field, JSON.stringify(actual?.[field]) === JSON.stringify(expected[field])]).toStrictEqual([
      field,
      true,
    ]);
  }
}

type Sizes = { limitBytes: number; actualBytes: number };

function expectTooLarge(response: ApiResponse, namesSizes: boolean): void {
  expect(response).toMatchObject({
    status: 413,
    body: { code: 'PAYLOAD_TOO_LARGE', limitBytes: expect.any(Number) },
  });
  if (!namesSizes) return;
  const { limitBytes, actualBytes } = response.body as Sizes;
  expect(actualBytes).toBeGreaterThan(limitBytes);
}

describeApi('A large bot', (api) => {
  describe('200', () => {
    it.each<[what: string, document: () => GeneratedBot]>([
      ['of 4.5 MB in the V5 variant', () => generatedBot(4_500_000, '5')],
      ['with 2 MB that do not compress', () => noiseBot(2_000_000, '5')],
    ])(
      '%s is imported, read, changed, published, read published and migrated',
      async (_, document) => {
        const sent = document();
        const imported = await importBot(api, sent);
        expectSameFlow(imported, sent);
        expectSameFlow(await getBot(api, imported.id), sent);

        const patched = await patchBot(api, imported.id, { name: 'Still large' });
        expect(patched.name).toBe('Still large');
        expectSameFlow(await getBot(api, imported.id), sent);

        expect(await publishBot(api, imported.id)).toMatchObject({ release: 1 });
        const { publishedBot } = await getPublished(api, imported.id);
        expectSameFlow(publishedBot, sent);

        const migrated = await getPublished(api, imported.id, { migrateToLatestVersion: 'true' });
        expect(migrated).toMatchObject({ version: sent.version, publishedBot: { version: '6' } });
        const start = sent.version === '5' ? 1 : 0;
        expect(migrated.publishedBot?.groups).toHaveLength(sent.groups.length - start);
        expect(migrated.publishedBot?.edges).toHaveLength(sent.edges.length);
      },
      SLOW_MS,
    );

    it(
      'accepts its own GET response',
      async () => {
        const sent = generatedBot(4_500_000, '6', 2);
        const { id } = await importBot(api, sent);
        const before = await getBot(api, id);
        const after = await patchBot(api, id, before);
        expectSameFlow(after, sent);
        expectSameFlow(await getBot(api, id), sent);
      },
      SLOW_MS,
    );

    it(
      'has its diff truncated if it exceeds the response size, and the response says so',
      async () => {
        const many = (prefix: string) =>
          Array.from({ length: 80_000 }, (_, index) => ({
            id: `${prefix}${index}`,
            name: 'a name of a variable',
          }));
        const { id } = await importBot(api, { ...noiseBot(0), variables: many('a') });
        await publishBot(api, id);
        await patchBot(api, id, { variables: many('b') });
        const { variables, isComplete } = await diffBot(api, id, 1, 'draft');
        expect(isComplete).toBe(false);
        expect(variables.added.length).toBeGreaterThan(50_000);
      },
      SLOW_MS,
    );

    it(
      'keeps 100,000 numbers that become longer when serialized',
      async () => {
        const numbers = Array.from({ length: 100_000 }, () => 1e20);
        const rawBody = JSON.stringify({
          workspaceId: api.workspaceId,
          bot: { numbers: [], groups: [] },
        }).replace('[]', `[${numbers.map(() => '1e20').join()}]`);
        const response = await api.request({ method: 'POST', path: '/v1/bots/import', rawBody });
        expect(response.status).toBe(200);
        const { id } = (response.body as { bot: { id: string } }).bot;
        const bot: JsonObject = await getBot(api, id);
        expect(JSON.stringify(bot.numbers)).toBe(JSON.stringify(numbers));
      },
      SLOW_MS,
    );

    it(
      'stays readable if migration makes it larger, or is rejected',
      async () => {
        const blocks = Array.from({ length: 120_000 }, () => ({ type: 'Typebot link', options: {} }));
        const sent = { ...generatedBot(0, '5'), groups: [{ id: 'links', blocks }] };
        const response = await sendImport(api, sent);
        if (response.status === 413) return expectTooLarge(response, api.namesSizes);
        expect(response.status).toBe(200);
        const { id } = (response.body as { bot: { id: string } }).bot;
        const migrated = await api.request({
          method: 'GET',
          path: `/v1/bots/${id}`,
          query: { migrateToLatestVersion: 'true' },
        });
        expect(migrated.status, migrated.text.slice(0, 500)).toBe(200);
      },
      SLOW_MS,
    );

    it(
      'stays readable while it is being rewritten',
      async () => {
        const [one, other] = [noiseBot(700_000, '6', 1), noiseBot(700_000, '6', 2)];
        const texts = [JSON.stringify(one.groups), JSON.stringify(other.groups)];
        const { id } = await importBot(api, one);
        const writes = (async () => {
          for (let round = 0; round < 6; round++) {
            await patchBot(api, id, { groups: (round % 2 === 0 ? other : one).groups });
          }
        })();
        const reads = await Promise.all(
          Array.from({ length: 10 }, async (_, index) => {
            await new Promise((resolve) => setTimeout(resolve, index * 30));
            return JSON.stringify((await getBot(api, id)).groups);
          }),
        );
        await writes;
        for (const read of reads) expect(texts.indexOf(read)).toBeGreaterThanOrEqual(0);
      },
      SLOW_MS,
    );
  });

  describe('200 under concurrent changes', () => {
    it(
      'stays consistent, and only publishes complete drafts',
      async () => {
        const flows = Array.from({ length: 4 }, (_, index) => noiseBot(560_000, '6', index + 1).groups);
        const texts = flows.map((groups) => JSON.stringify(groups));
        const { id } = await importBot(api, { ...noiseBot(0), groups: flows[0] });
        const publish = () => api.request({ method: 'POST', path: `/v1/bots/${id}/publish` });
        const unpublish = () => api.request({ method: 'POST', path: `/v1/bots/${id}/unpublish` });

        for (let round = 0; round < 2; round++) {
          const responses = await Promise.all([
            ...flows.map((groups) => sendPatch(api, id, { groups })),
            publish(),
            sendPatch(api, id, { publicId: uniqueName('busy') }),
            unpublish(),
            publish(),
          ]);
          expect(responses.map(({ status }) => status)).toStrictEqual(responses.map(() => 200));
          expect(texts.includes(JSON.stringify((await getBot(api, id)).groups))).toBe(true);
          const { publishedBot } = await getPublished(api, id);
          if (publishedBot) expect(texts.includes(JSON.stringify(publishedBot.groups))).toBe(true);
        }
        await publishBot(api, id);
        const { groups } = await getBot(api, id);
        const { publishedBot } = await getPublished(api, id);
        expect(JSON.stringify(publishedBot?.groups) === JSON.stringify(groups)).toBe(true);
      },
      SLOW_MS,
    );
  });

  describe.runIf(api.canReachStore)('200 without leftovers', () => {
    const getParts = async (botId: string) =>
      (await listItems(botId)).filter(({ sk }) => String(sk).startsWith('PART#')).length;

    it(
      'keeps only the parts of the draft and of the releases',
      async () => {
        const { id } = await importBot(api, noiseBot(900_000, '6', 1));
        const once = await getParts(id);
        expect(once).toBeGreaterThan(1);

        for (const seed of [2, 3]) await patchBot(api, id, { groups: noiseBot(900_000, '6', seed).groups });
        expect(await getParts(id)).toBe(once);

        await publishBot(api, id);
        expect(await getParts(id)).toBe(once);

        for (const seed of [4, 5]) await patchBot(api, id, { groups: noiseBot(900_000, '6', seed).groups });
        expect(await getParts(id)).toBe(2 * once);
        expectSameFlow((await getPublished(api, id)).publishedBot, {
          ...(await getBot(api, id)),
          groups: noiseBot(900_000, '6', 3).groups,
        });

        await patchBot(api, id, { groups: [] });
        expect(await getParts(id)).toBe(once);
      },
      SLOW_MS,
    );
  });

  describe('413', () => {
    /** Expects the import to be refused and nothing to be written. */
    async function refusedImport(send: () => Promise<ApiResponse>): Promise<void> {
      const before = api.canReachStore ? await readBotItems(api.workspaceId) : [];
      expectTooLarge(await send(), api.namesSizes);
      if (api.canReachStore) expect(await readBotItems(api.workspaceId)).toStrictEqual(before);
    }

    it.runIf(api.canReachStore).each([
      ['the gateway takes', 11_000_000],
      ['a function takes', 6_320_000],
      ['a function could answer', 6_160_000],
    ])(
      'rejects an import of more than %s',
      async (_, bytes) => {
        await refusedImport(() => sendImport(api, noiseBot(bytes)));
      },
      SLOW_MS,
    );

    it(
      'rejects 300,000 numbers that would become longer when serialized',
      async () => {
        const numbers = Array.from({ length: 300_000 }, () => '1e20').join();
        const rawBody = JSON.stringify({ workspaceId: api.workspaceId, bot: { numbers: [], groups: [] } });
        await refusedImport(() =>
          api.request({
            method: 'POST',
            path: '/v1/bots/import',
            rawBody: rawBody.replace('[]', `[${numbers}]`),
          }),
        );
      },
      SLOW_MS,
    );

    it(
      'rejects groups that would be too large with filled-in fields',
      async () => {
        const groups = Array.from({ length: 100_000 }, (_, index) => ({ id: `${index}` }));
        await refusedImport(() => sendImport(api, { ...generatedBot(0), groups }));
      },
      SLOW_MS,
    );

    it(
      'rejects a change that would make the bot too large to be returned, and writes nothing',
      async () => {
        const { id } = await importBot(api, noiseBot(3_200_000));
        const before = await api.request({ method: 'GET', path: `/v1/bots/${id}` });
        const items = api.canReachStore ? await listItems(id) : [];
        expectTooLarge(
          await sendPatch(api, id, { more: noiseBot(3_200_000, '6', 2).groups, name: 'x' }),
          api.namesSizes,
        );
        const after = await api.request({ method: 'GET', path: `/v1/bots/${id}` });
        expect(after.text === before.text).toBe(true);
        expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
        if (!api.canReachStore) return;
        expect((await listItems(id)).map(({ sk }) => sk)).toStrictEqual(items.map(({ sk }) => sk));
      },
      SLOW_MS,
    );

    it(
      'accepts a smaller change after rejecting one that was too large',
      async () => {
        const { id } = await importBot(api, noiseBot(3_200_000));
        expectTooLarge(
          await sendPatch(api, id, { more: noiseBot(3_200_000, '6', 2).groups }),
          api.namesSizes,
        );
        expect(await patchBot(api, id, { groups: [], more: 'little' })).toMatchObject({ groups: [] });
      },
      SLOW_MS,
    );
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable(), 120_000);
});
