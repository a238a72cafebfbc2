import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';
import {
  CLIENT_ID,
  type IdentityProvider,
  startIdentityProvider,
} from '#test/support/sign-in/identity-provider.ts';
import {
  type ConsoleUnderTest,
  DESKTOP,
  PHONE,
  seriousFindings,
  startConsole,
} from './console-under-test.ts';
import { hasBrowser, noticeAbsence, pickVariants } from './engine.ts';
import { countKeptEdits } from './kept-edits.ts';

noticeAbsence('sign-in with an identity provider in the console');

describe.skipIf(!hasBrowser)('sign-in with an identity provider', () => {
  let provider: IdentityProvider;
  let world: ConsoleUnderTest;

  beforeAll(async () => {
    provider = await startIdentityProvider();
    world = await startConsole();
    process.env.OIDC_ISSUER = provider.issuer;
    process.env.OIDC_CLIENT_ID = CLIENT_ID;
    process.env.OIDC_WORKSPACE_ID = world.workspaceId;
    process.env.OIDC_ROLE_CLAIM = 'groups';
    process.env.OIDC_ROLES = 'bot-editors=editor';
  });

  afterAll(async () => {
    for (const name of Object.keys(process.env)) if (name.startsWith('OIDC_')) delete process.env[name];
    await world?.stop();
    await provider?.stop();
  });

  /** Has the provider sign in somebody else than Ada, as its own page would. */
  const signInAs = async (page: Page, account: string) =>
    await page.route(`${provider.issuer}/auth?**`, (route) =>
      route.continue({ url: `${route.request().url()}&login_hint=${account}` }),
    );

  it('leads to the provider and back to the page that was opened, with the role of the claim', async () => {
    const { page, context, problems } = await world.newPage();
    await page.goto(`${world.service.baseUrl}/jobs?state=done`);
    await page.getByRole('button', { name: `Sign in with ${new URL(provider.issuer).host}` }).click();
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/jobs');
    expect(page.url()).not.toContain('code=');
    expect(await page.getByRole('link', { name: 'People' }).count()).toBe(0);
    const stored = (await page.evaluate('JSON.stringify({ ...sessionStorage })')) as string;
    expect(stored).not.toContain('codeVerifier');
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain('bot_');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('keeps somebody signed in on a browser who wants that', async () => {
    const { page, context } = await world.newPage();
    await page.goto(world.service.baseUrl);
    await page.getByLabel('Stay signed in on this browser').check();
    await page.getByRole('button', { name: /^Sign in with/ }).click();
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    const other = await context.newPage();
    await other.goto(world.service.baseUrl);
    await other.getByRole('heading', { name: 'Bots' }).waitFor();
    await context.close();
  });

  it('says what to do to a person without a role, who joins by invitation and can come back', async () => {
    const { page, context } = await world.newPage();
    await signInAs(page, 'grace');
    await page.goto(world.service.baseUrl);
    await page.getByRole('button', { name: /^Sign in with/ }).click();
    await page.getByText('ask an admin of the workspace for an invitation').waitFor();

    const { path } = await world.client.createInvitation({
      params: { workspaceId: world.workspaceId },
      body: { name: 'Grace, sales', role: 'viewer' },
    });
    await page.goto(`${world.service.baseUrl}${path}`);
    await page.getByRole('button', { name: /^Accept with/ }).click();
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    await page.getByRole('button', { name: 'Workspace Local workspace' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: /^Sign in with/ }).click();
    await page.getByRole('heading', { name: 'Bots' }).waitFor();

    const admin = await world.open('/people');
    const row = admin.page.getByRole('row', {
      name: /Grace Hopper\s+grace@example\.com\s+Grace, sales\s+viewer/,
    });
    await row.first().waitFor();
    expect(await row.count()).toBe(2);
    await row.first().getByRole('button', { name: 'Remove Grace Hopper' }).click();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row.first().waitFor({ state: 'detached' });
    expect(await row.count()).toBe(0);
    await admin.context.close();
    await context.close();
  });

  it('offers edits that were not saved to the same person after another sign-in, and to nobody else', async () => {
    const { bot } = await world.client.importBot({
      body: {
        workspaceId: world.workspaceId,
        bot: chatBot([{ id: 'one', blocks: [text('hello', 'Hello')] }]) as never,
      },
    });
    const { context, page: first } = await world.newPage();
    const open = async (page: Page, account?: string) => {
      if (account) {
        await context.clearCookies();
        await signInAs(page, account);
      }
      await page.goto(`${world.service.baseUrl}/bots/${bot.id}?panel=edit&group=one`);
      await page.getByRole('button', { name: /^Sign in with/ }).click();
      await page.getByLabel('Title of the group').waitFor();
      return page;
    };
    const offer = (page: Page) => page.getByRole('status', { name: 'Edits that were not saved' });
    const editInVain = async (page: Page, title: string) => {
      await page.route('**/edits', (route) => route.abort());
      await page.getByLabel('Title of the group').fill(title);
      await page.getByRole('status').getByText('Not saved').waitFor();
      await expect.poll(() => countKeptEdits(page)).toBeGreaterThan(0);
    };
    await editInVain(await open(first), 'Kept');
    const firstToken = await first.evaluate<string>("sessionStorage.getItem('token')");
    await first.close();

    const second = await open(await context.newPage());
    expect(await second.evaluate("sessionStorage.getItem('token')")).not.toBe(firstToken);
    await offer(second).getByRole('button', { name: 'Edit again' }).click();
    const readTitle = async () =>
      (await world.client.getBot({ params: { botId: bot.id } })).bot.groups[0]?.title;
    await second.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await expect.poll(readTitle).toBe('Kept');

    // The service ends the token in the middle of the work.
    await editInVain(second, 'Kept as well');
    // This one comes before the other.
    await second.route('**/edits', (route) => route.fulfill({ status: 401, body: '{}' }));
    await second.getByLabel('Title of the group').fill('Kept as well!');
    await second.getByText('Your token is no longer valid.').waitFor();
    expect(await countKeptEdits(second)).toBeGreaterThan(0);
    await second.close();

    const mary = await open(await context.newPage(), 'mary');
    expect(await offer(mary).count()).toBe(0);
    await expect.poll(() => countKeptEdits(mary)).toBe(0);
    expect(await readTitle()).toBe('Kept');
    await context.close();
  });

  it('is not undone by a token that was kept before and is slower', async () => {
    const { context, page } = await world.newPage();
    await page.goto(world.service.baseUrl);
    await page.getByRole('button', { name: /^Sign in with/ }).waitFor();
    const before = await context.newPage();
    await before.goto(world.service.baseUrl);
    await before.getByLabel('Stay signed in on this browser').check();
    await before.getByRole('button', { name: /^Sign in with/ }).click();
    await before.getByRole('heading', { name: 'Bots' }).waitFor();
    const kept = await before.evaluate<string>("localStorage.getItem('kept-token')");
    await context.clearCookies();

    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/v1/me', async (route) => {
      if (route.request().headers().authorization === `Bearer ${kept}`) await isReleased;
      await route.continue();
    });
    await signInAs(page, 'mary');
    await page.getByRole('button', { name: /^Sign in with/ }).click();
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    const readToken = () => page.evaluate("sessionStorage.getItem('token')");
    const own = await readToken();
    expect(own).not.toBe(kept);
    const overtaken = page.waitForResponse('**/v1/me');
    release();
    await overtaken;
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    expect(await readToken()).toBe(own);
    await context.close();
  });

  it('is offered only for invitations to the workspace that people sign in to', async () => {
    const { context, page } = await world.newPage();
    const secretOf = (workspaceId: string) => `inv_${workspaceId}.i1.${'x'.repeat(43)}`;
    const accept = page.getByRole('button', { name: /^Accept with/ });
    await page.goto(`${world.service.baseUrl}/invite#${secretOf(world.workspaceId)}`);
    await accept.waitFor();
    const configured = page.waitForResponse('**/_config.json');
    await page.goto(`${world.service.baseUrl}/invite#${secretOf('another')}`);
    await (await configured).finished();
    await page.getByRole('button', { name: 'Accept the invitation' }).waitFor();
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    expect(await accept.count()).toBe(0);
    await context.close();
  });

  it.each([
    ['that this tab has not begun', '?code=x&state=y'],
    ['that the provider has refused', '?error=access_denied&error_description=Call+0900&state=y'],
    ['without anything', ''],
  ])('refuses an answer %s', async (_, query) => {
    const { page, context } = await world.newPage();
    await page.goto(`${world.service.baseUrl}/sign-in${query}`);
    await page.getByText('This sign-in was not begun in this tab.').waitFor();
    expect(await page.content()).not.toContain('0900');
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await context.close();
  });

  it('refuses an answer with another state', async () => {
    const { page, context } = await world.newPage();
    // The provider gives back what it was given. Its redirect itself cannot be intercepted.
    await page.route(`${provider.issuer}/auth?**`, (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('state', 'another');
      return route.continue({ url: url.href });
    });
    await page.goto(world.service.baseUrl);
    await page.getByRole('button', { name: /^Sign in with/ }).click();
    await page.getByText('You could not be signed in').waitFor();
    await context.close();
  });

  it('says that the provider does not respond, and tries again', async () => {
    const { page, context } = await world.newPage();
    await page.goto(world.service.baseUrl);
    await page.route(`${provider.issuer}/**`, (route) => route.abort());
    await page.getByRole('button', { name: /^Sign in with/ }).click();
    await page.getByText('The service did not respond.').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: /^Sign in with/ }).click();
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    await context.close();
  });

  const views = [
    [DESKTOP, 'light'],
    [DESKTOP, 'dark'],
    [PHONE, 'light'],
    [PHONE, 'dark'],
  ] as const;

  it.each(pickVariants(views))('has no serious findings of axe at %o, %s', async (size, scheme) => {
    const { page, context } = await world.newPage({ size, scheme });
    await page.goto(world.service.baseUrl);
    await page.getByRole('button', { name: /^Sign in with/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(`${world.service.baseUrl}/sign-in`);
    await page.getByText('You could not be signed in').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await context.close();
  });
});
