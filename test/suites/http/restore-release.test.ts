import { describe, expect, it } from 'vitest';
import { v5Document, v6Document } from '#test/fixtures/documents.ts';
import { noiseBot } from '#test/fixtures/generated-bot.ts';
import {
  getBot,
  getPublished,
  importBot,
  patchBot,
  publishBot,
  sendPatch,
  unpublishBot,
} from '#test/support/bot-client.ts';
import { getRelease, listReleases, restoreRelease } from '#test/support/bot-life.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { describeBotRefusals } from '#test/support/describe-bot-refusals.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { ownedContent } from '#test/support/owned-content.ts';
import { listItems } from '#test/support/stored-bots.ts';
import { uniqueName } from '#test/support/unique-name.ts';

const SLOW_MS = 120_000;

describeApi('POST /v1/bots/{botId}/releases/{release}/restore', (api) => {
  const restore = (botId: string, more: object = {}, release = '1') =>
    api.request({ method: 'POST', path: `/v1/bots/${botId}/releases/${release}/restore`, ...more });

  const theme = (text: string) => ({ customCss: text });

  describe('200', () => {
    it('replaces the whole draft with the release', async () => {
      for (const document of [v6Document(), v5Document('3')]) {
        const released = await importBot(api, document);
        const { id } = released;
        await publishBot(api, id);
        await patchBot(api, id, { name: 'Other', icon: null, variables: [], more: 1, riskLevel: 3 });
        const { bot } = await restoreRelease(api, id, 1);
        expect(ownedContent(bot)).toStrictEqual(ownedContent(released));
        expect(await getBot(api, id)).toStrictEqual(bot);
      }
    });

    it('keeps server-managed fields and the published copy', async () => {
      const { id, createdAt } = await importBot(api, v6Document());
      await publishBot(api, id);
      const fields = {
        publicId: uniqueName('kept'),
        customDomain: `${uniqueName('kept')}.example.com`,
        isClosed: true,
      };
      await patchBot(api, id, { ...fields, variables: [] });
      await publishBot(api, id);
      const published = await getPublished(api, id);
      const { bot } = await restoreRelease(api, id, 1);
      expect(bot).toMatchObject({ ...fields, id, createdAt, isArchived: false });
      expect(await getPublished(api, id)).toStrictEqual(published);
    });

    it('keeps an unreleased draft as the next release', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      const draft = await patchBot(api, id, { variables: [], name: 'Unfinished', more: { kept: true } });
      const { keptAsRelease } = await restoreRelease(api, id, 1);
      expect(keptAsRelease).toBe(2);
      expect(await getRelease(api, id, 2)).toMatchObject({ publishedAt: null, variables: [] });
      const { bot, ...more } = await restoreRelease(api, id, 2);
      expect(ownedContent(bot)).toStrictEqual(ownedContent(draft));
      expect(more).toStrictEqual({});
    });

    it('keeps a draft that differs from its release only in name', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      await patchBot(api, id, { variables: [] });
      await publishBot(api, id);
      await patchBot(api, id, { name: 'A better name' });
      expect(await restoreRelease(api, id, 1)).toMatchObject({ keptAsRelease: 3 });
      expect((await restoreRelease(api, id, 3)).bot).toMatchObject({ name: 'A better name', variables: [] });
    });

    it.each([
      ['was just published', undefined],
      ['was closed and given a publicId since it was published', { isClosed: true }],
    ])('does not keep a second copy of a draft that %s', async (_, fields) => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      await patchBot(api, id, { variables: [] });
      await publishBot(api, id);
      if (fields) await patchBot(api, id, { ...fields, publicId: uniqueName('since') });
      for (const release of [1, 2, 1, 1, 2]) {
        expect(await restoreRelease(api, id, release)).not.toHaveProperty('keptAsRelease');
      }
      expect((await listReleases(api, id)).releases).toHaveLength(2);
      expect(await getBot(api, id)).toMatchObject({ variables: [] });
    });

    it('changes nothing if the draft already equals the release', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      const before = await api.request({ method: 'GET', path: `/v1/bots/${id}` });
      const after = await restore(id);
      expect(after.body).toStrictEqual(before.body);
      expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    });

    it('changes the ETag and updatedAt, so that no writer overwrites it unread', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      const old = await patchBot(api, id, { variables: [] });
      const before = await api.request({ method: 'GET', path: `/v1/bots/${id}` });
      const etag = (await restore(id)).headers.get('etag');
      expect(etag).not.toBe(before.headers.get('etag'));
      expect((await sendPatch(api, id, { name: 'Stale', updatedAt: old.updatedAt })).status).toBe(409);
    });
  });

  describe('200, and publishing afterwards', () => {
    it('publishes a restored release as the next release', async () => {
      const { id, variables } = await importBot(api, v6Document());
      await publishBot(api, id);
      await patchBot(api, id, { variables: [] });
      await publishBot(api, id);
      await restoreRelease(api, id, 1);
      expect(await publishBot(api, id)).toMatchObject({ release: 3 });
      expect((await getPublished(api, id)).publishedBot).toMatchObject({ variables });
    });

    it('returns the published release if it was the one restored', async () => {
      const { id } = await importBot(api, v6Document());
      const first = await publishBot(api, id);
      await patchBot(api, id, { variables: [] });
      await restoreRelease(api, id, 1);
      expect(await publishBot(api, id)).toStrictEqual(first);
    });

    it('publishes a kept draft under its existing number', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      await patchBot(api, id, { variables: [] });
      await restoreRelease(api, id, 1);
      await unpublishBot(api, id);
      await restoreRelease(api, id, 2);
      const { release, publishedAt } = await publishBot(api, id);
      expect(release).toBe(2);
      expect(await getRelease(api, id, 2)).toMatchObject({ publishedAt });
      expect((await getPublished(api, id)).publishedBot).toMatchObject({ variables: [] });
    });

    it('continues numbering after a kept draft', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      await patchBot(api, id, { variables: [] });
      await restoreRelease(api, id, 1);
      await patchBot(api, id, { theme: theme('new') });
      expect(await publishBot(api, id)).toMatchObject({ release: 3 });
      expect((await listReleases(api, id)).releases.map(({ release }) => release)).toStrictEqual([3, 2, 1]);
    });
  });

  describe('200 for a bot stored in parts', () => {
    const isSame = (actual: unknown, expected: unknown) =>
      expect(JSON.stringify(actual) === JSON.stringify(expected)).toBe(true);

    it(
      'loses no part of any release across restores and changes',
      async () => {
        const flows = [1, 2, 3, 4].map((seed) => noiseBot(560_000, '6', seed).groups);
        const { id } = await importBot(api, noiseBot(0));
        const releases: [release: number, flow: unknown][] = [];
        const expectAll = async () => {
          for (const [release, flow] of releases) isSame((await getRelease(api, id, release)).groups, flow);
        };
        for (const [index, groups] of flows.slice(0, 2).entries()) {
          await patchBot(api, id, { groups });
          await publishBot(api, id);
          releases.push([index + 1, groups]);
        }
        // A draft that was never published is kept, including its parts.
        await patchBot(api, id, { groups: flows[2] });
        expect(await restoreRelease(api, id, 1)).toMatchObject({ keptAsRelease: 3 });
        releases.push([3, flows[2]]);
        isSame((await getBot(api, id)).groups, flows[0]);
        await expectAll();

        // The draft shares the parts of release 1, so replacing the draft must not delete them.
        await patchBot(api, id, { groups: flows[3] });
        await expectAll();
        await patchBot(api, id, { groups: [] });
        await expectAll();
        isSame((await getPublished(api, id)).publishedBot?.groups, flows[1]);

        for (const release of [3, 1, 2]) {
          const { bot } = await restoreRelease(api, id, release);
          isSame(bot.groups, flows[release - 1]);
        }
        await patchBot(api, id, { groups: [] });
        await expectAll();
        if (!api.canReachStore) return;
        const ids = (await listItems(id))
          .map(({ sk }) => String(sk).split('#'))
          .filter(([kind]) => kind === 'PART')
          .map(([, partsId]) => partsId);
        // Only three releases remain; drafts that were replaced without being kept are gone.
        expect(new Set(ids).size).toBe(3);
      },
      SLOW_MS,
    );

    it(
      'stays consistent under concurrent changes',
      async () => {
        const flows = [1, 2, 3].map((seed) => noiseBot(420_000, '6', seed).groups);
        const texts = flows.map((groups) => JSON.stringify(groups));
        const { id } = await importBot(api, { ...noiseBot(0), groups: flows[0] });
        await publishBot(api, id);
        const responses = await Promise.all([
          ...flows.map((groups) => sendPatch(api, id, { groups })),
          restore(id),
          api.request({ method: 'POST', path: `/v1/bots/${id}/publish` }),
          ...flows.map((groups) => sendPatch(api, id, { groups })),
          restore(id),
        ]);
        expect(responses.map(({ status }) => status)).toStrictEqual(responses.map(() => 200));
        expect(texts).toContain(JSON.stringify((await getBot(api, id)).groups));
        const { releases } = await listReleases(api, id);
        for (const { release } of releases) {
          expect(texts.includes(JSON.stringify((await getRelease(api, id, release)).groups))).toBe(true);
        }
      },
      SLOW_MS,
    );
  });

  describe('200 for concurrent requests', () => {
    it('keeps the draft once', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      await patchBot(api, id, { variables: [] });
      const responses = await Promise.all(Array.from({ length: 8 }, () => restore(id)));
      expect(responses.map(({ status }) => status)).toStrictEqual(responses.map(() => 200));
      const kept = responses.filter(({ body }) => (body as { keptAsRelease?: number }).keptAsRelease);
      expect(kept).toHaveLength(1);
      expect((await listReleases(api, id)).releases).toHaveLength(2);
    });
  });

  describeBotRefusals(api, restore, { isWrite: true });

  describe('404 for a release', () => {
    it.each(['2', '0', '01', 'one', 'draft', '%20', '123456789'])(
      'returns 404 for release %s',
      async (release) => {
        const { id } = await importBot(api, v6Document());
        await publishBot(api, id);
        const before = await getBot(api, id);
        expect(await restore(id, {}, release)).toMatchObject({
          status: 404,
          body: { code: 'NOT_FOUND', message: 'Release not found' },
        });
        expect(await getBot(api, id)).toStrictEqual(before);
      },
    );
  });

  describe.runIf(api.canInjectFaults)('500', () => {
    it('changes nothing on failure', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      await patchBot(api, id, { variables: [] });
      const before = await getBot(api, id);
      const { value: response } = await failing(
        {
          when: ({ command }) => command === 'TransactWriteItemsCommand',
          error: databaseError('ValidationException'),
        },
        () => restore(id),
      );
      expect(response.status).toBe(500);
      expect(await getBot(api, id)).toStrictEqual(before);
      expect((await listReleases(api, id)).releases).toHaveLength(1);
    });

    it("keeps the draft once even if the database's response is lost", async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      await patchBot(api, id, { variables: [] });
      const { value: response, failures } = await failing(
        {
          when: ({ command }) => command === 'TransactWriteItemsCommand',
          error: databaseError('TimeoutError'),
          times: 1,
          isCarriedOut: true,
        },
        () => restore(id),
        'attempt',
      );
      expect([response.status, failures]).toStrictEqual([200, 1]);
      expect((await listReleases(api, id)).releases).toHaveLength(2);
    });
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable());
});
