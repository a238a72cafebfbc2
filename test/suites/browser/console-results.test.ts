import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot } from '#test/fixtures/chat-bots.ts';
import {
  type ConsoleUnderTest,
  DESKTOP,
  PHONE,
  seriousFindings,
  startConsole,
} from './console-under-test.ts';
import { can, hasBrowser, noticeAbsence, pickVariants } from './engine.ts';

noticeAbsence('results in the console');

/** What everybody sees where the chart cannot be drawn. */
const DAYS_TABLE = '.table-scroll > .stats-table';

/** More than a page of the table, and more than a page of the funnel. */
const RESULTS = 230;

const FIRST_RESULT_AT = Date.parse('2026-11-01T08:00:00Z');
const HOUR_MS = 60 * 60 * 1_000;

const idOf = (n: number) => `result${String(n).padStart(4, '0')}`;

/** A respondent of the sample bot: every third leaves after the first question, every second of the others buys bread. */
function importedResult(n: number) {
  const createdAt = new Date(FIRST_RESULT_AT + n * HOUR_MS).toISOString();
  const hasLeft = n % 3 === 0;
  const answers = [
    { blockId: 'ask-name', content: `Guest ${n}` },
    ...(hasLeft
      ? []
      : [
          { blockId: 'ask-item', content: 'Croissants' },
          { blockId: 'ask-count', content: `${n}` },
        ]),
  ];
  return {
    id: idOf(n),
    createdAt,
    isCompleted: !hasLeft,
    hasStarted: true,
    variables: [{ id: 'var-name', name: 'Name', value: `Guest ${n}` }],
    answers: answers.map((answer) => ({ ...answer, createdAt })),
  };
}

