import { describe, expect, it } from 'vitest';
import {
  getBot,
  type ImportResponse,
  importBot,
  importResponse,
  patchResponse,
  type ReturnedBot,
} from '#test/support/bot-client.ts';
import { listReleases } from '#test/support/bot-life.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { ownedContent } from '#test/support/owned-content.ts';
import { REAL_BOTS, readRealBot } from '#test/support/real-bots.ts';

/*
 * Documents must round-trip: every operation that takes a document accepts what GET returns, repairs nothing in
 * it, and stores it unchanged.
 */

describeApi('What is read of a real bot', (api) => {
  /** Ignores warnings about dangling edges, which an import keeps and therefore reports each time. */
  const mended = ({ warnings = [] }: Pick<ImportResponse, 'warnings'>) =>
    warnings.filter(({ code }) => ['FILLED_IN', 'RENAMED', 'DROPPED', 'ROUNDED'].includes(code));

  const expectContent = async (botId: string, read: ReturnedBot) =>
    expect(ownedContent(await getBot(api, botId))).toStrictEqual(ownedContent(read));

  // Concurrent, because the tests mostly wait for the database.
  describe.skipIf(REAL_BOTS.length === 0).concurrent('can be sent back', () => {
    it.each(REAL_BOTS)('%s', async (name) => {
      const first = await importResponse(api, readRealBot(name));
      const read = await getBot(api, first.bot.id);
      const { id, folderId } = read;

      const patched = await patchResponse(api, id, read);
      expect(patched).not.toHaveProperty('warnings');
      expect(patched.bot).toStrictEqual({ ...read, updatedAt: patched.bot.updatedAt });

      const again = await importResponse(api, patched.bot);
      expect(mended(again)).toStrictEqual([]);
      await expectContent(again.bot.id, read);

      const itself = await importResponse(api, patched.bot, { mode: 'replace', botId: id });
      expect(mended(itself)).toStrictEqual([]);
      expect(itself.bot).toStrictEqual(patched.bot);
      expect((await listReleases(api, id)).releases).toStrictEqual([]);

      const other = await importBot(api, { groups: [] }, { folderId });
      const replaced = await importResponse(api, read, { mode: 'replace', botId: other.id });
      expect(mended(replaced)).toStrictEqual([]);
      expect(replaced.keptAsRelease).toBe(1);
      await expectContent(other.id, read);
      expect(await getBot(api, other.id)).toStrictEqual(replaced.bot);
    });
  });
});
