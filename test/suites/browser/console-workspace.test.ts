import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '#apps/client/client.ts';
import {
  type ConsoleUnderTest,
  DESKTOP,
  PHONE,
  seriousFindings,
  startConsole,
} from './console-under-test.ts';
import { hasBrowser, noticeAbsence, pickVariants } from './engine.ts';

noticeAbsence('tokens, audit and jobs in the console');

describe.skipIf(!hasBrowser)('a workspace in the console', () => {
  let world: ConsoleUnderTest;

  beforeAll(async () => {
    world = await startConsole();
  });

  afterAll(() => world?.stop());

  it('has tokens, which are shown once and can be revoked', async () => {
    const { page, context, problems } = await world.open('/tokens');
    await page.getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByLabel('Name').fill('Nightly export');
    await dialog.getByRole('button', { name: 'Editor' }).click();
    await dialog.getByLabel('Expires').selectOption({ label: 'In 7 days' });
    await dialog.getByRole('button', { name: 'Create' }).click();
    const token = await dialog.getByRole('textbox', { name: 'Token' }).inputValue();
    expect(token).toMatch(/^bot_/);
    const { baseUrl, chatUrl } = world.service;
    const me = await createClient({ baseUrl, chatUrl, token }).getMe();
    expect(me.workspaces).toMatchObject([{ id: world.workspaceId, role: 'editor' }]);

    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(await page.content()).not.toContain(token);
    const row = page.getByRole('row', { name: /Nightly export/ });
    await row.getByRole('button', { name: 'Revoke Nightly export' }).click();
    await dialog.getByText('Revoke “Nightly export”?').waitFor();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    const { tokens } = await world.client.listTokens({ params: { workspaceId: world.workspaceId } });
    expect(tokens.find(({ name }) => name === 'Nightly export')?.revokedAt).not.toBeNull();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('has an audit trail, also of one bot', async () => {
    const { bot } = await world.client.createBot({
      body: { workspaceId: world.workspaceId, bot: { name: 'Audited' } },
    });
    await world.client.updateBot({ params: { botId: bot.id }, body: { bot: { name: 'Audited twice' } } });
    const { page, context } = await world.open(`/audit?bot=${bot.id}`);
    const rows = page.locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
    await expect.poll(() => rows.first().innerText()).toMatch(/Local development\s+Changed the bot/);
    // Beside the id, and in the line that says which bot it is about.
    await expect.poll(() => page.getByRole('link', { name: 'Audited twice' }).count()).toBe(3);
    await page.getByRole('button', { name: 'Show all changes' }).click();
    await page.getByText('Created the workspace').waitFor();
    await context.close();
  });

  it('lists its jobs with their progress', async () => {
    const { bot } = await world.client.createBot({
      body: { workspaceId: world.workspaceId, bot: { name: 'Emptied' } },
    });
    await world.client.startJob({
      params: { workspaceId: world.workspaceId },
      body: { kind: 'deleteResults', botId: bot.id, all: true },
    });
    const { page, context, problems } = await world.open('/jobs');
    const row = page.getByRole('row', { name: /Delete results/ });
    await row.getByText('Done').waitFor({ timeout: 20_000 });
    await expect.poll(() => row.innerText()).toContain('0 results');
    expect(problems).toEqual([]);
    await context.close();
  });

  const views = [
    ['/tokens', DESKTOP, 'light'],
    ['/tokens', PHONE, 'dark'],
    ['/audit', PHONE, 'light'],
    ['/jobs', DESKTOP, 'dark'],
  ] as const;
  it.each(pickVariants(views, 2))(
    '%s: axe-core finds nothing serious at %o in %s',
    async (address, size, scheme) => {
      const { page, context } = await world.open(address, { size, scheme });
      await page.locator('main .card').waitFor();
      await page.waitForLoadState('networkidle');
      expect(await seriousFindings(page)).toEqual([]);
      await context.close();
    },
  );

  it.each(pickVariants(['/tokens', '/audit', '/jobs']))('%s: no row is cut on a phone', async (address) => {
    const { page, context } = await world.open(address, { size: PHONE });
    const row = page.locator('.list-table tbody tr').first();
    await row.waitFor();
    await page.waitForLoadState('networkidle');
    const overflow = await page
      .locator('.table-scroll')
      .evaluate((node) => node.scrollWidth - node.clientWidth);
    expect(overflow).toBe(0);
    const firstName = await row
      .locator('td')
      .first()
      .evaluate((node) => node.ownerDocument.defaultView.getComputedStyle(node, '::before').content);
    expect(firstName).toMatch(/Name|When|Job/);
    await context.close();
  });
});
