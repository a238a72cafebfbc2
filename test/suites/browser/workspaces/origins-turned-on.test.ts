import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '#apps/client/client.ts';
import { startService } from '#test/apps/cli/local-service.ts';
import { ask, chatBot, text } from '#test/fixtures/chat-bots.ts';
import { can, hasBrowser, launchBrowser, noticeAbsence } from '#test/suites/browser/engine.ts';
import {
  CLIENT_PACKAGE,
  fetchClients,
  serveClient,
  serveClientPage,
} from '#test/suites/browser/typebot-client.ts';
import { startWebsite, type Website } from '#test/suites/browser/website.ts';
import { toLocalhost, toWorkspaceOrigin } from './workspace-pair.ts';

const canTest = hasBrowser && can('open a second tab');
noticeAbsence('what browsers remember when workspaces get origins of their own');

/** The newest version that the tests know. */
const VERSION = '0.10.7';

const folder = mkdtempSync(path.join(tmpdir(), 'origins-turned-on-'));
const isFetched = canTest && (await fetchClients([VERSION], folder));
if (canTest && !isFetched) {
  process.stderr.write(`Skipped: the memory of ${CLIENT_PACKAGE}, because there is no registry.\n`);
}

const rememberingBot = chatBot(
  [
    {
      id: 'first',
      blocks: [
        text('q1', 'What is your name?'),
        ask('name', { variableId: 'v-name' }),
        text('q2', 'Where do you live, {{Name}}?'),
        ask('town', { variableId: 'v-town' }),
        text('end', 'Greetings to {{Town}}, {{Name}}.'),
      ],
    },
  ],
  {
    variables: [
      { id: 'v-name', name: 'Name' },
      { id: 'v-town', name: 'Town' },
    ],
    settings: {
      typingEmulation: { enabled: false },
      general: { rememberUser: { isEnabled: true, storage: 'local' } },
    },
  },
);

describe.skipIf(!canTest)('when workspaces get origins of their own, what a browser remembers', () => {
  let service: Awaited<ReturnType<typeof startService>>;
  let website: Website;
  let browser: Browser;
  let context: BrowserContext;
  let publicId: string;

  beforeAll(async () => {
    [service, website, browser] = await Promise.all([startService(folder), startWebsite(), launchBrowser()]);
    const client = createClient(service);
    const body = { workspaceId: service.workspaceId, bot: rememberingBot };
    const { id: botId } = (await client.importBot({ body })).bot;
    publicId = (await client.publishBot({ params: { botId } })).publicId;
    context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
    context.setDefaultTimeout(20_000);
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([service?.stop(), website?.stop()]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  async function turnOriginsOn(): Promise<void> {
    const [port, chatPort] = [service.baseUrl, service.chatUrl].map((url) => new URL(url).port);
    await service.stop();
    service = await startService(folder, {
      PORT: port,
      CHAT_PORT: chatPort,
      WORKSPACE_ORIGINS: 'on',
    });
  }

  async function open(url: string): Promise<Page> {
    const page = await context.newPage();
    if (isFetched) await serveClient(page, website, { folder, version: VERSION });
    await page.goto(url);
    return page;
  }

  const says = (page: Page, saying: string) => page.getByText(saying).last().waitFor();
  const reply = async (page: Page, saying: string) => {
    await page.getByRole('textbox').fill(saying);
    await page.keyboard.press('Enter');
  };

  it('stays on websites, and is lost on the pages of bots', async () => {
    const { chatUrl, workspaceId } = service;
    const embed = website.serve(
      '/embed',
      `<script type="module" src="${chatUrl}/embed.js"></script><bot-standard bot="${publicId}"></bot-standard>`,
    );
    const client = isFetched
      ? [serveClientPage(website, '/client', { typebot: publicId, apiHost: chatUrl })]
      : [];
    const websites = [embed, ...client];
    const ownPage = `${toLocalhost(chatUrl)}/${publicId}`;
    for (const url of [...websites, ownPage]) {
      const page = await open(url);
      await says(page, 'What is your name?');
      await reply(page, 'Ada');
      await says(page, 'Where do you live, Ada?');
      await page.close();
    }

    await turnOriginsOn();

    for (const url of websites) {
      const page = await open(url);
      await says(page, 'Where do you live, Ada?');
      await reply(page, 'London');
      await says(page, 'Greetings to London, Ada.');
      await page.close();
    }
    const page = await open(ownPage);
    expect(page.url()).toBe(`${toWorkspaceOrigin(toLocalhost(service.chatUrl), workspaceId)}/${publicId}`);
    await says(page, 'What is your name?');
    expect(await page.getByText('Where do you live').count()).toBe(0);
    await page.close();
  });
});
