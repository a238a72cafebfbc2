import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '#apps/client/client.ts';
import { botsJson, runBots } from '../bots-process.ts';
import { startService } from '../local-service.ts';

const NAME = 'offers.acme.example';

let folder: string;
let service: Awaited<ReturnType<typeof startService>>;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-domains-'));
  service = await startService(path.join(folder, 'data'), { CUSTOM_DOMAINS: NAME });
  env = { DATA_DIR: path.join(folder, 'data'), HOME: folder };
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Asks the chat address for a page under another host, as `curl -H 'Host: …'` does. */
async function fetchPage(pagePath: string, host: string) {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request(`${service.chatUrl}${pagePath}`, { headers: { Host: host } }, resolve)
      .on('error', reject)
      .end();
  });
  return { status: response.statusCode, html: await text(response) };
}

describe('bots domains', () => {
  it('registers a name, under which a bot then has its page, and gives it up', async () => {
    expect(await runBots(['domains', 'list'], env)).toMatchObject({
      stdout: 'There are no custom domains.\n',
    });
    expect(await runBots(['domains', 'create', NAME.toUpperCase()], env)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`Registered ${NAME}.`),
    });
    expect((await botsJson(['domains', 'list'], env)).customDomains).toMatchObject([{ name: NAME }]);
    expect(await runBots(['domains', 'verify', NAME], env)).toMatchObject({
      exitCode: 0,
      stdout: `The deployment serves ${NAME}.\n`,
    });

    const client = createClient(service);
    const { bot } = await client.duplicateBot({ params: { botId: service.sample.botId } });
    await client.publishBot({ params: { botId: bot.id } });
    await client.updateBot({ params: { botId: bot.id }, body: { bot: { customDomain: `${NAME}/a/guide` } } });
    const found = await fetchPage('/a/guide?Name=Ada', `${NAME}:3001`);
    expect(found.status).toBe(200);
    expect(found.html).toContain('<meta name="bot-public-id"');
    for (const [elsewhere, host] of [
      ['/', NAME],
      ['/a', NAME],
      ['/a/guide', 'other.example'],
      ['/a/guide', '127.0.0.1'],
    ] as const) {
      expect([elsewhere, host, (await fetchPage(elsewhere, host)).status]).toEqual([elsewhere, host, 404]);
    }

    expect(await runBots(['domains', 'delete', NAME], env)).toMatchObject({ exitCode: 0 });
    expect((await fetchPage('/a/guide', NAME)).status).toBe(404);
    expect(await runBots(['domains', 'verify', NAME], env)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('Custom domain not found'),
    });
  });

  it('says who has to do what about a name that is not served', async () => {
    expect(await runBots(['domains', 'create', 'other.example'], env)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('its operator has to add the name to bots:customDomains and deploy'),
    });
  });
});
