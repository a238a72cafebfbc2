import { describe, expect, it } from 'vitest';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot } from '#test/support/bot-client.ts';
import { describeApi } from '#test/support/describe-api.ts';

describeApi('Input that means harm', (api) => {
  const importing = (bot: unknown) =>
    api.request({
      method: 'POST',
      path: '/v1/bots/import',
      body: { workspaceId: api.workspaceId, bot },
    });

  describe('400', () => {
    it('for 150,000 groups that are none, naming the first 20', async () => {
      const response = await importing({ groups: Array.from({ length: 150_000 }, () => 0) });
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
      expect((response.body as { issues: unknown[] }).issues).toHaveLength(20);
    });

    it('for a domain name of megabytes', async () => {
      const { id } = await importBot(api, v6Document());
      const customDomain = `${'a.'.repeat(1_000_000)}!`;
      const response = await api.request({
        method: 'PATCH',
        path: `/v1/bots/${id}`,
        body: { bot: { customDomain } },
      });
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'bot.customDomain' }] } });
    });

    it('for a key of megabytes, which is not sent back', async () => {
      const response = await importing({
        resultsTablePreferences: { columnsVisibility: { ['k'.repeat(1_000_000)]: 0 } },
      });
      expect(response.status).toBe(400);
      expect(response.text.length).toBeLessThan(2_000);
    });
  });
});
