import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '#apps/client/client.ts';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';
import { startServer } from '#test/support/server-process.ts';
import { type ConsoleUnderTest, PHONE, startConsole } from './console-under-test.ts';
import { hasBrowser, noticeAbsence } from './engine.ts';

noticeAbsence('building a bot in the console');

/* The sample bot of `npm start`, built in the console from nothing, published and answered, and what a person loses. */

const SLOW_MS = 180_000;

/** More elements than any page of the console has in its order of focus. */
const MOST_TABS = 150;

/** How a person acts on a page. */
type Hand = {
  press(target: Locator): Promise<void>;
  write(target: Locator, words: string): Promise<void>;
  /** Chooses in a list of a form. */
  choose(target: Locator, option: string): Promise<void>;
  /** Takes the first suggestion for what was written. */
  takeFirst(): Promise<void>;
};

/** A bot's page is drawn in a shadow root, which has an active element of its own. */
const isFocused = (target: Locator) =>
  target.evaluate(
    (element) => element === (element.getRootNode() as unknown as { activeElement: unknown }).activeElement,
  );

/** Uses the keyboard alone: Tab until the element has the focus. */
function useKeyboard(page: Page): Hand {
  const reach = async (target: Locator) => {
    await target.waitFor();
    for (let count = 0; count < MOST_TABS; count++) {
      if (await isFocused(target)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${target}`);
  };
  return {
    async press(target) {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    async write(target, words) {
      await reach(target);
      await page.keyboard.press('Control+A');
      await page.keyboard.type(words);
    },
    async choose(target, option) {
      await reach(target);
      await page.keyboard.type(option);
    },
    takeFirst: () => page.keyboard.press('Enter'),
  };
}

/** Taps. A phone draws its own picker for a select element, which the test cannot tap, so it sets the option. */
function useTouch(page: Page): Hand {
  return {
    press: (target) => target.tap(),
    async write(target, words) {
      await target.tap();
      await target.fill(words);
    },
    async choose(target, option) {
      await target.selectOption(option);
    },
    takeFirst: () => page.getByRole('option').first().tap(),
  };
}

describe.skipIf(!hasBrowser)('building a bot in the console', () => {
  let world: ConsoleUnderTest;

  beforeAll(async () => {
    world = await startConsole();
  });

  afterAll(() => world?.stop());

  it.each([
    ['the keyboard alone', useKeyboard, {}],
    ['touch on a phone', useTouch, { size: PHONE, isTouched: true }],
  ] as const)(
    'takes a person no code: by %s, down to the answers of a respondent',
    async (_, useHand, view) => {
      const { page, context, problems } = await world.open('/', view);
      await buildSampleBot(page, useHand(page));

      const hand = useHand(page);
      await hand.press(page.getByRole('button', { name: 'Publish', exact: true }));
      const address = page.getByRole('link', { name: /opens the bot in a new tab/ });
      await address.waitFor();
      const opening = context.waitForEvent('page');
      await hand.press(address);
      const chat = await opening;
      const respondent = useHand(chat);
      await chat.getByText('Good morning! What is your name?').waitFor();
      await respondent.write(chat.getByRole('textbox'), 'Ada');
      await respondent.press(chat.getByRole('button', { name: 'Send' }));
      await chat.getByText('What would you like, Ada?').waitFor();
      await respondent.press(chat.getByRole('button', { name: 'Croissants' }));
      await chat.getByText('How many? We bake 24 at a time.').waitFor();
      await respondent.write(chat.getByRole('spinbutton').or(chat.getByRole('textbox')), '3');
      await respondent.press(chat.getByRole('button', { name: 'Send' }));
      await chat.getByText('Thank you, Ada. See you at the counter!').waitFor();
      expect(problems).toEqual([]);
      await context.close();
    },
    SLOW_MS,
  );

  it('keeps all but the last two seconds if the page is reloaded while somebody types', async () => {
    const { bot } = await world.client.importBot({
      body: { workspaceId: world.workspaceId, bot: oneTextBot() },
    });
    const { page, context } = await world.open(`/bots/${bot.id}?panel=edit&group=one`);
    page.on('dialog', (dialog) => dialog.accept());
    await page.getByLabel('Title of the group').fill('');
    const typed = await typeNumbers(page, 30);
    const reloadedMs = performance.now();
    await page.reload();
    await page.getByLabel('Title of the group').waitFor();
    // The browser keeps text typed since the last request, and offers it.
    const offer = page.getByRole('status', { name: 'Edits that were not saved' });
    await offer
      .getByRole('button', { name: 'Edit again' })
      .click({ timeout: 5_000 })
      .catch(() => 'Everything was sent');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    const [group] = (await world.client.getBot({ params: { botId: bot.id } })).bot.groups;
    const old = typed.filter(({ atMs }) => atMs < reloadedMs - 2_000);
    expect(old.length).toBeGreaterThan(10);
    expect(String(group?.title).split(' ')).toEqual(expect.arrayContaining(old.map(({ word }) => word)));
    await context.close();
  });

  it(
    'says so if the server is killed while somebody types, and loses nothing that it had saved',
    async () => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'killed-server-'));
      let server = await startServer(dataDir);
      onTestFinished(async () => {
        await server.kill('server').catch(() => {});
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
      });
      const { baseUrl, chatUrl, token, workspaceId } = server;
      const client = createClient({ baseUrl, chatUrl, token });
      const { bot } = await client.importBot({ body: { workspaceId, bot: oneTextBot() } });
      const { page, context } = await world.newPage();
      await page.goto(`${baseUrl}/bots/${bot.id}?panel=edit&group=one#token=${token}`);
      const acknowledged: string[] = [];
      page.on('response', async (response) => {
        if (!response.url().endsWith('/edits') || response.status() !== 200) return;
        const { operations } = response.request().postDataJSON() as { operations: { value: string }[] };
        acknowledged.push(operations.at(-1)?.value ?? '');
      });
      await page.getByLabel('Title of the group').fill('');
      await typeNumbers(page, 20);
      await server.kill('server');
      await typeNumbers(page, 20);
      await page.getByRole('status').getByText('Not saved').waitFor();
      expect(acknowledged.length).toBeGreaterThan(1);

      server = await startServer(dataDir, undefined, [new URL(baseUrl).port, new URL(chatUrl).port]);
      const readTitle = async () =>
        String((await client.getBot({ params: { botId: bot.id } })).bot.groups[0]?.title);
      expect(await readTitle()).toContain(acknowledged.at(-1));
      const shown = await page.getByLabel('Title of the group').inputValue();
      // A request that was being repeated when the server came back may have saved the rest.
      const again = page.getByRole('button', { name: 'Try again' });
      const saved = page.getByRole('status').getByText('Saved', { exact: true });
      await again.or(saved).waitFor();
      if (await again.isVisible()) await again.click();
      await saved.waitFor();
      expect(await readTitle()).toBe(shown);
      expect(shown.trim().split(' ')).toHaveLength(40);
      await context.close();
    },
    SLOW_MS,
  );
});