describe.skipIf(!hasBrowser)('results in the console', () => {
  let world: ConsoleUnderTest;
  let botId: string;

  beforeAll(async () => {
    world = await startConsole();
    ({ botId } = await botWithResults());
  });

  afterAll(() => world?.stop());

  async function botWithResults(): Promise<{ botId: string; botName: string }> {
    const { client, workspaceId } = world;
    const sample = JSON.parse(
      await readFile(new URL('../../../apps/local/sample-bot.json', import.meta.url), 'utf8'),
    );
    const { bot } = await client.importBot({ body: { workspaceId, bot: sample } });
    await client.publishBot({ params: { botId: bot.id } });
    for (let first = 0; first < RESULTS; first += 100) {
      const numbers = Array.from({ length: Math.min(100, RESULTS - first) }, (_, n) => first + n);
      await client.importResults({
        params: { botId: bot.id },
        body: { results: numbers.map((n) => ({ ...importedResult(n), id: `${bot.id}-${idOf(n)}` })) },
      });
    }
    return { botId: bot.id, botName: bot.name };
  }

  const rows = (page: Page) => page.locator('.results-table tbody tr');
  const openResults = (query = '', view = {}) => world.open(`/bots/${botId}/results${query}`, view);

  it('are listed newest first, with a column for each question, a page at a time', async () => {
    const { page, context, problems } = await openResults();
    await rows(page).nth(49).waitFor();
    await expect
      .poll(() => page.locator('.results-table thead').innerText())
      .toMatch(/Started\s+State\s+Name\s+Item\s+Count/);
    await expect.poll(() => rows(page).first().innerText()).toContain(`Guest ${RESULTS - 1}`);
    expect(await rows(page).count()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows(page).nth(99).waitFor();
    expect(await rows(page).count()).toBe(100);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('can be filtered, and the address says how', async () => {
    const { page, context } = await openResults();
    await rows(page).nth(49).waitFor();
    await page.getByRole('button', { name: 'Incomplete', exact: true }).click();
    await page.waitForURL('**/results?completed=false');
    await expect.poll(() => page.locator('.results-table .tag.good').count()).toBe(0);
    await page.reload();
    await rows(page).nth(10).waitFor();
    expect(
      await page.getByRole('button', { name: 'Incomplete', exact: true }).getAttribute('aria-pressed'),
    ).toBe('true');

    await page.goto(`${world.service.baseUrl}/bots/${botId}/results?search=guest+17`);
    await expect.poll(() => rows(page).allInnerTexts()).toHaveLength(11);
    await page.goto(`${world.service.baseUrl}/bots/${botId}/results?variable=Name&value=Guest+17`);
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.goto(`${world.service.baseUrl}/bots/${botId}/results?search=nobody+said+this`);
    await page.getByText('No result matches').waitFor();
    await page.getByRole('button', { name: 'Show all results' }).click();
    await rows(page).nth(49).waitFor();
    await context.close();
  });

  it('show their conversation beside the table', async () => {
    const { page, context } = await openResults();
    await rows(page).first().getByRole('button').click();
    const conversation = page.getByRole('list', { name: 'Conversation' });
    await conversation.waitFor();
    await expect.poll(() => conversation.innerText()).toContain(`Guest ${RESULTS - 1}`);
    expect(new URL(page.url()).searchParams.get('result')).toBe(`${botId}-${idOf(RESULTS - 1)}`);
    await page.keyboard.press('Escape');
    await conversation.waitFor({ state: 'detached' });
    await page.evaluate('history.back()');
    await context.close();
  });

  it('remember in this browser which columns are hidden', async () => {
    const { page, context } = await openResults();
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Item' }).uncheck();
    await page.reload();
    await rows(page).first().waitFor();
    await expect.poll(() => page.locator('.results-table thead').innerText()).not.toContain('Item');
    await context.close();
  });

  it.skipIf(!can('download'))('are exported as the API exports them', async () => {
    const { page, context } = await openResults('?completed=true');
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Only the results that the filter selects.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/-results\.csv$/);
    const exported = await world.client.exportResults({
      params: { botId },
      query: { format: 'csv', isCompleted: 'true' },
    });
    expect(await readFile(await download.path(), 'utf8')).toBe(exported);
    await context.close();
  });

  it('are deleted after a question, the chosen ones at once and all of them by a job', async () => {
    const other = await botWithResults();
    const { page, context } = await world.open(`/bots/${other.botId}/results`);
    await rows(page).nth(49).waitFor();
    await rows(page).nth(0).getByRole('checkbox').check();
    await rows(page).nth(1).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('dialog');
    await question.getByText(`Delete 2 results of “${other.botName}”?`).waitFor();
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('2 results are deleted.').waitFor();
    await expect.poll(() => rows(page).count()).toBe(48);
    const { results } = await world.client.listResults({ params: { botId: other.botId }, query: {} });
    expect(results[0]?.id).toBe(`${other.botId}-${idOf(RESULTS - 3)}`);

    await page.getByRole('button', { name: 'Delete all' }).click();
    const isReady = () => question.getByRole('button', { name: 'Delete all' }).isEnabled();
    expect(await isReady()).toBe(false);
    await question.getByRole('textbox').fill(other.botName);
    expect(await isReady()).toBe(true);
    await question.getByRole('button', { name: 'Delete all' }).click();
    await page.waitForURL('**/jobs');
    await page.getByText('Done').waitFor({ timeout: 20_000 });
    expect((await world.client.listResults({ params: { botId: other.botId }, query: {} })).results).toEqual(
      [],
    );
    await context.close();
  });

  it('offer a viewer nothing that would be refused', async () => {
    const { page, context } = await world.openAsViewer(`/bots/${botId}/results`);
    await rows(page).first().waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('button', { name: /Delete/ }).count()).toBe(0);
    await page.goto(`${world.service.baseUrl}/tokens`);
    await page.getByText('This page is for admins').waitFor();
    await context.close();
  });

  it('say what failed, with the request, and try again', async () => {
    const { page, context } = await world.newPage();
    await page.route('**/results?*', (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'INTERNAL_SERVER_ERROR', message: 'Failed', requestId: 'request-17' },
      }),
    );
    await page.goto(`${world.service.baseUrl}/bots/${botId}/results#token=${world.token}`);
    const alert = page.getByRole('alert');
    await alert.getByText('The results could not be loaded.').waitFor();
    await expect.poll(() => alert.innerText()).toContain('request-17');
    await page.unroute('**/results?*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await rows(page).first().waitFor();
    await context.close();
  });

  it('are counted over time and by group', async () => {
    const { page, context, problems } = await world.open(`/bots/${botId}/insights`);
    const left = Math.ceil(RESULTS / 3);
    await page
      .locator('.figures')
      .getByText(String(RESULTS - left), { exact: true })
      .waitFor();
    await page.locator(`canvas, ${DAYS_TABLE}`).waitFor();
    const funnel = page.locator('.funnel tbody tr');
    await funnel.first().waitFor();
    await page.getByRole('button', { name: 'Count older results, too' }).click();
    await expect
      .poll(() => funnel.first().innerText())
      .toMatch(new RegExp(`Welcome\\s+${RESULTS}\\s+${left} `));
    await expect
      .poll(() => funnel.nth(1).innerText())
      .toMatch(new RegExp(`Croissants\\s+${RESULTS - left}\\s+0 `));
    expect(problems).toEqual([]);
    await context.close();
  });

  it('have the columns and groups of linked bots, and of questions that were removed since', async () => {
    const { client, workspaceId } = world;
    const input = (id: string, title: string) => ({
      id: `g-${id}`,
      title,
      blocks: [{ id, type: 'text input' }],
    });
    const create = async (bot: JsonObject) => {
      const { id } = (await client.importBot({ body: { workspaceId, bot } })).bot;
      await client.publishBot({ params: { botId: id } });
      return id;
    };
    const child = await create(chatBot([input('mail', 'Mail of the linked bot')]));
    const options = { typebotId: child, mergeResults: true };
    const link = { id: 'linking', blocks: [{ id: 'link', type: 'Typebot link', options }] };
    const parent = await create(chatBot([input('name', 'First name'), input('age', 'Former age'), link]));
    const answers = ['name', 'age', 'mail', 'erased'].map((blockId) => ({ blockId, content: `${blockId}!` }));
    const result = { id: `${parent}-r`, createdAt: '2026-11-01T08:00:00Z', variables: [], answers };
    await client.importResults({ params: { botId: parent }, body: { results: [result] } });
    const later = chatBot([input('name', 'First name'), link]);
    await client.updateBot({ params: { botId: parent }, body: { bot: later } });
    await client.publishBot({ params: { botId: parent } });

    const { page, context, problems } = await world.open(`/bots/${parent}/results`);
    const head = page.locator('.results-table thead');
    await expect
      .poll(() => head.innerText())
      .toMatch(/State\s+First name\s+Mail of the linked bot\s+Former age\s+erased/);
    await expect.poll(() => rows(page).first().innerText()).toMatch(/name!\s+mail!\s+age!\s+erased!/);
    await page.goto(`${world.service.baseUrl}/bots/${parent}/insights`);
    const funnel = page.locator('.funnel');
    await expect
      .poll(() => funnel.innerText())
      .toMatch(/First name\s.*Former age\s.*Mail of the linked bot\s/s);
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each(pickVariants(['C', 'en-US@posix', 'de_DE.UTF-8', 'x']))(
    'are a table of days where the browser says that its language is %s',
    async (language) => {
      const { page, context, problems } = await world.newPage({ size: PHONE });
      await page.addInitScript(
        `Object.defineProperty(Navigator.prototype, 'language', { get: () => ${JSON.stringify(language)} })`,
      );
      await page.goto(`${world.service.baseUrl}/bots/${botId}/insights#token=${world.token}`);
      const days = page.locator(DAYS_TABLE);
      await days.waitFor();
      expect(await days.locator('tbody tr').count()).toBeGreaterThan(0);
      expect(await page.locator('canvas').count()).toBe(0);
      await page.locator('.funnel tbody tr').first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      if (process.env.SCREENSHOT)
        await page.screenshot({ path: `${process.env.SCREENSHOT}-days-${language}.png`, fullPage: true });
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it('lead from an error in the logs to the conversation', async () => {
    const { sessionId, resultId } = await world.client.startChat({
      params: { bot: await publicIdOf(botId) },
      body: {},
    });
    await world.client.continueChat({ params: { sessionId }, body: { message: 'Ada' } });
    await world.client.submitClientLogs({
      params: { sessionId },
      body: { clientLogs: [{ status: 'error', description: 'The map did not load', details: { tile: 7 } }] },
    });
    const { page, context } = await world.open(`/bots/${botId}/logs`);
    await page.getByText('The map did not load').waitFor();
    await page.getByRole('link', { name: 'Conversation' }).first().click();
    await page.waitForURL(`**/results?result=${resultId}`);
    const panel = page.getByRole('complementary');
    await panel.getByText('The map did not load').waitFor();
    await panel.getByText('Details').click();
    await expect.poll(() => panel.locator('pre').innerText()).toContain('"tile": 7');
    await context.close();
  });

  async function publicIdOf(id: string): Promise<string> {
    return (await world.client.getBot({ params: { botId: id } })).bot.publicId ?? '';
  }

  const views = [
    ['results', DESKTOP, 'light'],
    ['results', PHONE, 'dark'],
    ['insights', DESKTOP, 'dark'],
    ['insights', PHONE, 'light'],
    ['logs?level=all', DESKTOP, 'light'],
  ] as const;
  it.each(pickVariants(views, 3))(
    '%s: axe-core finds nothing serious at %o in %s',
    async (section, size, scheme) => {
      const { page, context } = await world.open(`/bots/${botId}/${section}`, { size, scheme });
      await page.locator('.results-table, .funnel, .logs-body').first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await context.close();
    },
  );

  it('axe-core finds nothing serious in the conversation', async () => {
    const { page, context } = await openResults(`?result=${botId}-${idOf(1)}`);
    await page.getByRole('list', { name: 'Conversation' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await context.close();
  });
});
