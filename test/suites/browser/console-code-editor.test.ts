import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, text, variables } from '#test/fixtures/chat-bots.ts';
import { type ConsoleUnderTest, seriousFindings, startConsole, VIEWS } from './console-under-test.ts';
import { hasBrowser, noticeAbsence } from './engine.ts';

noticeAbsence('the editor of code');

const CODE = [
  "// Greets {{Name}} — “schön”, with a lone tab:\t'",
  'const names = [`$a`, /[{(]/g, "x"];',
  '  ',
  'if (names.length > 1) {',
  '\treturn names.map(({ first }) => first) // {',
  '}',
  '',
].join('\n');

// SCREENSHOT is a prefix for screenshots, such as /tmp/code.
describe.skipIf(!hasBrowser)('the editor of code in forms', () => {
  let world: ConsoleUnderTest;

  beforeAll(async () => {
    world = await startConsole();
  });

  afterAll(() => world?.stop());

  /** Imports a bot with a script, a request and a text. */
  async function importBot(script: JsonObject = {}, more: JsonObject = {}): Promise<string> {
    const webhook = { url: 'https://example.com', body: '{"name": "{{Name}}", "tags": [1, true, null]}' };
    const blocks = [
      { id: 'script', type: 'Code', options: script },
      { id: 'request', type: 'Webhook', options: { isCustomBody: true, webhook } },
      text('hello', 'Good morning'),
      { id: 'set', type: 'Set variable', options: { variableId: 'Name', expressionToEvaluate: '1 +' } },
    ];
    const bot = chatBot([{ id: 'one', blocks }], { variables: variables('Name', 'Number'), ...more });
    const body = { workspaceId: world.workspaceId, bot: bot as never };
    return (await world.client.importBot({ body })).bot.id;
  }

  const toAddress = (botId: string, block: string) => `/bots/${botId}?panel=edit&group=one&block=${block}`;
  const open = (botId: string, block = 'script', view = {}) => world.open(toAddress(botId, block), view);
  const findCode = (page: Page, name = 'Code') => page.getByRole('textbox', { name, exact: true });
  const findEditor = (page: Page, name?: string) => findCode(page, name).and(page.locator('.cm-content'));
  const readDraft = async (botId: string) => (await world.client.getBot({ params: { botId } })).bot;
  const readScript = async (botId: string) => {
    const [script] = ((await readDraft(botId)).groups[0]?.blocks ?? []) as JsonObject[];
    return script?.options as JsonObject;
  };
  const expectCode = (botId: string) => expect.poll(async () => (await readScript(botId)).content);

  it('is reached, used and left by keyboard alone, and saves the code as it was typed', async () => {
    const botId = await importBot();
    const { page, context, problems } = await world.newPage();
    await page.addInitScript(
      `addEventListener('securitypolicyviolation', ({ violatedDirective }) => (window.violated ??= []).push(violatedDirective))`,
    );
    await page.goto(`${world.service.baseUrl}${toAddress(botId, 'script')}#token=${world.token}`);
    await findEditor(page).waitFor();
    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.press('Tab');
    await findEditor(page).and(page.locator(':focus')).waitFor();
    expect(await findEditor(page).getAttribute('aria-multiline')).toBe('true');
    await page.keyboard.type('if (ä) {\nreturn "€ 😀";\n}');
    await page.keyboard.press('Tab');
    const inBrowser = page.getByRole('switch', { name: 'Run in the browser' });
    await inBrowser.and(page.locator(':focus')).waitFor();
    await expectCode(botId).toBe('if (ä) {\n  return "€ 😀";\n}');

    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Control+]');
    await page.keyboard.press('Shift+Tab');
    await expectCode(botId).toBe('if (ä) {\n  return "€ 😀";\n  }');
    expect(await page.getByText('Tab leaves the field.').isVisible()).toBe(true);
    expect(problems).toEqual([]);
    expect(await page.evaluate('window.violated')).toBeUndefined();
    await context.close();
  });

  it('saves what is pasted and filled in byte for byte', async () => {
    const botId = await importBot({ content: 'old\n' });
    const { page, context } = await open(botId);
    await findEditor(page).focus();
    await page.keyboard.press('Control+a');
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(CODE)})`);
    await page.keyboard.press('Control+v');
    await expectCode(botId).toBe(CODE);

    await page.getByLabel('Code', { exact: true }).fill('const one = 1\n\n  two()');
    await expectCode(botId).toBe('const one = 1\n\n  two()');
    await page.getByLabel('Code', { exact: true }).fill('');
    await expectCode(botId).toBeUndefined();
    await context.close();
  });

  it('changes nothing while nobody types, whatever ends its lines', async () => {
    const content = 'one\r\ntwo\rthree\n';
    const botId = await importBot({ content });
    const { page, context } = await open(botId);
    const edits: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/edits')) edits.push(request.url());
    });
    await findEditor(page).waitFor();
    await page.getByText('Code', { exact: true }).click();
    await findEditor(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Flow', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: 'Flow' }).waitFor();
    expect(edits).toEqual([]);
    expect((await readScript(botId)).content).toBe(content);
    await context.close();
  });

  it('takes back letters with Ctrl+Z, and shows what the buttons of the bot undo and redo', async () => {
    const botId = await importBot({ content: 'one' });
    const { page, context } = await open(botId);
    await findEditor(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' two');
    await expectCode(botId).toBe('one two');
    // Letters that are typed slowly are taken back one by one.
    const pressUntil = async (key: string, text: string) => {
      while ((await findEditor(page).innerText()) !== text) await page.keyboard.press(key);
      await expectCode(botId).toBe(text);
    };
    await pressUntil('Control+z', 'one');
    await pressUntil('Control+y', 'one two');
    await page.keyboard.press('Tab');

    for (const [name, text] of [
      ['Undo', 'one'],
      ['Redo', 'one two'],
    ] as const) {
      const button = page.getByRole('button', { name, exact: true });
      while (await button.isEnabled()) await button.click();
      await expect.poll(() => findEditor(page).innerText()).toBe(text);
      await expectCode(botId).toBe(text);
    }
    await context.close();
  });

  it('lists variables after {{, and marks them', async () => {
    const botId = await importBot();
    const { page, context } = await open(botId);
    await findEditor(page).focus();
    await page.keyboard.type('greet({{N');
    const listed = page.getByRole('listbox', { name: 'Variables' }).getByRole('option');
    await expect.poll(() => listed.allInnerTexts()).toEqual(['Name', 'Number']);
    await page.keyboard.press('ArrowDown');
    const active = await findEditor(page).getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).innerText()).toBe('Number');
    await page.keyboard.press('Enter');
    await page.keyboard.type(')');
    await expectCode(botId).toBe('greet({{Number}})');
    expect(await page.locator('.code-variable').allInnerTexts()).toEqual(['{{Number}}']);
    expect(await listed.count()).toBe(0);
    await context.close();
  });

  it('says what is wrong with JSON', async () => {
    const botId = await importBot({ name: { first: 'Ann' } });
    const { page, context } = await open(botId);
    const name = findEditor(page, 'Name');
    await name.fill('{"first": }');
    await page.getByRole('alert').getByText('This is not JSON.').waitFor();
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    const described = (await name.getAttribute('aria-describedby')) ?? '';
    const texts = described.split(' ').map((id) => page.locator(`[id="${id}"]`).innerText());
    expect((await Promise.all(texts)).join(' ')).toMatch(/This is not JSON\..*Tab leaves the field\./);
    await name.fill('{"first": 1}');
    await expect.poll(async () => (await readScript(botId)).name).toEqual({ first: 1 });
    await expect.poll(() => name.getAttribute('aria-invalid')).toBeNull();
    await context.close();
  });

  it('is there for a calculation that is JavaScript', async () => {
    const botId = await importBot();
    const { page, context } = await open(botId, 'set');
    const isScript = page.getByRole('switch', { name: 'Is JavaScript' });
    await page.locator('textarea').waitFor();
    expect(await page.locator('.code-control').count()).toBe(0);
    await isScript.click();
    const calculation = findEditor(page, 'Text or calculation');
    await calculation.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' 1');
    await isScript.click();
    await expect.poll(() => page.locator('textarea').inputValue()).toBe('1 + 1');
    await context.close();
  });

  it('is loaded with the first field of code', async () => {
    const botId = await importBot();
    const { page, context } = await world.newPage();
    const chunks: string[] = [];
    page.on('request', (request) => {
      const name = /_assets\/(code-editor|\w+-language)-/.exec(request.url())?.[1];
      if (name) chunks.push(name);
    });
    await page.goto(`${world.service.baseUrl}${toAddress(botId, 'hello')}#token=${world.token}`);
    await page.getByRole('heading', { level: 2, name: 'Text' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(chunks).toEqual([]);
    await page.evaluate(`history.pushState(null, '', '${toAddress(botId, 'request')}')`);
    await findEditor(page, 'Body').waitFor();
    expect(chunks.toSorted()).toEqual(['code-editor', 'json-language']);
    await context.close();
  });

  it('is a plain field if it cannot be loaded', async () => {
    const botId = await importBot();
    const { page, context } = await world.newPage();
    await page.route(/_assets\/code-editor-/, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await page.goto(`${world.service.baseUrl}${toAddress(botId, 'script')}#token=${world.token}`);
    await failed;
    await page.getByLabel('Code', { exact: true }).fill('setVariable("Name", 1)\n');
    await expectCode(botId).toBe('setVariable("Name", 1)\n');
    expect(await page.locator('textarea.code-input').count()).toBe(1);
    await context.close();
  });

  it('takes the place of a plain field only after that has been left', async () => {
    const botId = await importBot();
    const { page, context } = await world.newPage();
    let load = () => {};
    const isTyped = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route(/_assets\/code-editor-/, async (route) => {
      await isTyped;
      await route.continue();
    });
    await page.goto(`${world.service.baseUrl}${toAddress(botId, 'script')}#token=${world.token}`);
    const plain = page.locator('textarea.code-input');
    await plain.focus();
    await page.keyboard.type('one');
    const loaded = page.waitForResponse(/_assets\/code-editor-/);
    load();
    await (await loaded).finished();
    await page.keyboard.type(' two');
    expect(await plain.inputValue()).toBe('one two');
    await page.keyboard.press('Tab');
    await findEditor(page).waitFor();
    await expect.poll(() => findEditor(page).innerText()).toBe('one two');
    await expectCode(botId).toBe('one two');
    await context.close();
  });

  it.each(VIEWS)('is accessible at $size.width px, $scheme', async (view) => {
    const customCss = '/* Ours */\n.a > b:hover { color: #123456; width: calc(1px + {{Number}}%) }';
    const customHeadCode = '<style>p { margin: 0 }</style>\n<script async>if (1) go("x")</script>';
    const botId = await importBot(
      { content: `${CODE}// ${'long '.repeat(40)}` },
      { theme: { customCss }, settings: { metadata: { customHeadCode } } },
    );
    const addresses = {
      Code: toAddress(botId, 'script'),
      Body: toAddress(botId, 'request'),
      'Custom CSS': `/bots/${botId}/theme`,
      'Code in the head of the page': `/bots/${botId}/settings`,
    };
    for (const [name, address] of Object.entries(addresses)) {
      const { page, context, problems } = await world.open(address, view);
      await page.locator('.code-control').first().waitFor({ state: 'attached' });
      for (const more of await page.getByText('More options').all()) {
        if (await more.isVisible()) await more.click();
      }
      await findEditor(page, name).focus();
      await page.locator('.cm-content [class^=tok-]').first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.size.width);
      if (process.env.SCREENSHOT) {
        const path = `${process.env.SCREENSHOT}-${name.replaceAll(' ', '-')}-${view.size.width}-${view.scheme}.png`;
        await page.screenshot({ path });
      }
      expect(problems).toEqual([]);
      await context.close();
    }
  });
});
