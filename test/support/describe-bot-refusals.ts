import { describe, expect, it } from 'vitest';
import { v6Document } from '#test/fixtures/documents.ts';
import { getBot, importBot } from './bot-client.ts';
import { databaseError, failing, isAboutContent } from './database-faults.ts';
import type { Api, ApiRequest, ApiResponse } from './describe-api.ts';
import { ODD_IDS } from './odd-ids.ts';

export type SendAbout = (botId: string, more?: Partial<ApiRequest>) => Promise<ApiResponse>;

/**
 * Tests the errors common to all endpoints of a single bot: no token, a viewer trying to write, a bot that does
 * not exist or belongs to another workspace, and a throttled database.
 *
 * @param prepare gives a new bot what `send` asks for
 */
export function describeBotRefusals(
  api: Api,
  send: SendAbout,
  { isWrite, prepare }: { isWrite: boolean; prepare?: (botId: string) => Promise<unknown> },
): void {
  describe('401', () => {
    it('refuses a request without a token', async () => {
      expect(await send('any', { token: null })).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      });
    });
  });

  describe.runIf(api.canReachStore)(isWrite ? '403' : '200 for a viewer', () => {
    it(isWrite ? 'refuses a viewer and changes nothing' : 'needs no higher role', async () => {
      const { id } = await importBot(api, v6Document());
      await prepare?.(id);
      const bot = await getBot(api, id);
      const { status } = await send(id, { token: await api.tokenFor('viewer') });
      expect(status).toBe(isWrite ? 403 : 200);
      expect(await getBot(api, id)).toStrictEqual(bot);
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('finds no bot with an id %s', async (_, id) => {
      expect(await send(id)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Bot not found' },
      });
    });

    it.runIf(api.canReachStore)("treats another workspace's bot like an unknown one", async () => {
      const bot = await importBot(api, v6Document());
      expect(await send(bot.id, { token: await api.strangerToken() })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Bot not found' },
      });
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('sends Retry-After if the database throttles', async () => {
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
