import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, chatBot, text } from '#test/fixtures/chat-bots.ts';
import { CLIENT_VERSIONS } from '#test/support/call-shapes.ts';
import { hasChromium, launchChromium } from './chromium.ts';
import { type SeededService, startSeededService } from './seeded-service.ts';
import { CLIENT_PACKAGE, fetchClients, serveClient, serveClientPage } from './typebot-client.ts';
import { startWebsite, type Website } from './website.ts';

/*
 * Published versions of Typebot's web client, each in a page of somebody else, through a whole chat. They are
 * fetched when the test runs, into a folder that is deleted afterwards.
 */

const VERSIONS = CLIENT_VERSIONS.flatMap(({ tried, uploads }) =>
  tried.map((version) => ({ version, canUpload: !uploads.startsWith('no') })),
);

const folder = mkdtempSync(path.join(tmpdir(), 'client-versions-'));
const isFetched =
  hasChromium &&
  (await fetchClients(
    VERSIONS.map(({ version }) => version),
    folder,
  ));
if (!isFetched) {
  rmSync(folder, { recursive: true, force: true });
  process.stderr.write(
    `Skipped: versions of ${CLIENT_PACKAGE} in a browser, because there is no Chromium (CHROMIUM names one) or no registry.\n`,
  );
}

const VARIABLES = ['Name', 'Mail', 'Page', 'Age', 'Color', 'File'];
const variableId = (name: string) => ({ variableId: name.toLowerCase() });

/** Asks five questions, for a file if the client can upload, and says what it got. */
const createBot = (canUpload: boolean) =>
  chatBot(
    [
      {
        id: 'g',
        blocks: [
          text('q1', 'Your name?'),
          ask('name', variableId('Name')),
          text('q2', 'Your mail?'),
          { id: 'mail', type: 'email input', options: variableId('Mail') },
          text('q3', 'Your page?'),
          { id: 'page', type: 'url input', options: variableId('Page') },
          text('q4', 'Your age?'),
          { id: 'age', type: 'number input', options: variableId('Age') },
          text('q5', 'Your color?'),
          {
            id: 'color',
            type: 'choice input',
            items: [
              { id: 'red', content: 'Red' },
              { id: 'green', content: 'Green' },
            ],
            options: variableId('Color'),
          },
          ...(canUpload
            ? [
                text('q6', 'Your file?'),
                {
                  id: 'file',
                  type: 'file input',
                  options: { isMultipleAllowed: false, ...variableId('File') },
                },
              ]
            : []),
          text('end', 'Thanks {{Name}}, {{Mail}}, {{Page}}, {{Age}}, {{Color}}.'),
        ],
      },
    ],
    {
      variables: VARIABLES.map((name) => ({ id: name.toLowerCase(), name })),
      // The oldest clients expect what a document need not have.
      settings: canUpload ? { typingEmulation: { enabled: false } } : {},
    },
  );

describe.skipIf(!isFetched)('Published web clients', () => {
  let seeded: SeededService;
  let website: Website;
  let browser: Browser;

  beforeAll(async () => {
    [seeded, website, browser] = await Promise.all([startSeededService(), startWebsite(), launchChromium()]);
  });

  afterAll(async () => {
    await browser?.close();
    await website?.stop();
    await seeded?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function openChat(page: Page, version: string, publicId: string, apiHost: string): Promise<void> {
    await serveClient(page, website, { folder, version });
    await page.goto(serveClientPage(website, `/${version}`, { typebot: publicId, apiHost }));
  }

  it.each(VERSIONS)('chat: $version', async ({ version, canUpload }) => {
    const { client, seeded: seed, service } = seeded;
    const bot = createBot(canUpload);
    const { id: botId } = (await client.importBot({ body: { workspaceId: seed.workspaceId, bot } })).bot;
    const { publicId } = await client.publishBot({ params: { botId } });
    const page = await browser.newPage();
    const failed: string[] = [];
    page.on('pageerror', ({ message }) => failed.push(message));
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
    });
    // The local server corrects a slash at the end, as the bots' site does.
    await openChat(page, version, publicId, version === '0.10.7' ? `${service.chatUrl}/` : service.chatUrl);
    const chat = page.locator('typebot-standard');
    const says = (saying: string) => chat.getByText(saying).last().waitFor({ timeout: 15_000 });
    const answer = async (question: string, reply: string) => {
      await says(question);
      const field = chat.locator('.typebot-input input').last();
      await field.fill(reply);
      await field.press('Enter');
    };
    await answer('Your name?', 'Ada');
    await answer('Your mail?', 'ada@example.com');
    await answer('Your page?', 'https://example.com');
    await answer('Your age?', '36');
    await says('Your color?');
    await chat.getByRole('button', { name: 'Green' }).click();
    if (canUpload) {
      await says('Your file?');
      const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from(`of ${version}`) };
      await chat.locator('input[type=file]').setInputFiles(file);
    }
    await says('Thanks Ada, ada@example.com, https://example.com, 36, Green.');
    await page.close();

    const { results } = await client.listResults({ params: { botId } });
    const contents = results[0]?.answers.map(({ content }) => content) ?? [];
    expect(contents.slice(0, 5)).toEqual(['Ada', 'ada@example.com', 'https://example.com', '36', 'Green']);
    if (canUpload) {
      const stored = await fetch(contents[5] ?? '');
      expect(await stored.text()).toBe(`of ${version}`);
    }
    expect(failed).toEqual([]);
  });
});
