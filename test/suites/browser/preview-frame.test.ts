import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contactBot } from '#test/fixtures/chat-bots.ts';
import { type BotService, startBotService } from './bot-service.ts';
import { can, hasBrowser, launchBrowser } from './engine.ts';
import { startWebsite, type Website } from './website.ts';

/* The preview's frame in a page of another origin, as the console is. */

describe.skipIf(!hasBrowser)("a preview in the console's origin", () => {
  let service: BotService;
  let stranger: Website;
  let browser: Browser;
  let page: Page;
  let program: string;

  beforeAll(async () => {
    [service, stranger, browser, program] = await Promise.all([
      startBotService(),
      startWebsite(),
      launchBrowser(),
      previewProgram(),
    ]);
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([service?.stop(), stranger?.stop()]);
  });

  beforeEach(async () => {
    page = await browser.newPage({ reducedMotion: 'reduce' });
    page.setDefaultTimeout(20_000);
  });

  afterEach(() => page.close());

  /** Starts a draft's chat, and hands it to a frame in the console's page. */
  const preview = async () => {
    const started = await service.startPreview({
      ...contactBot(),
      settings: { typingEmulation: { enabled: false } },
    });
    await page.goto(service.baseUrl);
    await page.evaluate(program);
    await page.evaluate(`window.calls = [];
      window.steps = [];
      window.preview = previewProgram.createPreview({
        src: '${service.chatUrl}/_preview-frame',
        started: ${JSON.stringify(started)},
        onRestart: () => calls.push(['restart']),
        onTurn: ({ trace, logs }) => steps.push([trace.steps.map(({ blockId }) => blockId ?? null), logs]),
        onInput: (blockId) => calls.push(['input', blockId]),
        onEnd: () => calls.push(['end']),
      });
      document.body.append(preview.node);
      // WebKit draws nothing in a frame that nobody sees.
      preview.node.scrollIntoView()`);
    await frame().getByText('What is your name?').waitFor();
  };
  const frame = () => page.frameLocator('iframe.preview');
  const calls = () => page.evaluate<unknown[][]>('window.calls');
  const reply = async (saying: string) => {
    await frame().getByRole('textbox').fill(saying);
    await frame().getByRole('textbox').press('Enter');
  };

  it('counts a reply once, though its response is lost', async () => {
    await preview();
    await page.route(
      '**/continueChat',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await reply('Ada');
    await frame().getByRole('button', { name: 'Try again' }).click();
    await frame().getByText('Nice to meet you, Ada').waitFor();
    expect(await calls()).toEqual([
      ['input', 'name-input'],
      ['input', 'mail-input'],
    ]);
  });

  it('goes on with the chat, and tells where it is', async () => {
    await preview();
    await reply('Ada');
    await frame().getByText('Nice to meet you, Ada').waitFor();
    await reply('ada@example.org');
    await frame().getByText('We write to ada@example.org').waitFor();
    await frame().getByRole('button', { name: 'Start again' }).click();
    await expect
      .poll(calls)
      .toEqual([['input', 'name-input'], ['input', 'mail-input'], ['end'], ['restart']]);
  });

  it('draws the chat in other themes, without another chat', async () => {
    await preview();
    const show = (theme: object) =>
      page.evaluate(`preview.showTheme(${JSON.stringify({ version: '6.1', theme })})`);
    await show({ chat: { hostBubbles: { backgroundColor: '#123456' } }, customCss: 'p { color: #010203 }' });
    const style = () => frame().locator('.window').getAttribute('style');
    await expect.poll(style).toContain('--host-background: #123456');
    await show({});
    await expect.poll(style).not.toContain('#123456');
    await frame().getByText('What is your name?').waitFor();
    expect(await calls()).toEqual([['input', 'name-input']]);
    await reply('Ada');
    await frame().getByText('Nice to meet you, Ada').waitFor();
  });

  it('shows a picture, or that there is none', async () => {
    await page.goto(service.baseUrl);
    const show = async (url: string) => {
      await page.evaluate(`{
        document.querySelector('iframe')?.remove();
        const other = document.createElement('iframe');
        other.className = 'preview';
        other.sandbox = 'allow-scripts';
        other.src = '${service.chatUrl}/_preview-frame';
        window.addEventListener('message', ({ source }) => {
          if (source === other.contentWindow) source.postMessage({ type: 'picture', url: ${JSON.stringify(url)} }, '*');
        });
        document.body.append(other);
        other.scrollIntoView();
      }`);
    };
    await show('data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7');
    await frame().locator('img.shown-picture').waitFor();
    for (const url of ['javascript:alert(1)', `${service.chatUrl}/nothing.png`]) {
      await show(url);
      await frame().getByText('There is no picture at this address.').waitFor();
    }
  });

  it('hands on what each turn did', async () => {
    await preview();
    await reply('Ada');
    await frame().getByText('Nice to meet you, Ada').waitFor();
    expect(await page.evaluate('window.steps')).toEqual([
      [[null, 'hello', 'ask', 'name-input'], undefined],
      [['name-input', 'nice', 'mail-input'], []],
    ]);
  });

  it('has no origin, and so no storage', async () => {
    await preview();
    expect(await frame().locator('html').evaluate('self.origin')).toBe('null');
    await expect(frame().locator('html').evaluate('localStorage.length')).rejects.toThrow('SecurityError');
  });

  it('takes a chat once: a frame that was reloaded asks for a new one', async () => {
    await preview();
    await frame()
      .locator('html')
      .evaluate('location.reload()')
      .catch(() => undefined);
    await expect.poll(async () => (await calls()).at(-1)).toEqual(['restart']);
    expect(await frame().getByText('What is your name?').count()).toBe(0);
  });

  it('listens to its own frame only', async () => {
    await preview();
    const before = await calls();
    await page.evaluate(`window.postMessage({ type: 'restart' }, '*');
      const other = document.createElement('iframe');
      other.sandbox = 'allow-scripts';
      other.src = '${service.chatUrl}/_preview-frame';
      document.body.append(other)`);
    await page.waitForFunction('window.frames.length === 2');
    await expect.poll(() => page.frames().length).toBe(3);
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
    expect(await calls()).toEqual(before);
    // That frame waits for a chat that nobody gives it.
    expect(await page.frameLocator('iframe:not(.preview)').getByRole('log').count()).toBe(0);
  });

  /** Opens the page of a bot, whose scripts do what the test evaluates. */
  const openBot = async () => {
    const publicId = await service.publish({
      ...contactBot(),
      settings: { typingEmulation: { enabled: false } },
    });
    await page.goto(`${service.chatUrl}/${publicId}`);
    await page.getByText('What is your name?').waitFor();
  };

  it.each([
    ['a website', () => page.goto(stranger.serve('/', '<p>A shop</p>'))],
    ["a bot's page, whose site it is on", openBot],
  ])('is not shown in %s', async (_, open) => {
    const refusals: string[] = [];
    page.on('console', (message) => refusals.push(message.text()));
    await open();
    await page.evaluate(`const frame = document.createElement('iframe');
      frame.src = '${service.chatUrl}/_preview-frame';
      document.body.append(frame)`);
    await expect.poll(() => refusals.join()).toContain('frame-ancestors');
  });

  describe('opened as a page', () => {
    const says = 'The console shows previews of bots at this address.';

    it('has no origin either, and no storage', async () => {
      await page.goto(`${service.chatUrl}/_preview-frame`);
      await page.getByText(says).waitFor();
      expect(await page.evaluate('self.origin')).toBe('null');
      await expect(page.evaluate('localStorage.length')).rejects.toThrow();
      await expect(page.evaluate('document.cookie')).rejects.toThrow();
    });

    it('takes no chat, not even from itself', async () => {
      const started = await service.startPreview(contactBot());
      await page.goto(`${service.chatUrl}/_preview-frame`);
      await page.getByText(says).waitFor();
      await page.evaluate(`postMessage({ type: 'started', started: ${JSON.stringify(started)} }, '*');
        postMessage({ type: 'embed', kind: 'standard', props: { bot: 'x' } }, '*')`);
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
      expect(await page.locator('typebot-standard, bot-standard').count()).toBe(0);
      await page.getByText(says).waitFor();
    });

    it.skipIf(!can('open a second tab'))('takes no chat from the bot that opened it', async () => {
      const started = await service.startPreview(contactBot());
      await openBot();
      const opened = page.context().waitForEvent('page');
      await page.evaluate(`window.other = window.open('/_preview-frame')`);
      const tab = await opened;
      await tab.getByText(says).waitFor();
      await page.evaluate(`for (const type of ['started', 'embed'])
        other.postMessage({ type, started: ${JSON.stringify(started)}, kind: 'standard', props: { bot: 'x' } }, '*')`);
      await tab.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
      expect(await tab.locator('typebot-standard, bot-standard').count()).toBe(0);
      await tab.getByText(says).waitFor();
      // Its document is as far away as that of another website.
      await expect(page.evaluate('other.document.body')).rejects.toThrow();
      await tab.close();
    });
  });
});

async function previewProgram(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../../apps/bot-page/preview-conversation.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'previewProgram',
  });
  return `${outputFiles[0]?.text}; window.previewProgram = previewProgram`;
}
