import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';
import { type ConsoleUnderTest, seriousFindings, startConsole, VIEWS } from './console-under-test.ts';
import { hasBrowser, noticeAbsence, pickVariants } from './engine.ts';

noticeAbsence('the check of what is being edited');

const picture = { id: 'picture', type: 'image', content: {} };
const NOTE = 'has no address, so nothing is shown; enter one';

describe.skipIf(!hasBrowser)('the check of what is being edited', () => {
  let world: ConsoleUnderTest;

  beforeAll(async () => {
    world = await startConsole();
  });

  afterAll(() => world?.stop());

  async function importBlocks(...blocks: JsonObject[]): Promise<string> {
    const { bot } = await world.client.importBot({
      body: { workspaceId: world.workspaceId, bot: chatBot([{ id: 'one', blocks }]) as never },
    });
    return bot.id;
  }

  it('notes issues beside their fields, and takes them away with the first edit that mends them, unsaved', async () => {
    const botId = await importBlocks(text('hello', 'Hello'), picture);
    const { page, context, problems } = await world.open(`/bots/${botId}?panel=edit&group=one&block=picture`);
    const note = page.getByRole('list', { name: 'Issues' }).getByText(NOTE);
    await note.waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.route('**/edits', (route) => route.abort());

    const address = page.getByRole('combobox', { name: 'Image', exact: true });
    await address.fill('https://shop.example/bread.png');
    await note.waitFor({ state: 'detached' });
    await address.fill('');
    await note.waitFor();
    expect(requests.filter((path) => path === '/v1/bots/check')).toEqual([]);

    await page.getByRole('navigation', { name: 'Part of the flow' }).getByText('one').click();
    await page.getByRole('list', { name: 'Blocks' }).getByText('Warning:').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: /^Issues/ }).click();
    await page.getByRole('button', { name: NOTE }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('offers a picker for a date, beside a text that may have variables', async () => {
    const botId = await importBlocks({ id: 'day', type: 'date input', options: {} });
    const { page, context } = await world.open(`/bots/${botId}?panel=edit&group=one&block=day`);
    const readOptions = async () => {
      const { groups } = (await world.client.getBot({ params: { botId } })).bot;
      const blocks = (groups[0]?.blocks ?? []) as JsonObject[];
      return blocks[0]?.options;
    };
    await page.getByLabel('Earliest date, picker').fill('2026-01-31');
    await expect.poll(readOptions).toEqual({ min: '2026-01-31' });
    const typed = page.getByRole('combobox', { name: 'Earliest date', exact: true });
    await typed.fill('{{Birthday}}');
    await typed.blur();
    await expect.poll(readOptions).toEqual({ min: '{{Birthday}}' });
    expect(await page.getByLabel('Earliest date, picker').inputValue()).toBe('');
    await context.close();
  });

  it.each(pickVariants(VIEWS))('is accessible at $size.width px, $scheme', async (view) => {
    const botId = await importBlocks(picture, {
      id: 'day',
      type: 'date input',
      options: { min: '2026-01-31' },
    });
    for (const part of ['', '&block=picture', '&block=day']) {
      const { page, context } = await world.open(`/bots/${botId}?panel=edit&group=one${part}`, view);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      if (part !== '&block=day') await page.getByText('Warning:').first().waitFor({ state: 'attached' });
      expect(await seriousFindings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.size.width);
      await context.close();
    }
  });
});
