import { describe, expect, it } from 'vitest';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot } from '#test/support/bot-client.ts';
import { describeApi } from '#test/support/describe-api.ts';

describeApi('Hostile input', (api) => {
  const importing = (bot: unknown) =>
    api.request({
      method: 'POST',
      path: '/v1/bots/import',
      body: { workspaceId: api.workspaceId, bot },
    });

  describe('200', () => {
    it.each([
      'application/json ;charset=utf-8',
      'Application/JSON; Charset="UTF-8"',
      'application/json;',
      'application/vnd.bot+json; charset=utf8',
    ])('for the content type %s', async (contentType) => {
      const response = await api.request({
        method: 'POST',
        path: '/v1/bots/import',
        body: { workspaceId: api.workspaceId, bot: v6Document() },
        contentType,
      });
      expect(response.status).toBe(200);
    });

    it('for a U+FFFD sent by the client', async () => {
      const name = 'caf\uFFFD';
      expect(await importBot(api, { ...v6Document(), name })).toMatchObject({ name });
    });
  });

  describe('415', () => {
    it.each([
      'application/json; charset=iso-8859-1',
      'application/json;charset="utf-16"',
      'application/json, text/plain',
      '; charset=utf-8',
    ])('for the content type %s', async (contentType) => {
      const response = await api.request({
        method: 'POST',
        path: '/v1/bots/import',
        body: { workspaceId: api.workspaceId, bot: v6Document() },
        contentType,
      });
      expect(response).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
    });
  });

  describe('400', () => {
    it.runIf(api.canInjectFaults)('for a body that is not UTF-8, and stores nothing', async () => {
      const json = JSON.stringify({ workspaceId: api.workspaceId, bot: { ...v6Document(), name: 'café' } });
      const response = await api.request({
        method: 'POST',
        path: '/v1/bots/import',
        rawBody: Buffer.from(json.replaceAll(/[^\0-\xff]/g, ''), 'latin1'),
      });
      expect(response).toMatchObject({ status: 400, body: { message: 'The body is not valid UTF-8' } });
    });

    it.each([300, 50_000, 200_000])('for %i levels of nesting', async (levels) => {
      const nested = '['.repeat(levels) + ']'.repeat(levels);
      const response = await api.request({
        method: 'POST',
        path: '/v1/bots/import',
        rawBody: `{"workspaceId":${JSON.stringify(api.workspaceId)},"bot":{"nested":${nested}}}`,
      });
      expect(response.status).toBe(400);
      expect(response.text).toContain('too deeply nested');
    });

    it.each([
      ['invalid groups', { groups: Array(2_900_000).fill(1) }, 20],
      ['empty groups', { groups: Array(1_900_000).fill({}) }, 20],
      ['values of a variable', { variables: [{ id: 'v', name: 'v', value: Array(2_900_000).fill(1) }] }, 1],
    ])('for millions of %s, listing only the first issues', async (_, bot, issues) => {
      const response = await importing(bot);
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
      // That validation stops early is tested in test/lib/platform/validation/list-schema.test.ts.
      expect((response.body as { issues: unknown[] }).issues).toHaveLength(issues);
    });

    it('for 150,000 invalid groups, listing the first 20', async () => {
      const response = await importing({ groups: Array.from({ length: 150_000 }, () => 0) });
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
      expect((response.body as { issues: unknown[] }).issues).toHaveLength(20);
    });

    it('for a custom domain of several megabytes', async () => {
      const { id } = await importBot(api, v6Document());
      const customDomain = `${'a.'.repeat(1_000_000)}!`;
      const response = await api.request({
        method: 'PATCH',
        path: `/v1/bots/${id}`,
        body: { bot: { customDomain } },
      });
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'bot.customDomain' }] } });
    });

    it('for a key of several megabytes, without echoing it', async () => {
      const response = await importing({
        resultsTablePreferences: { columnsVisibility: { ['k'.repeat(1_000_000)]: 0 } },
      });
      expect(response.status).toBe(400);
      expect(response.text.length).toBeLessThan(2_000);
    });
  });
});
