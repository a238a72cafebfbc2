import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toOperationId } from '#apps/client/operation-id.ts';
import type { LocalService } from '#apps/local/local-service.ts';
import type { Seed } from '#apps/local/seed.ts';
import { routes } from '#functions/endpoints.ts';
import { hasChromium, launchChromium } from './chromium.ts';
import { type SeededService, startSeededService } from './seeded-service.ts';

if (!hasChromium) {
  process.stderr.write(
    'Skipped: the reference page in a browser, because there is no Chromium (CHROMIUM names one).\n',
  );
}

// SCREENSHOT is a folder for screenshots, such as /tmp/reference.
describe.skipIf(!hasChromium)('the reference page in a browser', () => {
  let seededService: SeededService;
  let service: LocalService;
  let seeded: Seed;
  let browser: Browser;
  let page: Page;
  let requests: Request[];
  let complaints: string[];

  beforeAll(async () => {
    seededService = await startSeededService();
    ({ service, seeded } = seededService);
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    await seededService?.stop();
  });

  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1280, height: 1600 } });
    requests = [];
    complaints = [];
    page.on('request', (request) => requests.push(request));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(`${service.baseUrl}/docs`);
    await page.locator('.opblock').first().waitFor();
  });

  afterEach(async () => {
    const hosts = new Set(requests.map((request) => new URL(request.url())).map(getHost));
    expect([...hosts]).toEqual(['127.0.0.1']);
    expect(complaints).toEqual([]);
    await page.close();
  });

  const operation = (endpointId: string) => page.locator(`.opblock[id$="-${toOperationId(endpointId)}"]`);

  async function open(endpointId: string) {
    const block = operation(endpointId);
    await block.locator('.opblock-summary-control').click();
    await block.locator('.try-out__btn').click();
    return block;
  }

  async function authorize(token: string) {
    await page.locator('.auth-wrapper .authorize').first().click();
    await page.locator('.modal-ux input').fill(token);
    await page.locator('.modal-ux button.authorize').click();
    await page.locator('.modal-ux button.btn-done').click();
  }

  it('lists every operation', async () => {
    const listed = await page.locator('.opblock').evaluateAll((blocks) => blocks.map((block) => block.id));
    // An operation that both addresses have at one path is listed once, with both servers.
    const addresses = Map.groupBy(routes, ({ method, path }) => `${method} ${path}`);
    const expected = [...addresses.values()].map(([first]) => toOperationId(first?.id ?? ''));
    expect(listed.map((id) => id.split('-').at(-1)).toSorted()).toEqual(expected.toSorted());
    if (process.env.SCREENSHOT) await page.screenshot({ path: `${process.env.SCREENSHOT}-list.png` });
  });

  it('is signed in, with the ids of the local data', async () => {
    service.offerSession(seeded);
    await page.reload();
    await page.locator('.opblock').first().waitFor();
    service.offerSession(undefined);
    const block = await open('get-bot');
    expect(await block.locator('input[placeholder="botId"]').inputValue()).toBe(seeded.sample.botId);
    await block.locator('.execute').click();
    await block.locator('.live-responses-table .response-col_status').getByText('200').first().waitFor();
    if (process.env.SCREENSHOT) await page.screenshot({ path: `${process.env.SCREENSHOT}-signed-in.png` });
  });

  it('reads a bot with a token', async () => {
    await authorize(seeded.token);
    const block = await open('get-bot');
    await block.locator('input[placeholder="botId"]').fill(seeded.sample.botId);
    await block.locator('.execute').click();
    const responses = block.locator('.live-responses-table');
    await responses.waitFor();
    expect(await responses.locator('.response-col_status').nth(1).innerText()).toContain('200');
    expect(await responses.locator('.response-col_description').nth(1).innerText()).toContain(
      seeded.sample.botId,
    );
    if (process.env.SCREENSHOT) await page.screenshot({ path: `${process.env.SCREENSHOT}-bot.png` });
  });

  it.each([
    ['a picture', 'get-bot-graph'],
    ['a file', 'export-results'],
  ])('accepts %s as a response', async (_, endpointId) => {
    await authorize(seeded.token);
    const block = await open(endpointId);
    await block.locator('input[placeholder="botId"]').fill(seeded.sample.botId);
    await block.locator('.execute').click();
    const responses = block.locator('.live-responses-table');
    await responses.waitFor();
    expect(await responses.locator('.response-col_status').nth(1).innerText()).toContain('200');
    if (process.env.SCREENSHOT)
      await responses.screenshot({ path: `${process.env.SCREENSHOT}-${endpointId}.png` });
  });

  it('sends requests to the chat address, which is another origin', async () => {
    const block = await open('submit-client-logs');
    await block.locator('input[placeholder="sessionId"]').fill(seeded.sample.sessionId);
    await block.locator('.execute').click();
    const responses = block.locator('.live-responses-table');
    await responses.waitFor();
    expect(await responses.locator('.response-col_status').nth(1).innerText()).toContain('200');
    expect(requests.map((request) => request.url())).toContain(
      `${service.chatUrl}/v1/sessions/${seeded.sample.sessionId}/clientLogs`,
    );
  });
});

/** Data URLs have no host. */
function getHost({ protocol, hostname }: URL): string {
  return protocol === 'data:' ? '127.0.0.1' : hostname;
}
