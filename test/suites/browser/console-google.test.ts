import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  GOOGLE_CLIENT,
  type GoogleServer,
  SHEETS_SCOPE,
  startGoogleServer,
} from '#test/support/sign-in/google-server.ts';
import { type ConsoleUnderTest, seriousFindings, startConsole } from './console-under-test.ts';
import { hasBrowser, noticeAbsence } from './engine.ts';

noticeAbsence('signing in with Google in the console');

describe.skipIf(!hasBrowser)('signing in with Google in the console', () => {
  let world: ConsoleUnderTest;
  let google: GoogleServer;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'console-google-'));
    google = await startGoogleServer();
    world = await startConsole();
    // The pages are bundled for the first request, which on a busy machine takes longer than a page may load.
    await fetch(world.service.baseUrl);
  });
  afterAll(async () => {
    await world?.stop();
    await google?.stop();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  const credentialsFile = () => path.join(folder, 'credentials.json');
  const readStored = (id: string): Record<string, string> | undefined =>
    JSON.parse(readFileSync(credentialsFile(), 'utf8'))[world.workspaceId]?.[id];

  beforeEach(async () => {
    const variables = {
      CREDENTIALS: '',
      CREDENTIALS_FILE: credentialsFile(),
      CREDENTIALS_SECRET_PREFIX: '',
      GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
      GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
      GOOGLE_TOKEN_URL: google.tokenUrl,
      HTTP_PRIVATE_HOSTS: '127.0.0.1',
    };
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    Object.assign(google, { asked: [], exchanges: [], given: [], denied: new Set(), fault: undefined });
    writeFileSync(credentialsFile(), '{}', { mode: 0o600 });
    const params = { workspaceId: world.workspaceId };
    for (const { id } of (await world.client.listCredentials({ params })).credentials) {
      await world.client.deleteCredentials({ params: { ...params, credentialsId: id } });
    }
  });

  /** Opens a page of the console, in which Google's page is that of the server on this machine. */
  const open = async (address: string) => {
    const opened = await world.open(address);
    await opened.page.route('https://accounts.google.com/**', (route) => {
      const target = `${google.authorizationUrl}${new URL(route.request().url()).search}`;
      return route.fulfill({
        contentType: 'text/html',
        body: `<meta http-equiv="refresh" content="0;url=${target.replaceAll('&', '&amp;')}">`,
      });
    });
    return opened;
  };

  const fillNew = async (page: Page) => {
    await page.getByRole('button', { name: 'Add credentials' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Service').selectOption('google sheets');
    await dialog.getByLabel('Name', { exact: true }).fill('Orders');
    await dialog.getByLabel('Id', { exact: true }).fill('orders');
    return dialog;
  };

  it('stores a refresh token of the account, again when they are replaced, and keeps nothing', async () => {
    const { page, context, problems } = await open('/credentials');
    const dialog = await fillNew(page);
    await dialog.getByLabel('Name', { exact: true }).fill('');
    expect(await dialog.getByLabel('Refresh token', { exact: true }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Sign in with Google' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByLabel('Name', { exact: true }).fill('Orders');
    await dialog.getByRole('button', { name: 'Sign in with Google' }).click();

    const row = page.getByRole('row', { name: /Orders\s+Google Sheets\s+orders/ });
    await row.waitFor();
    await page.getByText('“Orders” is stored.').first().waitFor();
    expect(page.url()).toBe(`${world.service.baseUrl}/credentials`);
    expect(google.asked.map((query) => query.get('scope'))).toEqual([SHEETS_SCOPE]);
    const first = readStored('orders');
    expect(first).toMatchObject({ client_id: GOOGLE_CLIENT.id, client_secret: GOOGLE_CLIENT.secret });
    const { refresh_token } = JSON.parse(google.given[0] ?? '{}') as { refresh_token: string };
    expect(first?.refresh_token).toBe(refresh_token);
    const everything = await readEverything(page);
    for (const secret of [
      GOOGLE_CLIENT.secret,
      refresh_token,
      google.exchanges[0]?.get('code') ?? '',
      google.exchanges[0]?.get('code_verifier') ?? '',
    ]) {
      expect(everything).not.toContain(secret);
    }

    await row.getByRole('button', { name: 'Replace Orders' }).click();
    await dialog.getByText('so sign in again').waitFor();
    await dialog.getByRole('button', { name: 'Sign in with Google' }).click();
    await expect.poll(() => google.exchanges.length, { timeout: 60_000 }).toBe(2);
    await page.getByText('“Orders” is stored.').first().waitFor();
    expect(readStored('orders')?.refresh_token).not.toBe(refresh_token);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('says that access was not given, and leads back to the form', async () => {
    google.denied.add(SHEETS_SCOPE);
    const { page, context } = await open('/credentials');
    const dialog = await fillNew(page);
    await dialog.getByRole('button', { name: 'Sign in with Google' }).click();
    await page.getByText('You have not given access to the account.').waitFor();
    expect(page.url()).toBe(`${world.service.baseUrl}/google`);
    await page.getByRole('link', { name: 'Back to the credentials' }).click();
    expect(await dialog.getByLabel('Service').inputValue()).toBe('google sheets');
    expect(await dialog.getByLabel('Id', { exact: true }).inputValue()).toBe('orders');
    expect(readStored('orders')).toBeUndefined();
    await context.close();
  });

  it('says why the service refuses a code', async () => {
    google.fault = { status: 400, body: JSON.stringify({ error: 'invalid_grant' }) };
    const { page, context } = await open('/credentials');
    const dialog = await fillNew(page);
    await dialog.getByRole('button', { name: 'Sign in with Google' }).click();
    await page.getByText('Google does not accept the code').waitFor();
    expect(readStored('orders')).toBeUndefined();
    await context.close();
  });

  it('refuses what it has not begun: a link with a code, and the sign-in of another token', async () => {
    const { page, context } = await open('/google?code=c-1&state=s-1');
    await page.getByText('was not begun in this tab with your token').waitFor();
    expect(page.url()).toBe(`${world.service.baseUrl}/google`);

    const states: (string | null)[] = [];
    await page.route('https://accounts.google.com/**', (route) => {
      states.push(new URL(route.request().url()).searchParams.get('state'));
      return route.fulfill({ contentType: 'text/html', body: '<h1>Google</h1>' });
    });
    await page.goto(`${world.service.baseUrl}/credentials`);
    const dialog = await fillNew(page);
    await dialog.getByRole('button', { name: 'Sign in with Google' }).click();
    await page.getByRole('heading', { name: 'Google' }).waitFor();
    const { token } = await world.client.createToken({
      params: { workspaceId: world.workspaceId },
      body: { name: 'Other admin', role: 'admin' },
    });
    await page.goto(`${world.service.baseUrl}/google?code=c-1&state=${states[0]}#token=${token.token}`);
    await page.getByText('was not begun in this tab with your token').waitFor();
    expect(google.exchanges).toEqual([]);
    await context.close();
  });

  it('takes a pasted refresh token, also without an OAuth client of the operator, and says what to set', async () => {
    const { page, context } = await open('/credentials');
    const dialog = await fillNew(page);
    await dialog.getByLabel('Enter a refresh token of another OAuth client').check();
    await dialog.getByLabel('Client secret', { exact: true }).waitFor();
    vi.stubEnv('GOOGLE_CLIENT_ID', '');
    vi.stubEnv('GOOGLE_CLIENT_SECRET', '');
    await page.reload();
    await fillNew(page);
    await dialog.getByText('GOOGLE_CLIENT_SECRET').waitFor();
    await dialog.getByText(`${world.service.baseUrl}/google`).waitFor();
    expect(await dialog.getByRole('button', { name: 'Sign in with Google' }).count()).toBe(0);
    await dialog.getByLabel('Client ID', { exact: true }).fill('own');
    await dialog.getByLabel('Client secret', { exact: true }).fill('own-secret');
    await dialog.getByLabel('Refresh token', { exact: true }).fill('own-token');
    await dialog.getByRole('button', { name: 'Store' }).click();
    await page.getByRole('row', { name: /Orders/ }).waitFor();
    expect(readStored('orders')).toEqual({
      client_id: 'own',
      client_secret: 'own-secret',
      refresh_token: 'own-token',
      kind: 'google sheets',
    });
    await context.close();
  });
});

/** Returns all that a page shows or keeps. */
async function readEverything(page: Page): Promise<string> {
  return await page.evaluate<string>(
    `JSON.stringify([
      document.documentElement.outerHTML,
      { ...localStorage },
      { ...sessionStorage },
      location.href,
      history.state,
    ])`,
  );
}
