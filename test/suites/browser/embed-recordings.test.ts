import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WEB_CLIENT_BOTS } from '#test/fixtures/web-client-bots.ts';
import { HAS_CLIENT_RECORDINGS, readClientScenario } from '#test/support/chat/recorded-client.ts';
import { type BotService, startBotService } from './bot-service.ts';
import { hasChromium, launchChromium } from './chromium.ts';
import { startWebsite, type Website } from './website.ts';

/*
 * Repeats recorded sessions of Typebot's web client with our embed, doing what the respondents did: it makes the
 * same calls, in the same order, of the same sessions and results.
 */

/** A call, with ids replaced by the number of their first appearance. */
type Call = {
  kind: string;
  status: number;
  isFramed: boolean;
  session?: number;
  resultId?: number;
  said: unknown;
};

describe.skipIf(!hasChromium || !HAS_CLIENT_RECORDINGS)('recorded scenarios of the web client', () => {
  let service: BotService;
  let shop: Website;
  let around: Website;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let seen: Promise<Exchange>[];
  const publicIds = new Map<string, string>();

  beforeAll(async () => {
    [service, shop, around, browser] = await Promise.all([
      startBotService(),
      startWebsite(),
      startWebsite(),
      launchChromium(),
    ]);
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([service?.stop(), shop?.stop(), around?.stop()]);
  });

  afterEach(() => context?.close());

  const newPage = async () => {
    context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    context.setDefaultTimeout(10_000);
    page = await context.newPage();
    seen = [];
    page.on('response', (response) => {
      const request = response.request();
      if (request.method() !== 'POST') return;
      seen.push(
        (async () => ({
          path: new URL(request.url()).pathname,
          headers: await request.allHeaders(),
          status: response.status(),
          requestBody: request.postDataJSON() as Record<string, unknown>,
          responseBody: (await response.json()) as Record<string, unknown>,
        }))(),
      );
    });
  };

  /** Opens a page that runs a script with the embed and a bot. */
  const visit = async (bot: string, code: (publicId: string) => string, { body = '', query = '' } = {}) => {
    await newPage();
    await page.goto((await sitePage(bot, code, body)) + query);
  };
  const sitePage = async (bot: string, code: (publicId: string) => string, body = '') => {
    const publicId = publicIds.get(bot) ?? (await service.publish(WEB_CLIENT_BOTS[bot] ?? {}));
    publicIds.set(bot, publicId);
    return shop.serve(
      `/${bot}`,
      `${body}<script type="module">import Typebot from '${service.chatUrl}/embed.js'; ${code(publicId)}; window.isReady = true</script>`,
    );
  };
  const standard = { body: '<typebot-standard style="display: block; height: 600px"></typebot-standard>' };
  const says = (saying: string) => page.getByText(saying).last().waitFor();
  const reply = async (saying: string) => {
    await page.getByRole('textbox').fill(saying);
    await page.keyboard.press('Enter');
  };
  /** Responses have to be read before: the browser forgets those of a page that is left. */
  const reload = async () => {
    await Promise.all(seen);
    await page.reload();
  };
  const isReady = () => page.waitForFunction('window.isReady');

  /** Expects the calls of the recording, whose first exchanges may be all that is meant. */
  const expectRecorded = async (scenario: string) => {
    const recorded = numbered(
      readClientScenario(scenario)
        .filter(({ method }) => method === 'POST')
        .map(({ path, requestHeaders, status, requestBody, responseBody }) => ({
          path,
          headers: requestHeaders,
          status,
          requestBody,
          responseBody,
        })),
    );
    await expect.poll(() => seen.length).toBe(recorded.length);
    expect(numbered(await Promise.all(seen))).toEqual(recorded);
  };

  it('01: a standard chat from its first message to its end', async () => {
    await visit('shop-hello', (bot) => `Typebot.initStandard({ bot: '${bot}' })`, standard);
    await says('What is your name?');
    await reply('Ada');
    await page.getByRole('button', { name: 'Tea' }).click();
    await says('Thanks, bye!');
    await expectRecorded('01-standard');
  });

  it('02: a popup starts a new chat when it is opened again', async () => {
    await visit('shop-hello', (bot) => `Typebot.initPopup({ bot: '${bot}' })`);
    await isReady();
    await page.evaluate('Typebot.open()');
    await says('What is your name?');
    await reply('Ada');
    await page.getByRole('button', { name: 'Tea' }).waitFor();
    await page.evaluate('Typebot.close()');
    await page.evaluate('Typebot.open()');
    await says('What is your name?');
    expect(await page.getByText('Nice to meet you').count()).toBe(0);
    await expectRecorded('02-popup');
  });

  it('03: a bubble is opened by its preview message, and keeps its chat', async () => {
    await visit(
      'shop-hello',
      (bot) =>
        `Typebot.initBubble({ bot: '${bot}', previewMessage: { message: 'Can I help you?', autoShowDelay: 0 } })`,
    );
    await says('Can I help you?');
    expect(seen).toEqual([]);
    await page.getByText('Can I help you?').click();
    await says('What is your name?');
    await reply('Ada');
    await page.getByRole('button', { name: 'Tea' }).waitFor();
    await page.getByRole('button', { name: 'Chat', exact: true }).click();
    await page.getByRole('button', { name: 'Chat', exact: true }).click();
    await says('Nice to meet you, Ada.');
    await expectRecorded('03-bubble-with-preview-message');
  });

  it('04: inside an iframe, the header names the page around it', async () => {
    const inner = await sitePage(
      'shop-hello',
      (bot) => `Typebot.initStandard({ bot: '${bot}' })`,
      standard.body,
    );
    await newPage();
    await page.goto(around.serve('/around', `<iframe src="${inner}" width="900" height="700"></iframe>`));
    const frame = page.frameLocator('iframe');
    await frame.getByText('What is your name?').last().waitFor();
    await frame.getByRole('textbox').fill('Ada');
    await frame.getByRole('textbox').press('Enter');
    await frame.getByText('Nice to meet you, Ada.').waitFor();
    await expectRecorded('04-iframe-of-another-origin');
    for (const { headers } of await Promise.all(seen)) {
      expect(headers).toMatchObject({
        origin: shop.origin,
        'x-typebot-iframe-referrer-origin': around.origin,
      });
    }
  });

  it('06: options win over the query of the page', async () => {
    await visit(
      'shop-prefilled',
      (bot) =>
        `Typebot.initStandard({ bot: '${bot}', prefilledVariables: { Name: 'Ada', Email: 'ada@example.com', unknown: 'ignored', age: 36 } })`,
      { ...standard, query: '?utm_source=newsletter&Name=Bob' },
    );
    await says('Welcome back Ada from newsletter.');
    expect(await page.getByRole('textbox').inputValue()).toBe('ada@example.com');
    await page.keyboard.press('Tab');
    await page.getByRole('textbox').press('Enter');
    await says('We write to ada@example.com.');
    await expectRecorded('06-prefilled-variables');
    // The page's address is the website's own.
    expect(new URL(page.url()).search).toBe('?utm_source=newsletter&Name=Bob');
  });

  it.each(['local', 'session'])('07: a chat goes on after a reload, in %s storage', async (storage) => {
    await visit(`shop-remember-${storage}`, (bot) => `Typebot.initStandard({ bot: '${bot}' })`, standard);
    await says('Hello.');
    await reply('Ada');
    await says('And your city?');
    await reload();
    await says('And your city?');
    await reply('Paris');
    await says('Ada from Paris.');
    await reload();
    await says('Ada from Paris.');
    await expectRecorded(`07-remember-user-${storage}-storage-and-reload`);
  });

  it('23: commands, one of which is unknown', async () => {
    await visit('shop-commands', (bot) => `Typebot.initStandard({ bot: '${bot}' })`, standard);
    await says('Hello');
    await page.getByRole('textbox').waitFor();
    await page.evaluate(`Typebot.sendCommand('help')`);
    await says('Here is some help.');
    await page.getByRole('textbox').waitFor();
    await page.evaluate(`Typebot.sendCommand('no-such-command')`);
    await expect.poll(() => seen.length).toBe(4);
    await reply('a');
    await says('bye');
    await expectRecorded('23-commands');
  });

  it('25: a reply that cannot be sent is not lost', async () => {
    await visit('shop-hello', (bot) => `Typebot.initStandard({ bot: '${bot}' })`, standard);
    await says('What is your name?');
    await page.getByRole('textbox').waitFor();
    await context.setOffline(true);
    await reply('Ada');
    await page.getByRole('alert').waitFor();
    await expectRecorded('25-server-unreachable');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await says('Nice to meet you, Ada.');
  });

  it('27: an open bubble opens again after a reload, and a closed one stays closed', async () => {
    await visit('shop-remember-session', (bot) => `Typebot.initBubble({ bot: '${bot}' })`);
    const launcher = page.getByRole('button', { name: 'Chat', exact: true });
    await launcher.click();
    await says('Hello.');
    await reply('Ada');
    await says('And your city?');
    await reload();
    await says('And your city?');
    await expect.poll(() => seen.length).toBe(3);
    await launcher.click();
    await reload();
    await isReady();
    expect(await launcher.getAttribute('aria-expanded')).toBe('false');
    await expectRecorded('27-bubble-remember-user-and-reload');
  });
});

