import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsoleUnderTest,
  DESKTOP,
  PHONE,
  seriousFindings,
  startConsole,
} from './console-under-test.ts';
import { can, hasBrowser, noticeAbsence, pickVariants } from './engine.ts';

noticeAbsence('people and invitations in the console');

describe.skipIf(!hasBrowser)('people in the console', () => {
  let world: ConsoleUnderTest;

  beforeAll(async () => {
    world = await startConsole();
  });

  afterAll(() => world?.stop());

  const invite = async (name: string, role: 'viewer' | 'editor' | 'admin' = 'editor') =>
    await world.client.createInvitation({
      params: { workspaceId: world.workspaceId },
      body: { name, role },
    });
  const toUrl = (path: string) => `${world.service.baseUrl}${path}`;

  it('are invited, join with the link alone, and lose their access again', async () => {
    const { page, context, problems } = await world.open('/people');
    await page.getByText('Nobody has joined yet').waitFor();
    await page.getByRole('button', { name: 'Invite a person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    await dialog.getByText('Enter a name or an address.').waitFor();
    await dialog.getByLabel('Name or e-mail address').fill('ada@example.com');
    await dialog.getByRole('button', { name: 'Editor' }).click();
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
    expect(link).toMatch(/\/invite#inv_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /ada@example\.com\s+editor/ }).waitFor();
    expect(await page.content()).not.toContain(link.slice(link.indexOf('#') + 1));

    const guest = await world.newPage();
    await guest.page.goto(link);
    await guest.page.getByLabel('Your name').fill('Ada Lovelace');
    await guest.page.keyboard.press('Enter');
    await guest.page.getByRole('heading', { name: 'Welcome to Local workspace' }).waitFor();
    await guest.page.getByText('Ada Lovelace, you are now an editor of this workspace.').waitFor();
    expect(new URL(guest.page.url()).hash).toBe('');
    const token = await guest.page.getByLabel('Your token').inputValue();
    expect(await guest.page.getByLabel('Stay signed in on this browser').isChecked()).toBe(false);
    await guest.page.getByRole('button', { name: 'Open the console' }).click();
    await guest.page.getByRole('heading', { name: 'Bots' }).waitFor();
    await guest.page.getByRole('button', { name: 'New bot' }).waitFor();
    expect(await guest.page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain(token);

    await page.reload();
    const row = page.getByRole('row', { name: /Ada Lovelace\s+ada@example\.com/ });
    await row.getByRole('button', { name: 'Remove Ada Lovelace' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Nobody has joined yet').waitFor();
    const { tokens } = await world.client.listTokens({ params: { workspaceId: world.workspaceId } });
    expect(tokens.find(({ name }) => name === 'Ada Lovelace')?.revokedAt).not.toBeNull();
    expect([...problems, ...guest.problems]).toEqual([]);
    await context.close();
    await guest.context.close();
  });

  it('are not invited any more once the invitation is revoked', async () => {
    const { path } = await invite('Grace');
    const { page, context } = await world.open('/people');
    await page.getByRole('button', { name: 'Revoke the invitation for Grace' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The invitation for “Grace” is revoked.').waitFor();
    await context.close();

    const guest = await world.newPage();
    await guest.page.goto(toUrl(path));
    await guest.page.getByRole('button', { name: 'Accept the invitation' }).click();
    await guest.page.getByText('Enter your name.').waitFor();
    await guest.page.getByLabel('Your name').fill('Grace');
    await guest.page.getByRole('button', { name: 'Accept the invitation' }).click();
    await guest.page.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor();
    // In the same tab, the next link changes nothing but the fragment.
    await guest.page.evaluate(`location.hash = ''`);
    await guest.page.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
    const { path: secondPath } = await invite('Grace again');
    await guest.page.evaluate(`location.hash = '${new URL(toUrl(secondPath)).hash}'`);
    await guest.page.getByRole('button', { name: 'Accept the invitation' }).waitFor();
    await guest.page.evaluate(`location.hash = ''`);
    await guest.page.getByRole('link', { name: 'Sign in with a token' }).click();
    await guest.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await guest.context.close();
  });

  it.skipIf(!can('open a second tab'))(
    'stay signed in on a browser if they want to, until they sign out',
    async () => {
      const { path } = await invite('Linus', 'viewer');
      const { page, context } = await world.newPage();
      await page.goto(toUrl(path));
      await page.getByLabel('Your name').fill('Linus');
      await page.keyboard.press('Enter');
      await page.getByLabel('Stay signed in on this browser').check();
      await page.getByRole('button', { name: 'Open the console' }).click();
      await page.getByRole('heading', { name: 'Bots' }).waitFor();

      const other = await context.newPage();
      await other.goto(world.service.baseUrl);
      await other.getByRole('heading', { name: 'Bots' }).waitFor();
      await other.getByRole('button', { name: 'Workspace Local workspace' }).click();
      await other.getByRole('button', { name: 'Sign out' }).click();
      await other.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await other.evaluate('JSON.stringify({ ...localStorage })')).not.toContain('bot_');
      await other.reload();
      await other.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.getByText('You have signed out in another tab.').waitFor();
      await context.close();
    },
  );

  it('keep their place if the service does not respond, and join when it does', async () => {
    const { path } = await invite('Margaret');
    const { page, context } = await world.newPage();
    await page.goto(toUrl(path));
    await page.route('**/v1/invitations/accept', (route) => route.abort());
    await page.getByLabel('Your name').fill('Margaret');
    await page.keyboard.press('Enter');
    await page.getByText('The service did not respond.').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await page.getByRole('heading', { name: 'Welcome to Local workspace' }).waitFor();
    await context.close();
  });

  const views = [
    [DESKTOP, 'light'],
    [PHONE, 'dark'],
  ] as const;
  it.each(pickVariants(views, 1))('axe-core finds nothing serious at %o in %s', async (size, scheme) => {
    await invite('Waiting');
    const { path } = await invite('Alan');
    const { page, context } = await world.open('/people', { size, scheme });
    await page
      .getByRole('row', { name: /Waiting/ })
      .first()
      .waitFor();
    await page.waitForLoadState('networkidle');
    expect(await seriousFindings(page)).toEqual([]);
    await context.close();

    const guest = await world.newPage({ size, scheme });
    await guest.page.goto(toUrl(path));
    await guest.page.getByLabel('Your name').fill('Alan');
    expect(await seriousFindings(guest.page)).toEqual([]);
    await guest.page.keyboard.press('Enter');
    await guest.page.getByRole('heading', { name: 'Welcome to Local workspace' }).waitFor();
    expect(await seriousFindings(guest.page)).toEqual([]);
    await guest.context.close();
  });
});
