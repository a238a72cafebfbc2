import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot } from '#test/fixtures/chat-bots.ts';
import { type ConsoleUnderTest, seriousFindings, startConsole, VIEWS } from './console-under-test.ts';
import { hasBrowser, noticeAbsence, pickVariants } from './engine.ts';

noticeAbsence('rich text in the console');

const p = (text: string, more: JsonObject = {}) => ({ type: 'p', ...more, children: [{ text }] });
const li = (text: string, ...lists: JsonObject[]) => ({
  type: 'li',
  children: [{ type: 'lic', children: [{ text }] }, ...lists],
});

describe.skipIf(!hasBrowser)('rich text in the console', () => {
  let world: ConsoleUnderTest;

  beforeAll(async () => {
    world = await startConsole();
  });

  afterAll(() => world?.stop());

  async function openText(richText: JsonObject[]) {
    const block = { id: 'hello', type: 'text', content: { richText } };
    const { bot } = await world.client.importBot({
      body: {
        workspaceId: world.workspaceId,
        bot: chatBot([{ id: 'one', blocks: [block] }]) as never,
      },
    });
    const opened = await world.open(`/bots/${bot.id}?panel=edit&group=one&block=hello`);
    await opened.page.getByRole('toolbar').waitFor();
    const readNodes = async () => {
      const { groups } = (await world.client.getBot({ params: { botId: bot.id } })).bot;
      const blocks = (groups[0]?.blocks ?? []) as { content: { richText: JsonObject[] } }[];
      return blocks[0]?.content.richText;
    };
    return { ...opened, botId: bot.id, readNodes };
  }

  it('takes texts, looks and safe links from pasted markup, and nothing that runs or loads', async () => {
    const { page, context, problems, readNodes } = await openText([p('Hello ', { id: 'kept' }), p('Last')]);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const first = page.getByRole('textbox', { name: 'Text, paragraph 1' });
    await placeAtEnd(first);
    await insertMarkup(
      first,
      `<html><head><style>p { color: red }</style></head><body onload="window.wasRun = 1">
        <p style="color:red" onclick="window.wasRun = 2">and <b>welcome</b><img src="/spy.png" onerror="window.wasRun = 3"></p>
        <p>to <a href="https://shop.example/">our shop</a>, <a href="javascript:window.wasRun=4">not here</a></p>
        <script>window.wasRun = 5</script><svg onload="window.wasRun = 6"></svg><iframe src="/spy.html"></iframe>
        <ul><li>Bread\u200B</li></ul></body></html>`,
    );
    await expect.poll(readNodes).toEqual([
      {
        type: 'p',
        id: 'kept',
        children: [{ text: 'Hello and ' }, { bold: true, text: 'welcome' }],
      },
      {
        type: 'p',
        children: [
          { text: 'to ' },
          { type: 'a', url: 'https://shop.example/', children: [{ text: 'our shop' }] },
          { text: ', not here' },
        ],
      },
      { type: 'ul', children: [li('Bread')] },
      p('Last'),
    ]);
    expect(await page.evaluate('window.wasRun')).toBeUndefined();
    expect(requests.filter((url) => url.includes('spy'))).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('refuses the address of a script in a link, and takes one with a variable', async () => {
    const { page, context, readNodes } = await openText([p('here')]);
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.selectText();
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    const address = page.getByLabel('Address of the link');
    await address.fill('javascript:alert(1)');
    await address.press('Enter');
    await page.getByText('Links lead to http, https, mailto, tel or sms addresses.').waitFor();
    await address.fill('https://shop.example/{{Name}}');
    await address.press('Enter');
    await expect.poll(readNodes).toEqual([
      {
        type: 'p',
        children: [{ type: 'a', url: 'https://shop.example/{{Name}}', children: [{ text: 'here' }] }],
      },
    ]);
    await context.close();
  });

  it('leaves the bytes of all other paragraphs as they are', async () => {
    const odd: JsonObject = {
      type: 'p',
      indent: 2,
      children: [{ text: 'a', bold: false }, { text: '' }, { text: 'b\u200B' }],
    };
    const list: JsonObject = { start: 7, type: 'ol', children: [li('x'), li('y')] };
    const { page, context, readNodes } = await openText([odd, p('Change me'), list]);
    await placeAtEnd(page.getByRole('textbox', { name: 'Text, paragraph 2' }));
    await page.keyboard.type('!');
    await expect.poll(async () => (await readNodes())?.[1]).toEqual(p('Change me!'));
    const [first, , third] = (await readNodes()) ?? [];
    expect(JSON.stringify([first, third])).toBe(JSON.stringify([odd, list]));
    await context.close();
  });

  it('makes, nests and ends lists with the keyboard and with buttons', async () => {
    const { page, context, problems, readNodes } = await openText([p('')]);
    await placeAtEnd(page.getByRole('textbox', { name: 'Text' }));
    await page.keyboard.type('- Bread');
    await waitForCaret(page, '0.0.0');
    await page.keyboard.press('Enter');
    await waitForCaret(page, '0.1.0');
    await page.keyboard.type('Rye');
    await page.keyboard.press('Control+]');
    await waitForCaret(page, '0.0.1.0.0');
    await expect
      .poll(readNodes)
      .toEqual([{ type: 'ul', children: [li('Bread', { type: 'ul', children: [li('Rye')] })] }]);
    await page.getByRole('button', { name: 'Numbered list' }).click();
    await expect
      .poll(readNodes)
      .toEqual([{ type: 'ul', children: [li('Bread', { type: 'ol', children: [li('Rye')] })] }]);
    // An empty item leaves the inner list, and then the outer one.
    for (const position of ['0.0.1.1.0', '0.1.0', '1']) {
      await page.keyboard.press('Enter');
      await waitForCaret(page, position);
    }
    await page.keyboard.type('Thanks');
    await expect
      .poll(readNodes)
      .toEqual([{ type: 'ul', children: [li('Bread', { type: 'ol', children: [li('Rye')] })] }, p('Thanks')]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each(pickVariants(VIEWS))('is accessible at $size.width px, $scheme', async (view) => {
    const { context, botId } = await openText([p('Hello'), { type: 'ul', children: [li('One'), li('Two')] }]);
    await context.close();
    const { page, context: other } = await world.open(
      `/bots/${botId}?panel=edit&group=one&block=hello`,
      view,
    );
    await placeAtEnd(page.getByRole('textbox', { name: 'Text, item 2.1' }));
    await page.getByRole('button', { name: 'Link', exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.size.width);
    await other.close();
  });
});

/** Puts the caret at the end of a paragraph. */
async function placeAtEnd(box: Locator): Promise<void> {
  await box.focus();
  await box.press('End');
}

/** Waits until the caret is in the text with a position. */
async function waitForCaret(page: Page, position: string): Promise<void> {
  await expect.poll(() => page.evaluate('document.activeElement.dataset.position')).toBe(position);
}

/** Pastes markup, as the clipboard of another program has it. */
async function insertMarkup(box: Locator, html: string): Promise<void> {
  const page: Page = box.page();
  await box.focus();
  await page.evaluate(
    `(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', ${JSON.stringify(html).replaceAll('<', '\\u003C')});
      clipboardData.setData('text/plain', 'as plain text');
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
      // Firefox ignores what the constructor is given.
      Object.defineProperty(event, 'clipboardData', { value: clipboardData });
      document.activeElement.dispatchEvent(event);
    })()`,
  );
}