const oneTextBot = () => chatBot([{ id: 'one', blocks: [text('hello', 'Hello')] }]) as never;

/** Types so many numbers into the field that has the focus, one every fifth of a second. */
async function typeNumbers(page: Page, count: number): Promise<{ word: string; atMs: number }[]> {
  const typed: { word: string; atMs: number }[] = [];
  for (let number = 0; number < count; number++) {
    const word = String(100 + number);
    await page.keyboard.type(` ${word}`);
    typed.push({ word, atMs: performance.now() });
    await page.waitForTimeout(200);
  }
  return typed;
}

/** Builds it group by group, and then connects the groups. */
async function buildSampleBot(page: Page, hand: Hand): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 2, name, exact: true });
  const wayBack = page.getByRole('navigation', { name: 'Part of the flow' }).getByRole('button');
  const addGroup = async (title: string) => {
    await hand.press(button('Add a group'));
    await heading(/^Group \d$/).waitFor();
    await hand.write(page.getByLabel('Title of the group'), title);
    await heading(title).waitFor();
  };
  const addBlock = async (words: string, label: string) => {
    await hand.press(button('Add a block'));
    await hand.write(page.getByRole('combobox', { name: 'Search blocks' }), words);
    await hand.takeFirst();
    await heading(label).waitFor();
  };
  const goBack = () => hand.press(wayBack.last());
  const addText = async (words: string) => {
    await addBlock('text', 'Text');
    await hand.write(page.getByRole('textbox', { name: 'Text' }), words);
    await goBack();
  };
  const saveAnswerIn = async (variable: string) => {
    await hand.write(page.getByRole('combobox', { name: 'Save the answer in' }), variable);
    await hand.takeFirst();
  };
  const openBlock = async (group: string, block: RegExp) => {
    await hand.press(wayBack.first());
    await hand.press(page.getByRole('list', { name: 'Groups' }).getByRole('button', { name: group }));
    await hand.press(page.getByRole('list', { name: 'Blocks' }).getByRole('button', { name: block }).first());
  };
  const connect = (from: string, group: string) => hand.choose(page.getByLabel(`${from} leads to`), group);

  await hand.press(button('New bot'));
  await hand.write(page.getByLabel('Name', { exact: true }), 'Built here');
  await hand.press(button('Create'));

  await addGroup('Welcome');
  await addText('Good morning! What is your name?');
  await addBlock('ask text', 'Ask text');
  await saveAnswerIn('Name');
  await goBack();
  await addText('What would you like, {{Name}}?');
  await addBlock('buttons', 'Buttons');
  await hand.press(button('Add button'));
  const items = page
    .getByRole('group', { name: 'Buttons', exact: true })
    .getByRole('combobox', { name: 'Text' });
  await hand.write(items.first(), 'Croissants');
  await hand.write(items.last(), 'Baguettes');
  await goBack();

  await addGroup('Croissants');
  await addText('How many? We bake 24 at a time.');
  await addBlock('number', 'Ask number');
  await hand.write(page.getByLabel('Smallest', { exact: false }).first(), '1');
  await goBack();
  await addGroup('Baguettes');
  await addText('The next ones leave the oven at ten.');
  await addGroup('Goodbye');
  await addText('Thank you, {{Name}}. See you at the counter!');

  await openBlock('Welcome', /Buttons/);
  await connect('“Croissants”', 'Croissants');
  await connect('“Baguettes”', 'Baguettes');
  await openBlock('Croissants', /Ask number/);
  await connect('The block', 'Goodbye');
  await openBlock('Baguettes', /Text/);
  await connect('The block', 'Goodbye');
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
}