type Exchange = {
  path: string;
  headers: Record<string, string | undefined>;
  status: number;
  requestBody: Record<string, unknown>;
  responseBody: Record<string, unknown>;
};

function numbered(exchanges: readonly Exchange[]): Call[] {
  const ids: unknown[] = [];
  const numberOf = (id: unknown) => {
    if (!ids.includes(id)) ids.push(id);
    return ids.indexOf(id);
  };
  return exchanges.map(({ path, status, requestBody, responseBody, headers }) => {
    const [, sessionId] = /\/sessions\/([^/]+)\//.exec(path) ?? [];
    const kind = path.split('/').at(-1) ?? '';
    const isFramed = headers['x-typebot-iframe-referrer-origin'] !== undefined;
    const { type, text, command } = (requestBody.message ?? {}) as Record<string, unknown>;
    // Our choices also name the item, for two with the same text.
    const said = kind === 'startChat' ? requestBody.prefilledVariables : { type, text, command };
    return {
      kind,
      status,
      isFramed,
      ...(requestBody.resultId !== undefined && { resultId: numberOf(requestBody.resultId) }),
      ...(sessionId !== undefined && { session: numberOf(sessionId) }),
      said,
      ...(kind === 'startChat' && {
        starts: [numberOf(responseBody.sessionId), numberOf(responseBody.resultId)],
      }),
    };
  });
}
