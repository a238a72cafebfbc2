import { describe, expect, it } from 'vitest';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import { generatedBot } from '#test/fixtures/generated-bot.ts';
import { importBot } from '#test/support/bot-client.ts';
import { describeApi } from '#test/support/describe-api.ts';

const WRITTEN = '9007199254740993';
const OPTIONS = `{"x":${WRITTEN},"y":"${WRITTEN}","z":0.5}`;
const BOT = `{"version":"6","groups":[{"id":"g","title":"","graphCoordinates":{"x":338.1966552734375,"y":0},"blocks":[{},{"id":"b","type":"text input","options":${OPTIONS}}]}]}`;

describeApi('Warnings about rounded numbers', (api) => {
  const found = {
    code: 'ROUNDED',
    path: 'bot.groups[0].blocks[1].options.x',
    message: 'was 9007199254740993; rounded to 9007199254740992. Use a string to keep every digit',
  };

  const send = async (method: string, path: string, fields: string) => {
    const rawBody = `{"workspaceId":"${api.workspaceId}",${fields}}`;
    const response = await api.request({ method, path, rawBody });
    expect(response, response.text).toMatchObject({ status: 200 });
    return response.body as { warnings?: Warning[]; issues?: Warning[]; bot?: { id: string } };
  };

  const rounded = (warnings: Warning[] = []) =>
    warnings
      .filter(({ code }) => code === 'ROUNDED')
      // The place in the flow has tests of its own.
      .map(({ group: _, block: __, ...warning }) => warning);

  describe('200', () => {
    it.each([
      ['import', '/v1/bots/import', `"bot":${BOT}`],
      ['dry run of an import', '/v1/bots/import', `"dryRun":true,"bot":${BOT}`],
      ['creation', '/v1/bots', `"bot":${BOT}`],
    ])('are returned by an %s', async (_, path, fields) => {
      expect(rounded((await send('POST', path, fields)).warnings)).toStrictEqual([found]);
    });

    it('are returned by an import that replaces a bot, and by an update', async () => {
      const { id } = await importBot(api, { groups: [] });
      const replaced = await send('POST', '/v1/bots/import', `"mode":"replace","botId":"${id}","bot":${BOT}`);
      expect(rounded(replaced.warnings)).toStrictEqual([found]);
      expect(rounded((await send('PATCH', `/v1/bots/${id}`, `"bot":${BOT}`)).warnings)).toStrictEqual([
        found,
      ]);
    });

    it('are returned by a check, and by a dry run of an import', async () => {
      const issue = { ...found, severity: 'warning', id: 'b' };
      expect(rounded((await send('POST', '/v1/bots/check', `"bot":${BOT}`)).issues)).toStrictEqual([issue]);
      const rehearsed = await send('POST', '/v1/bots/import', `"dryRun":true,"bot":${BOT}`);
      expect(rounded(rehearsed.issues)).toStrictEqual([issue]);
    });

    it('contain the original paths of an old export', async () => {
      const old = `{"blocks":[{"id":"b","title":"","graphCoordinates":{"x":1e-400,"y":0},"steps":[]}]}`;
      const { warnings } = await send('POST', '/v1/bots/import', `"bot":${old}`);
      expect(rounded(warnings)).toMatchObject([
        {
          path: 'bot.blocks[0].graphCoordinates.x',
          message: expect.stringMatching(/^was 1e-400; rounded to 0\./),
        },
      ]);
    });

    it('are limited to 100, with the number of omitted ones', async () => {
      const many = Array(150).fill('12345678901234567891').join();
      const { warnings = [] } = await send(
        'POST',
        '/v1/bots/import',
        `"bot":{"version":"6","groups":[],"many":[${many}]}`,
      );
      expect(warnings).toHaveLength(100);
      expect(warnings.at(-1)?.message).toMatch(/^and \d+ more$/);
    });

    it('are absent for a document of several megabytes serialized by JavaScript', async () => {
      const body = JSON.stringify(generatedBot(3_000_000));
      expect(rounded((await send('POST', '/v1/bots/import', `"bot":${body}`)).warnings)).toEqual([]);
    });
  });
});
