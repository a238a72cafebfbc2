import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';
import { v5Document } from '#test/fixtures/documents.ts';
import { type ConsoleUnderTest, PHONE, seriousFindings, startConsole, VIEWS } from './console-under-test.ts';
import { ENGINE, hasBrowser, noticeAbsence, pickVariants } from './engine.ts';

noticeAbsence('the forms of theme and settings');

// SCREENSHOT is a prefix for screenshots, such as /tmp/look.
describe.skipIf(!hasBrowser)('the forms of theme and settings', () => {
  let world: ConsoleUnderTest;

  beforeAll(async () => {
    world = await startConsole();
  });

  afterAll(() => world?.stop());

  const importBot = async (bot: JsonObject) => {
    const body = { workspaceId: world.workspaceId, bot: bot as never };
    return (await world.client.importBot({ body })).bot.id;
  };
  const readBot = async (botId: string) => (await world.client.getBot({ params: { botId } })).bot;
  const readPart = async (botId: string, part: 'theme' | 'settings') => (await readBot(botId))[part];
  const getFrame = (page: Page) => page.frameLocator('iframe.preview');
  const findSection = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
  const startChat = async (page: Page) => {
    await page.getByRole('button', { name: 'Start a chat' }).click();
    await getFrame(page).getByText('Good morning').waitFor();
  };
  const readWindowStyle = (page: Page) => getFrame(page).locator('.window').getAttribute('style');
  const waitUntilSaved = (page: Page) =>
    page.getByRole('status').getByText('Saved', { exact: true }).waitFor();

  it('shows each change of a theme in the chat that is open, saves it, and undoes it', async () => {
    const botId = await importBot(createGreetingBot());
    const { page, context, problems } = await world.open(`/bots/${botId}/theme`);
    const starts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/startChat')) starts.push(request.url());
    });
    await startChat(page);
    const background = findSection(page, 'Messages of the bot').getByLabel('Background', { exact: true });
    await background.fill('#123456');
    await expect.poll(() => readWindowStyle(page)).toContain('--host-background: #123456');
    await page.getByLabel('Custom CSS').fill('.typebot-host-bubble { letter-spacing: 3px }');
    await findSection(page, 'Progress bar').getByRole('switch', { name: 'Show it' }).click();
    await getFrame(page).getByRole('progressbar').waitFor();
    await expect
      .poll(() => readPart(botId, 'theme'))
      .toEqual({
        chat: { hostBubbles: { backgroundColor: '#123456' } },
        customCss: '.typebot-host-bubble { letter-spacing: 3px }',
        general: { progressBar: { isEnabled: true } },
      });
    expect(starts).toHaveLength(1);

    for (const _ of ['progress bar', 'CSS', 'background']) {
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
    }
    await expect.poll(() => readWindowStyle(page)).not.toContain('#123456');
    await expect.poll(() => readPart(botId, 'theme')).toEqual({});
    expect(starts).toHaveLength(1);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows a color in its picker, however it is written, and says which it cannot show', async () => {
    const botId = await importBot(createGreetingBot());
    const { page, context } = await world.open(`/bots/${botId}/theme`);
    const messages = findSection(page, 'Messages of the bot');
    const picker = messages.getByLabel('Background, picker', { exact: true });
    for (const [text, shown] of [
      ['#FFF', '#ffffff'],
      ['rgb(1 2 3)', '#010203'],
      ['teal', '#008080'],
    ] as const) {
      await messages.getByLabel('Background', { exact: true }).fill(text);
      await expect.poll(() => picker.inputValue()).toBe(shown);
      expect(await picker.getAttribute('data-unknown')).toBeNull();
    }
    for (const text of ['{{Color}}', 'rgb(1 2 3 / 50%)']) {
      await messages.getByLabel('Background', { exact: true }).fill(text);
      await expect.poll(() => picker.getAttribute('data-unknown')).toBe('');
    }
    await context.close();
  });

  it('asks for fonts, pictures and backgrounds', async () => {
    const botId = await importBot(createGreetingBot());
    const { page, context } = await world.open(`/bots/${botId}/theme`);
    const general = findSection(page, 'Page');
    await general.getByLabel('Font', { exact: true }).selectOption('Google');
    await general.getByLabel('Family', { exact: true }).fill('Inter');
    await expect
      .poll(() => readPart(botId, 'theme'))
      .toEqual({ general: { font: { type: 'Google', family: 'Inter' } } });
    await general.getByLabel('Font', { exact: true }).selectOption('Custom');
    await general.getByLabel('Declaration', { exact: true }).fill('@font-face { font-family: Inter }');
    await general.getByLabel('Background', { exact: true }).selectOption('Image');
    await general.getByLabel('Picture', { exact: true }).fill('https://pictures.example.com/sea.jpg');
    await expect
      .poll(() => readPart(botId, 'theme'))
      .toEqual({
        general: {
          font: { type: 'Custom', family: 'Inter', css: '@font-face { font-family: Inter }' },
          background: { type: 'Image', content: 'https://pictures.example.com/sea.jpg' },
        },
      });
    await context.close();
  });

  it('changes settings, down to who may use the bot', async () => {
    const botId = await importBot({ ...createGreetingBot(), variables: [{ id: 'name', name: 'Name' }] });
    const { page, context, problems } = await world.open(`/bots/${botId}/settings`);
    await findSection(page, 'Typing').getByLabel('Words per minute').fill('250');
    await page.getByRole('button', { name: 'Add website' }).click();
    await page.getByLabel('Website 1', { exact: true }).fill('https://www.example.com');
    const prefillable = findSection(page, 'Variables that an address or a website may fill in');
    expect(await prefillable.getByRole('button').count()).toBe(0);
    await prefillable.getByRole('switch', { name: 'All variables' }).click();
    await expect
      .poll(() => readPart(botId, 'settings'))
      .toMatchObject({ security: { prefillableVariables: [] } });
    await prefillable.getByRole('button', { name: 'Add variable' }).click();
    await prefillable.getByLabel('Variable 1', { exact: true }).selectOption('Name');
    await findSection(page, 'General').getByText('More options').click();
    await page.getByLabel('The bot is closed').fill('See you tomorrow');
    await expect
      .poll(() => readPart(botId, 'settings'))
      .toEqual({
        typingEmulation: { speed: 250 },
        security: { allowedOrigins: ['https://www.example.com'], prefillableVariables: ['Name'] },
        general: { systemMessages: { botClosed: 'See you tomorrow' } },
      });
    await prefillable.getByRole('switch', { name: 'All variables' }).click();
    await expect
      .poll(() => readPart(botId, 'settings'))
      .toMatchObject({ security: { allowedOrigins: ['https://www.example.com'] } });
    await waitUntilSaved(page);
    expect((await readPart(botId, 'settings')).security).not.toHaveProperty('prefillableVariables');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows a link to the bot as it will be, before it is saved', async () => {
    const botId = await importBot(createGreetingBot());
    const { page, context } = await world.open(`/bots/${botId}/settings?panel=card`);
    const card = page.getByRole('region', { name: 'A link to the bot' });
    await card.getByText('Greetings').waitFor();
    await page.route('**/edits', (route) => route.abort());
    const metadata = findSection(page, 'Page and links to it');
    await metadata.getByLabel('Title', { exact: true }).fill('Book a tour');
    await metadata.getByLabel('Description', { exact: true }).fill('Of the harbour');
    await card.getByText('Book a tour').waitFor();
    await card.getByText('Of the harbour').waitFor();
    expect(await card.locator('iframe').count()).toBe(0);
    await metadata.getByLabel('Picture', { exact: true }).fill(`${world.service.chatUrl}/nothing.png`);
    await card.locator('iframe').waitFor();
    await card.frameLocator('iframe').getByText('There is no picture at this address.').waitFor();
    await context.close();
  });

  it('changes nothing when a form is opened and closed', async () => {
    const botId = await importBot({
      ...createGreetingBot(),
      theme: createFullTheme(),
      settings: createFullSettings(),
    });
    const before = JSON.stringify(await readBot(botId));
    const { page, context, problems } = await world.open(`/bots/${botId}/theme`);
    const edits: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/edits')) edits.push(request.url());
    });
    for (const part of ['Theme', 'Settings', 'Theme']) {
      await page.getByRole('link', { name: part, exact: true }).click();
      await page.getByRole('heading', { level: 2, name: part }).waitFor();
      for (const more of await page.getByText('More options').all()) {
        if (await more.isVisible()) await more.click();
      }
      for (const field of await page
        .locator('.look-form :is(input[type=text], textarea, [contenteditable])')
        .all()) {
        if (await field.isVisible()) await field.focus();
      }
    }
    await page.getByRole('link', { name: 'Flow', exact: true }).click();
    await page.locator('.flow-picture').waitFor();
    expect(edits).toEqual([]);
    expect(JSON.stringify(await readBot(botId))).toBe(before);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is where the list of variables leads to', async () => {
    const botId = await importBot({
      ...createGreetingBot(),
      variables: [{ id: 'name', name: 'Name' }],
      settings: { metadata: { title: 'For {{Name}}' } },
    });
    const { page, context } = await world.open(`/bots/${botId}?panel=edit`);
    await page.getByText('Variables (1)').click();
    await page.getByText('Name', { exact: true }).click();
    await page.getByRole('list', { name: 'Uses of Name' }).getByRole('link', { name: 'Settings' }).click();
    const title = findSection(page, 'Page and links to it').getByLabel('Title', { exact: true });
    await expect.poll(() => title.inputValue()).toBe('For {{Name}}');
    await context.close();
  });

  it('shows what somebody else has changed in the same place, with both values', async () => {
    const botId = await importBot(createGreetingBot());
    const { page, context } = await world.open(`/bots/${botId}/theme`);
    const css = page.getByLabel('Custom CSS');
    await css.waitFor();
    // The other's change must not arrive before.
    const isDraft = ({ pathname }: URL) => pathname === `/v1/bots/${botId}`;
    await page.route(isDraft, (route) => route.abort());
    const operations = [
      { op: 'changeBot' as const, path: ['theme', 'customCss'], value: 'p { color: red }' },
    ];
    await world.client.editBot({ params: { botId }, body: { operations } });
    await page.unroute(isDraft);
    await css.fill('p { color: blue }');
    const conflict = page.getByRole('alert', { name: 'Conflicting changes' });
    await conflict.getByText('Theme › customCss').waitFor();
    await conflict.getByText('p { color: red }').waitFor();
    await conflict.getByRole('button', { name: 'Use mine' }).click();
    await expect.poll(() => readPart(botId, 'theme')).toEqual({ customCss: 'p { color: blue }' });
    await context.close();
  });

  it.skipIf(ENGINE !== 'chromium')('lets a hostile bot make no request from the console', async () => {
    const botId = await importBot(createHostileBot());
    const { page, context, problems } = await world.open('/');
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    const found: Request[] = [];
    context.on('request', (request) => {
      if (new URL(request.url()).hostname.endsWith('.evil.example')) found.push(request);
    });
    const listHosts = () =>
      new Set(found.map((request) => new URL(request.url()).hostname.split('.')[0] ?? ''));
    const listMissing = (wanted: string[]) => wanted.filter((host) => !listHosts().has(host));
    await page.goto(`${world.service.baseUrl}/bots/${botId}/settings`);
    await page.getByRole('heading', { level: 2, name: 'Settings' }).waitFor();
    await page.getByRole('link', { name: 'Theme', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: 'Theme' }).waitFor();
    for (const more of await page.getByText('More options').all()) {
      if (await more.isVisible()) await more.click();
    }
    await page.waitForLoadState('networkidle');
    expect([...listHosts()]).toEqual([]);

    await startChat(page);
    const shown = ['avatar', 'background', 'css', 'face', 'font', 'import'];
    await expect.poll(() => listMissing(shown)).toEqual([]);
    await findSection(page, 'Avatar of the bot')
      .getByLabel('Picture', { exact: true })
      .fill('https://typed.evil.example/a.png');
    await expect.poll(() => listMissing(['typed'])).toEqual([]);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('button', { name: 'Shared link' }).click();
    await expect.poll(() => listMissing(['picture'])).toEqual([]);
    await page.waitForLoadState('networkidle');

    // Head code runs in no preview, and the icon is shown nowhere.
    const never = ['description', 'escape', 'head', 'icon', 'link'];
    expect(listMissing(never)).toEqual(never);
    for (const request of found) {
      const sender = request.frame();
      expect([request.url(), sender.parentFrame() !== null]).toEqual([request.url(), true]);
      expect(sender.url()).toBe(`${world.service.chatUrl}/_preview-frame`);
      expect((await request.allHeaders()).referer ?? '').not.toContain(world.service.baseUrl);
    }
    // Its content security policy had nothing to refuse, so nothing was tried.
    expect(problems).toEqual([]);
    await context.close();
  });

  it('converts a draft of an earlier version once the person agrees', async () => {
    const botId = await importBot(v5Document('5') as JsonObject);
    const { page, context } = await world.open(`/bots/${botId}/theme`);
    await page.getByRole('button', { name: 'Convert and edit' }).click();
    await page.getByLabel('Custom CSS').fill('p {}');
    await expect
      .poll(async () => await readBot(botId))
      .toMatchObject({ version: '6', theme: { customCss: 'p {}' } });
    await context.close();
  });

  it('is for editors, and says so', async () => {
    const botId = await importBot(createGreetingBot());
    const { page, context } = await world.openAsViewer(`/bots/${botId}/settings`);
    await page.getByText('You cannot change the settings of this bot').waitFor();
    expect(await page.locator('.look-form').count()).toBe(0);
    await context.close();
  });

  it('shows the form or the chat on a phone', async () => {
    const botId = await importBot(createGreetingBot());
    const { page, context } = await world.open(`/bots/${botId}/theme`, { size: PHONE });
    await findSection(page, 'Buttons').getByLabel('Background', { exact: true }).fill('#654321');
    await page.getByRole('button', { name: 'Try it' }).click();
    await startChat(page);
    await expect.poll(() => readWindowStyle(page)).toContain('--buttons-background: #654321');
    await page.getByRole('group', { name: 'Beside the form' }).getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Custom CSS').waitFor();
    await context.close();
  });

  it.each(['theme', 'logs'])('has its tab in sight on a phone, as any page: %s', async (path) => {
    const botId = await importBot(createGreetingBot());
    const { page, context } = await world.open(`/bots/${botId}/${path}`, { size: PHONE });
    const tab = page.getByRole('navigation', { name: 'Pages of the bot' }).locator('[aria-current]');
    const readEdges = async () => {
      const box = await tab.boundingBox();
      return box ? [Math.round(box.x) >= 0, Math.round(box.x + box.width) <= PHONE.width] : [];
    };
    await expect.poll(readEdges).toEqual([true, true]);
    await context.close();
  });

  it.each(pickVariants(VIEWS))('is accessible at $size.width px, $scheme', async (view) => {
    const botId = await importBot({
      ...createGreetingBot(),
      theme: createFullTheme(),
      settings: createFullSettings(),
    });
    for (const path of ['theme', 'settings', 'settings?panel=card']) {
      const { page, context } = await world.open(`/bots/${botId}/${path}`, view);
      await page.locator('.look').waitFor();
      for (const more of await page.getByText('More options').all()) {
        if (await more.isVisible()) await more.click();
      }
      expect(await seriousFindings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.size.width);
      if (process.env.SCREENSHOT) {
        const name = `${path.replace('?', '-')}-${view.size.width}-${view.scheme}`;
        await page.screenshot({ path: `${process.env.SCREENSHOT}-${name}.png` });
      }
      await context.close();
    }
  });
});

