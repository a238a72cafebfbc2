import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, variables } from '#test/fixtures/chat-bots.ts';
import { type ConsoleUnderTest, seriousFindings, startConsole, VIEWS } from './console-under-test.ts';
import { hasBrowser, noticeAbsence, pickVariants } from './engine.ts';

noticeAbsence('tests of requests in the console');

// SCREENSHOT is a prefix for screenshots, such as /tmp/request.
describe.skipIf(!hasBrowser)('the test of a request in its form', () => {
  let world: ConsoleUnderTest;
  let server: Server;
  let origin: string;
  const received: string[] = [];

  beforeAll(async () => {
    vi.stubEnv('HTTP_PRIVATE_HOSTS', '127.0.0.1');
    server = createServer((request, response) => {
      received.push(`${request.method} ${request.url}`);
      if (request.url?.startsWith('/text')) response.end('Just a text');
      else if (request.url?.startsWith('/gone')) response.writeHead(404).end();
      else {
        response.setHeader('content-type', 'application/json');
        response.end('{"orders": [{"id": 7, "first item": "Tea"}], "total": 12.5}');
      }
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    world = await startConsole();
  });

  afterAll(async () => {
    await world?.stop();
    server?.closeAllConnections();
    server?.close();
    vi.unstubAllEnvs();
  });

  async function importBot(path: string, more: JsonObject = {}): Promise<string> {
    const options = { webhook: { url: `${origin}${path}`, method: 'GET', ...more } };
    const bot = chatBot([{ id: 'one', blocks: [{ id: 'ask', type: 'Webhook', options }] }], {
      variables: [...variables('Item'), { id: 'City', name: 'City', value: 'Oslo' }],
    });
    const body = { workspaceId: world.workspaceId, bot: bot as never };
    return (await world.client.importBot({ body })).bot.id;
  }

  const openBlock = (botId: string, view = {}) =>
    world.open(`/bots/${botId}?panel=edit&group=one&block=ask`, view);
  const findTest = (page: Page) => page.getByRole('region', { name: 'Test', exact: true });
  const send = (page: Page) => findTest(page).getByRole('button', { name: 'Send a test request' }).click();
  const readOptions = async (botId: string) => {
    const { bot } = await world.client.getBot({ params: { botId } });
    const [block] = (bot.groups[0]?.blocks ?? []) as JsonObject[];
    return block?.options as JsonObject;
  };

  it('sends it with the values given, and saves a value of the response in a variable', async () => {
    const botId = await importBot('/orders?city={{City}}');
    const { page, context, problems } = await openBlock(botId);
    const test = findTest(page);
    expect(await test.getByLabel('City').inputValue()).toBe('Oslo');
    await test.getByLabel('City').fill('Rome');
    received.length = 0;
    await send(page);
    await test.getByRole('status').getByText('200', { exact: true }).waitFor();
    expect(received).toEqual(['GET /orders?city=Rome']);

    // By keyboard alone.
    await test.getByRole('button', { name: 'Parts of data.orders[0]', exact: true }).focus();
    await page.keyboard.press('Enter');
    const pick = test.getByRole('button', {
      name: 'Save data.orders[0]["first item"] in a variable',
      exact: true,
    });
    await pick.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Item');
    await page.keyboard.press('Enter');
    const saved = { bodyPath: 'data.orders[0]["first item"]', variableId: 'Item' };
    await expect.poll(async () => (await readOptions(botId)).responseVariableMapping).toMatchObject([saved]);
    const focused = await page.evaluate("document.activeElement.getAttribute('aria-label')");
    expect(focused).toBe('Save data.orders[0]["first item"] in a variable');

    await send(page);
    await test.getByRole('list', { name: 'Saved' }).getByText('Item = Tea').waitFor();
    if (process.env.SCREENSHOT) {
      await test.screenshot({ path: `${process.env.SCREENSHOT}-response.png` });
    }

    await test.getByRole('button', { name: 'Save the status in a variable' }).click();
    await page.keyboard.type('Status');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await readOptions(botId)).responseVariableMapping)
      .toMatchObject([saved, { bodyPath: 'statusCode' }]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('tests what is in the form, saved or not', async () => {
    const botId = await importBot('/orders');
    const { page, context } = await openBlock(botId);
    await findTest(page).waitFor();
    await page.route('**/edits', (route) => route.abort());
    received.length = 0;
    await page.getByLabel('Address').fill(`${origin}/text`);
    await send(page);
    await expect
      .poll(() => findTest(page).getByLabel('Body of the response').inputValue())
      .toBe('Just a text');
    expect(received).toEqual(['GET /text']);
    expect((await readOptions(botId)).webhook).toMatchObject({ url: `${origin}/orders` });
    await context.close();
  });

  it('says in plain words what went wrong', async () => {
    const botId = await importBot('/gone');
    const { page, context } = await openBlock(botId);
    const says = (words: string) => findTest(page).getByRole('status').getByText(words).waitFor();
    await send(page);
    await says('The server has nothing at this address.');
    for (const [address, words] of [
      ['http://localhost:1/', 'The request was not sent. Access to localhost'],
      ['http://127.0.0.1:1/', 'The server does not accept connections at this port.'],
      ['', 'The block has no address yet.'],
    ] as const) {
      await page.getByLabel('Address').fill(address);
      await send(page);
      await says(words);
    }
    await context.close();
  });

  it.each(pickVariants(VIEWS))('is accessible at $size.width px, $scheme', async (view) => {
    const botId = await importBot('/orders?city={{City}}');
    const { page, context } = await openBlock(botId, view);
    await send(page);
    const test = findTest(page);
    await test.getByText('Headers of the response').click();
    await test.getByRole('button', { name: 'Save data in a variable', exact: true }).click();
    await test.getByRole('group', { name: 'Save data' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.size.width);
    if (process.env.SCREENSHOT) {
      const path = `${process.env.SCREENSHOT}-${view.size.width}-${view.scheme}.png`;
      await test.screenshot({ path });
    }
    await context.close();
  });
});
