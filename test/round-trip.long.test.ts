import { describe, expect, it } from 'vitest';
import {
  type AnsweredBot,
  getBot,
  type ImportAnswer,
  importAnswer,
  importBot,
  patchAnswer,
} from './support/bot-client.ts';
import { listReleases } from './support/bot-life.ts';
import { describeApi } from './support/describe-api.ts';
import { ownedContent } from './support/owned-content.ts';
import { REAL_BOTS, readRealBot } from './support/real-bots.ts';

/*
 * Every operation that takes a document accepts what GET returns. Nothing in it is repaired a second time,
 * and reading it back gives the same.
 */

describeApi('What is read of a real bot', (api) => {
  /** Dangling edges are kept, so they are reported each time. */
  const mended = ({ warnings = [] }: Pick<ImportAnswer, 'warnings'>) =>
    warnings.filter(({ code }) => code !== 'DANGLING');

  const expectContent = async (botId: string, read: AnsweredBot) =>
    expect(ownedContent(await getBot(api, botId))).toStrictEqual(ownedContent(read));

  // Several at a time, because they mostly wait for the database.
  describe.skipIf(REAL_BOTS.length === 0).concurrent('can be sent back', () => {
    it.each(REAL_BOTS)('%s', async (name) => {
      const first = await importAnswer(api, readRealBot(name));
      const read = await getBot(api, first.bot.id);
      const { id, folderId } = read;

      const patched = await patchAnswer(api, id, read);
      expect(patched).not.toHaveProperty('warnings');
      expect(patched.bot).toStrictEqual({ ...read, updatedAt: patched.bot.updatedAt });

      const again = await importAnswer(api, patched.bot);
      expect(mended(again)).toStrictEqual([]);
      await expectContent(again.bot.id, read);

      const itself = await importAnswer(api, patched.bot, { mode: 'replace', botId: id });
      expect(mended(itself)).toStrictEqual([]);
      expect(itself.bot).toStrictEqual(patched.bot);
      expect((await listReleases(api, id)).releases).toStrictEqual([]);

      const other = await importBot(api, {}, { folderId });
      const replaced = await importAnswer(api, read, { mode: 'replace', botId: other.id });
      expect(mended(replaced)).toStrictEqual([]);
      expect(replaced.keptAsRelease).toBe(1);
      await expectContent(other.id, read);
      expect(await getBot(api, other.id)).toStrictEqual(replaced.bot);
    });
  });
});