/** A bot that greets, and asks with buttons. Its theme and its settings are empty. */
function createGreetingBot(): JsonObject {
  return {
    ...chatBot([
      {
        id: 'g',
        blocks: [
          text('hello', 'Good morning'),
          { id: 'i', type: 'choice input', items: [{ id: 'a', content: 'Hi' }] },
        ],
      },
    ]),
    name: 'Greetings',
    theme: {},
    settings: {},
  };
}

/** A theme with a value in each part, keys that nobody knows, and values that only older builders write. */
function createFullTheme(): JsonObject {
  const surface = {
    backgroundColor: 'rgb(1 2 3)',
    color: '#FFF',
    opacity: 0.5,
    blur: 2,
    shadow: 'md',
    border: { thickness: 1, color: '#000', roundeness: 'custom', customRoundeness: 10, opacity: 1 },
  };
  return {
    general: {
      font: 'Open Sans',
      background: { type: 'Color', content: '#ffffff' },
      progressBar: { isEnabled: true, thickness: 7 },
      unknown: [1],
    },
    chat: {
      hostAvatar: { isEnabled: true, url: '' },
      guestAvatar: { isEnabled: false },
      hostBubbles: surface,
      guestBubbles: surface,
      inputs: { ...surface, placeholderColor: '{{Color}}' },
      buttons: surface,
      buttonsInput: { layout: 'vertical' },
      container: { ...surface, maxWidth: '', maxHeight: '80%' },
      roundness: 'none',
    },
    customCss: '',
    unknown: { key: null },
  };
}

