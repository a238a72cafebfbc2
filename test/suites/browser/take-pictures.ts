import { mkdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type ConsoleUnderTest, PHONE, startConsole } from './console-under-test.ts';

/*
 * `npm run pictures`: takes the README's pictures of a local service, with made-up respondents. Needs Chromium.
 */

const FOLDER = new URL('../../../docs/pictures/', import.meta.url);

const CONSOLE = { width: 1280, height: 800 };

const NAMES = ['Ada', 'Grace', 'Linus', 'Margaret', 'Alan', 'Barbara', 'Ken', 'Radia', 'Edsger', 'Frances'];

/** The last answer is an hour old, and the first four weeks. */
const RESULTS = 180;
const DAYS = 28;
const HOUR_MS = 60 * 60 * 1_000;

mkdirSync(FOLDER, { recursive: true });
const world = await startConsole();
try {
  const { botId, publicId } = await bakery(world);
  const { page } = await world.open(`/bots/${botId}/results`, { size: CONSOLE });
  await page.locator('.results-table tbody tr').nth(4).getByRole('button').click();
  await page.getByRole('list', { name: 'Conversation' }).waitFor();
  await page.mouse.move(0, 0);
  await take(page, 'console');

  await page.goto(`${world.service.baseUrl}/bots/${botId}?panel=edit&group=welcome&block=ask-item`);
  await page.getByRole('heading', { level: 2, name: 'Buttons' }).waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await take(page, 'editor');

  const { page: chat } = await world.newPage({ size: PHONE });
  await chat.goto(`${world.service.chatUrl}/${publicId}`);
  const field = chat.getByRole('textbox');
  await field.fill('Ada');
  await field.press('Enter');
  await chat.getByRole('button', { name: 'Croissants' }).waitFor();
  await take(chat, 'chat');
} finally {
  await world.stop();
}

async function take(page: Page, name: string): Promise<void> {
  // Fonts and transitions have come to rest by then.
  await page.waitForTimeout(500);
  await page.screenshot({ path: new URL(`${name}.png`, FOLDER).pathname });
}

/** The sample bot with four weeks of answers. */
async function bakery({
  client,
  workspaceId,
}: ConsoleUnderTest): Promise<{ botId: string; publicId: string }> {
  const sample = JSON.parse(
    readFileSync(new URL('../../../apps/local/sample-bot.json', import.meta.url), 'utf8'),
  );
  const { bot } = await client.importBot({ body: { workspaceId, bot: sample } });
  const { publicId } = await client.publishBot({ params: { botId: bot.id } });
  const results = Array.from({ length: RESULTS }, (_, n) => {
    const name = NAMES[(n * 7) % NAMES.length] ?? '';
    const createdAt = new Date(Date.now() - HOUR_MS - n * ((DAYS * 24 * HOUR_MS) / RESULTS)).toISOString();
    const item = n % 3 === 0 ? 'Baguettes' : 'Croissants';
    const hasLeft = n % 7 === 3;
    return {
      id: `${bot.id}-${n}`,
      createdAt,
      isCompleted: !hasLeft,
      hasStarted: true,
      variables: [{ id: 'var-name', name: 'Name', value: name }],
      answers: [
        { blockId: 'ask-name', content: name },
        ...(hasLeft ? [] : [{ blockId: 'ask-item', content: item }]),
        ...(hasLeft || item === 'Baguettes' ? [] : [{ blockId: 'ask-count', content: String(2 + (n % 9)) }]),
      ].map((answer) => ({ ...answer, createdAt })),
    };
  });
  await client.importResults({ params: { botId: bot.id }, body: { results } });
  return { botId: bot.id, publicId };
}
