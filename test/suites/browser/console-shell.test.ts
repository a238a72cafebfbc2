import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleUnderTest, seriousFindings, startConsole, VIEWS } from './console-under-test.ts';
import { can, hasBrowser, noticeAbsence, pickVariants } from './engine.ts';

noticeAbsence('the console');

describe.skipIf(!hasBrowser)("the console's shell", () => {
  let world: ConsoleUnderTest;

  beforeAll(async () => {
    world = await startConsole();
  });

  afterAll(() => world?.stop());

  it.skipIf(!can('open a second tab'))('keeps the token from other tabs', async () => {
    const { context } = await world.open('/');
    const other = await context.newPage();
    await other.goto(world.service.baseUrl);
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await context.close();
  });

  it('signs in with a token, says where, and keeps the token in the tab only', async () => {
    const { page, context, problems } = await world.newPage();
    await page.goto(`${world.service.baseUrl}/?state=draft`);
    await page.getByLabel('Token').fill(world.token);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    expect(new URL(page.url()).search).toBe('?state=draft');

    await page.getByRole('button', { name: 'Workspace Local workspace' }).click();
    const account = page.getByRole('dialog', { name: 'Workspace Local workspace' });
    await expect.poll(() => account.innerText()).toMatch(/Local development\s+Role\s+admin/);
    await page.keyboard.press('Escape');

    await page.reload();
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain(world.token);

    await page.getByRole('button', { name: 'Workspace Local workspace' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each([
    ['', 'Enter a token.'],
    ['bot_ä', 'A token has only letters, digits and _.'],
    ['bot_unknown', 'The token is unknown, has expired or was revoked.'],
  ])('refuses the token “%s”', async (token, message) => {
    const { page, context } = await world.newPage();
    await page.goto(world.service.baseUrl);
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(message).waitFor();
    expect(await page.getByLabel('Token').getAttribute('aria-invalid')).toBe('true');
    await context.close();
  });

  it('signs in by itself where the local server tells its token', async () => {
    const { token, workspaceId, service } = world;
    service.offerSession({ token, workspaceId, sample: { botId: '', resultId: '', sessionId: '' } });
    const { page, context, problems } = await world.newPage();
    await page.goto(service.baseUrl);
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    service.offerSession(undefined);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('signs nobody in with a link from elsewhere', async () => {
    const { page, context } = await world.newPage();
    // A console that is not on this machine: its name leads to the service of this test.
    const elsewhere = 'http://console.example';
    await context.route(`${elsewhere}/**`, async (route) => {
      const url = route.request().url().replace(elsewhere, world.service.baseUrl);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await page.goto(`${elsewhere}/?state=draft#token=${world.token}`);
    await page.getByText('A link cannot sign you in.').waitFor();
    expect(page.url()).toBe(`${elsewhere}/?state=draft`);
    expect(await page.evaluate('sessionStorage.length + localStorage.length')).toBe(0);
    await context.close();
  });

  it('asks again when the token has been revoked, and shows the same page afterwards', async () => {
    const { page, context, tokenId } = await world.openAsViewer('/?state=draft');
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    expect(await page.getByRole('button', { name: 'New bot' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Tokens' }).count()).toBe(0);

    await world.client.revokeToken({ params: { workspaceId: world.workspaceId, tokenId } });
    // The gateway remembers for a minute that the token was valid.
    await page.route('**/v1/bots?*', (route) =>
      route.fulfill({ status: 401, json: { code: 'UNAUTHORIZED', message: 'No' } }),
    );
    await page.getByRole('button', { name: 'Archived' }).click();
    await page.getByText('Your token is no longer valid.').waitFor();
    await page.unrouteAll();
    await page.getByLabel('Token').fill(world.token);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Archived', pressed: true }).waitFor();
    await context.close();
  });

  it('says so if the service does not respond, and goes on when it does', async () => {
    const { page, context } = await world.open('/');
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    await page.route('**/v1/me', (route) => route.abort());
    await page.reload();
    await page.getByText('The service did not respond.').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    await context.close();
  });

  it('lists its keys, focuses the search, and leaves typed letters alone', async () => {
    const { page, context } = await world.open('/');
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect.poll(() => keys.innerText()).toContain('Search bots');
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });

    await page.keyboard.press('/');
    await page.keyboard.type('n?/');
    expect(await page.getByLabel('Search bots').inputValue()).toBe('n?/');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await context.close();
  });

  it('is light or dark as the system or the person wants, and remembers that', async () => {
    const { page, context } = await world.open('/', { scheme: 'dark' });
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    const dark = await background();
    await page.getByRole('button', { name: 'Workspace Local workspace' }).click();
    await page.getByRole('button', { name: 'Light' }).click();
    const light = await background();
    expect(light).not.toBe(dark);
    await page.reload();
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    expect(await background()).toBe(light);
    await context.close();
  });

  it('says that there is no page at an unknown address', async () => {
    const { page, context } = await world.open('/nowhere');
    await page.getByText('There is no page at this address').waitFor();
    await page.getByRole('link', { name: 'All bots' }).click();
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    await context.close();
  });

  it.each(pickVariants(VIEWS))('is accessible at $size.width px, $scheme', async (view) => {
    const { page, context, problems } = await world.newPage(view);
    await page.goto(world.service.baseUrl);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Token').fill(world.token);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Workspace Local workspace' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.size.width);
    expect(problems).toEqual([]);
    await context.close();
  });
});