function createFullSettings(): JsonObject {
  return {
    general: {
      isBrandingEnabled: false,
      isNewResultOnRefreshEnabled: false,
      isTypingEmulationEnabled: false,
      rememberUser: { isEnabled: true, storage: 'local' },
      systemMessages: { invalidMessage: 'No.' },
    },
    typingEmulation: { enabled: true, speed: 300, maxDelay: 1.5 },
    metadata: { title: ' Title ', description: 'Two\nlines', customHeadCode: '<style>p {}</style>' },
    security: { allowedOrigins: [], prefillableVariables: ['Nobody'] },
    whatsApp: { isEnabled: false },
    unknown: true,
  };
}

/** A bot of which every address leads to a host of its author, each under a name that says where it was. */
function createHostileBot(): JsonObject {
  const at = (name: string) => `https://${name}.evil.example/x`;
  return {
    ...createGreetingBot(),
    theme: {
      general: {
        font: {
          type: 'Custom',
          family: 'Evil',
          url: at('font'),
          css: `@font-face { font-family: Evil; src: url(${at('face')}) }`,
        },
        background: { type: 'Image', content: at('background') },
      },
      chat: {
        hostAvatar: { isEnabled: true, url: at('avatar') },
        hostBubbles: {
          backgroundColor: `url(${at('color')})`,
          color: `red; background: url(${at('escape')})`,
        },
      },
      customCss: `@import url(${at('import')}); .typebot-host-bubble { background-image: url(${at('css')}) }`,
    },
    settings: {
      metadata: {
        imageUrl: at('picture'),
        favIconUrl: at('icon'),
        description: `<img src=${at('description')}>`,
        customHeadCode: `<script src="${at('head')}"></script><link rel="stylesheet" href="${at('link')}">`,
      },
    },
  };
}
