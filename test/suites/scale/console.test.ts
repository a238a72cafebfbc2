import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, chatBot } from '#test/fixtures/chat-bots.ts';
import { hasChromium } from '#test/suites/browser/chromium.ts';
import { type ConsoleUnderTest, startConsole } from '#test/suites/browser/console-under-test.ts';
import { storedResults } from '#test/support/stored-results.ts';

/*
 * The console in a workspace with many bots and a bot with many results. It may read a page at a time, and no more.
 * SCALE_RESULTS and SCALE_BOTS override the sizes.
 */

const RESULTS = Number(process.env.SCALE_RESULTS ?? 100_000);
const BOTS = Number(process.env.SCALE_BOTS ?? 2_000);
const MINUTES = 60_000;

/** What a page of any list takes, compressed as API Gateway does. */
const MAX_RESPONSE_KB = 64;

if (!hasChromium) {
  process.stderr.write('Skipped: the console at scale, because there is no Chromium (CHROMIUM names one).\n');
}

type Call = { path: string; kilobytes: number };

/** Notes every call of the API that the page makes. */
function watchCalls(page: Page): () => Promise<Call[]> {
  const responses: Response[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/v1/')) responses.push(response);
  });
  return async () => {
    const calls = responses.splice(0).map(async (response) => {
      // The page aborts requests that it no longer needs, and then there is no body.
      const body = (await response.finished()) === null ? await response.body() : Buffer.alloc(0);
      return { path: new URL(response.url()).pathname, kilobytes: gzipSync(body).length / 1024 };
    });
    return await Promise.all(calls);
  };
}

describe.skipIf(!hasChromium)(`the console with ${BOTS} bots and ${RESULTS} results`, () => {
  let world: ConsoleUnderTest;
  let botId: string;

  beforeAll(async () => {
    world = await startConsole();
    const { client, workspaceId } = world;
    for (let n = 0; n < BOTS; n += 1) {
      await client.createBot({ body: { workspaceId, bot: { name: `Bot number ${n}` } } });
    }
    const flow = chatBot([{ id: 'group', blocks: [ask('block-0'), ask('block-1')] }]);
    ({
      bot: { id: botId },
    } = await client.importBot({ body: { workspaceId, bot: { ...flow, name: 'Busy' } } }));
    await storedResults(workspaceId, botId, RESULTS);
    // Statistics count chats, and the results above came without one.
    const { publicId } = await client.publishBot({ params: { botId } });
    const { sessionId } = await client.startChat({ params: { bot: publicId }, body: {} });
    await client.continueChat({ params: { sessionId }, body: { message: 'Ada' } });
  }, 30 * MINUTES);

  afterAll(() => world?.stop());

  it('lists bots a page at a time, and finds one among all', { timeout: 2 * MINUTES }, async () => {
    const { page, context } = await world.newPage();
    const calls = watchCalls(page);
    await page.goto(`${world.service.baseUrl}/#token=${world.token}`);
    await page.getByRole('link', { name: 'Busy' }).waitFor();
    const paths = (await calls()).map(({ path }) => path);
    expect(paths.filter((path) => !path.endsWith('/stats')).sort()).toEqual(['/v1/bots', '/v1/me']);
    // Of the rows on screen.
    expect(paths.length).toBeLessThan(30);

    await page.getByLabel('Search bots').fill('number 17');
    const found = page.getByRole('link', { name: 'Bot number 17', exact: true });
    const more = page.locator('.table-more button');
    await page
      .getByRole('link', { name: /Bot number 17/ })
      .first()
      .waitFor();
    // The button goes away with the last page, perhaps just before it is pressed.
    const isFound = async () => {
      if (!(await found.isVisible())) await more.click({ timeout: 1_000 }).catch(() => undefined);
      return await found.isVisible();
    };
    await expect.poll(isFound, { timeout: MINUTES }).toBe(true);
    for (const { kilobytes } of await calls()) expect(kilobytes).toBeLessThan(MAX_RESPONSE_KB);
    await context.close();
  });

  it('shows results a page at a time', { timeout: 2 * MINUTES }, async () => {
    const { page, context } = await world.newPage();
    const calls = watchCalls(page);
    await page.goto(`${world.service.baseUrl}/bots/${botId}/results#token=${world.token}`);
    const rows = page.locator('.results-table tbody tr');
    await rows.nth(49).waitFor();
    const results = (await calls()).filter(({ path }) => path.endsWith('/results'));
    expect(results).toHaveLength(1);
    for (let shown = 50; shown < 500; shown += 50) {
      await page.getByRole('button', { name: 'Show more' }).click();
      await rows.nth(shown + 49).waitFor();
    }
    expect(await rows.count()).toBe(500);
    const more = await calls();
    expect(more.map(({ path }) => path)).toEqual(
      Array.from({ length: 9 }, () => `/v1/bots/${botId}/results`),
    );
    for (const { kilobytes } of more) expect(kilobytes).toBeLessThan(MAX_RESPONSE_KB);
    await context.close();
  });

  it('counts groups a page at a time', { timeout: 2 * MINUTES }, async () => {
    const { page, context } = await world.newPage();
    const calls = watchCalls(page);
    await page.goto(`${world.service.baseUrl}/bots/${botId}/insights#token=${world.token}`);
    await page.getByText('Counted from the newest 200 results.').waitFor();
    await calls();
    for (const total of ['400', '600', '800']) {
      await page.getByRole('button', { name: 'Count older results, too' }).click();
      await page.getByText(`Counted from the newest ${total} results.`).waitFor();
      const [call, ...others] = await calls();
      expect(others).toEqual([]);
      expect(call?.path).toBe(`/v1/bots/${botId}/results`);
      expect(call?.kilobytes).toBeLessThan(MAX_RESPONSE_KB);
    }
    await context.close();
  });
});
