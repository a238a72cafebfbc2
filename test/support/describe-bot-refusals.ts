import { describe, expect, it } from 'vitest';
import { v6Document } from '#test/fixtures/documents.ts';
import { getBot, importBot } from './bot-client.ts';
import { databaseError, failing, isAboutContent } from './database-faults.ts';
import type { Api, ApiRequest, ApiResponse } from './describe-api.ts';
import { ODD_IDS } from './odd-ids.ts';

export type SendAbout = (botId: string, more?: Partial<ApiRequest>) => Promise<ApiResponse>;

/**
 * What every endpoint of a single bot refuses in the same way: a missing token, a viewer who wants to change
 * the bot, a bot that does not exist or belongs to another workspace, and a busy database.
 */
export function describeBotRefusals(api: Api, send: SendAbout, { isWrite }: { isWrite: boolean }): void {
  describe('401', () => {
    it('refuses a request without a token', async () => {
      expect(await send('any', { token: null })).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      });
    });
  });

  describe.runIf(api.canReachStore)(isWrite ? '403' : '200 for a viewer', () => {
    it(isWrite ? 'refuses a viewer, and nothing changes' : 'needs no other role', async () => {
      const bot = await importBot(api, v6Document());
      const { status } = await send(bot.id, { token: await api.tokenFor('viewer') });
      if (isWrite) expect(status).toBe(403);
      else expect([200, 404]).toContain(status);
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('knows no bot with an id %s', async (_, id) => {
      expect(await send(id)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Bot not found' },
      });
    });

    it.runIf(api.canReachStore)('answers for a foreign bot as for an unknown one', async () => {
      const bot = await importBot(api, v6Document());
      expect(await send(bot.id, { token: await api.strangerToken() })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Bot not found' },
      });
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('tells when to try again if the database is busy', async () => {
      const { id } = await importBot(api, v6Document());
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ThrottlingException') },
        () => send(id),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });
}
