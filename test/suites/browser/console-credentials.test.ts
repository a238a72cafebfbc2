import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot } from '#test/fixtures/chat-bots.ts';
import { type FakeSecretsManager, startFakeSecretsManager } from '#test/support/fake-secrets-manager.ts';
import { type ConsoleUnderTest, seriousFindings, startConsole, VIEWS } from './console-under-test.ts';
import { hasBrowser, noticeAbsence, pickVariants } from './engine.ts';

noticeAbsence('credentials in the console');

const CANARY = 'canary-6b0f';

describe.skipIf(!hasBrowser)('credentials in the console', () => {
  let world: ConsoleUnderTest;
  let secretsManager: FakeSecretsManager;
  let folder: string;
  /** Accepts keys that begin with `good`, and repeats them. */
  let provider: Server;
  let baseUrl: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'console-credentials-'));
    secretsManager = await startFakeSecretsManager();
    for (const [name, value] of Object.entries(secretsManager.env)) vi.stubEnv(name, value);
    vi.stubEnv('HTTP_PRIVATE_HOSTS', '127.0.0.1');
    provider = createServer((request, response) => {
      const { authorization = '' } = request.headers;
      response.writeHead(authorization.startsWith('Bearer good') ? 200 : 401).end(authorization);
    }).listen(0, '127.0.0.1');
    await once(provider, 'listening');
    baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
    world = await startConsole();
  });

  afterAll(async () => {
    await world?.stop();
    provider?.close();
    await secretsManager?.stop();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  const credentialsFile = () => path.join(folder, 'credentials.json');
  const readStored = (id: string): unknown =>
    JSON.parse(readFileSync(credentialsFile(), 'utf8'))[world.workspaceId]?.[id];
  const listIds = async () => {
    const params = { workspaceId: world.workspaceId };
    return (await world.client.listCredentials({ params })).credentials.map(({ id }) => id);
  };
  const store = async (id: string, kind: 'openai' | 'stripe' | 'smtp', name: string, data: JsonObject) =>
    await world.client.putCredentials({
      params: { workspaceId: world.workspaceId, credentialsId: id },
      body: { kind, name, data },
    });

  beforeEach(async () => {
    vi.stubEnv('CREDENTIALS', '');
    vi.stubEnv('CREDENTIALS_SECRET_PREFIX', '');
    vi.stubEnv('CREDENTIALS_FILE', credentialsFile());
    writeFileSync(credentialsFile(), '{}', { mode: 0o600 });
    for (const credentialsId of await listIds()) {
      await world.client.deleteCredentials({ params: { workspaceId: world.workspaceId, credentialsId } });
    }
  });

  const openAsEditor = async (address: string) => {
    const { token } = await world.client.createToken({
      params: { workspaceId: world.workspaceId },
      body: { name: 'Editor', role: 'editor' },
    });
    const opened = await world.newPage();
    await opened.page.goto(`${world.service.baseUrl}${address}#token=${token.token}`);
    return opened;
  };

  it('are stored, tested, replaced and deleted, and their values are nowhere afterwards', async () => {
    const { page, context, problems } = await world.open('/credentials');
    await page.getByText('No credentials are stored').waitFor();
    await page.getByRole('button', { name: 'Add credentials' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Store' }).click();
    await dialog.getByText('Choose a service.').waitFor();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByLabel('Service').selectOption('openai');
    await dialog.getByText('.local/credentials.json').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('Support');
    await dialog.getByLabel('Id', { exact: true }).fill('support');
    await dialog.getByRole('button', { name: 'Store' }).click();
    await dialog.getByText('Enter a value.').waitFor();
    const key = dialog.getByLabel('API key');
    expect(await key.getAttribute('type')).toBe('password');
    expect(await key.getAttribute('autocomplete')).toBe('off');
    expect(await key.getAttribute('data-lpignore')).toBe('true');
    expect(await page.evaluate<string>('document.activeElement.type')).toBe('password');
    await key.fill(` bad ${CANARY}`);
    await dialog.getByLabel('Base URL (optional)').fill(baseUrl);
    await dialog.getByLabel('Hosts (optional)').fill('llm.example.com, *.llm.example.com');
    await page.keyboard.press('Enter');
    const row = page.getByRole('row', { name: /Support\s+OpenAI\s+support/ });
    await row.waitFor();
    expect(readStored('support')).toEqual({
      apiKey: `bad ${CANARY}`,
      baseUrl,
      hosts: ['llm.example.com', '*.llm.example.com'],
      kind: 'openai',
    });
    expect(await readEverything(page)).not.toContain(CANARY);

    await row.getByRole('button', { name: 'Test Support' }).click();
    await row.getByText('Invalid', { exact: true }).waitFor();

    await row.getByRole('button', { name: 'Replace Support' }).click();
    await dialog.getByText('Stored values are never shown').waitFor();
    expect(await readEverything(page)).not.toContain(CANARY);
    expect(await dialog.getByLabel('API key').inputValue()).toBe('');
    expect(await dialog.getByLabel('Service').count()).toBe(0);
    await dialog.getByLabel('API key').fill(`good ${CANARY}`);
    await dialog.getByLabel('Base URL (optional)').fill(baseUrl);
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await page.getByText('“Support” is stored.').first().waitFor();
    await expect
      .poll(() => readStored('support'))
      .toEqual({
        apiKey: `good ${CANARY}`,
        baseUrl,
        kind: 'openai',
      });
    await row.getByText('Invalid', { exact: true }).waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'Test Support' }).click();
    await row.getByText('Valid', { exact: true }).waitFor();

    await page.reload();
    await row.waitFor();
    expect(await readEverything(page)).not.toContain(CANARY);
    await row.getByRole('button', { name: 'Delete Support' }).click();
    await dialog.getByText('This cannot be undone.').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No credentials are stored').waitFor();
    expect(readStored('support')).toBeUndefined();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('leave the browser in one request alone, and come back in no response', async () => {
    const { page, context } = await world.open('/credentials');
    const withValue: string[] = [];
    page.on('request', (request) => {
      const sent = `${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`;
      if (sent.includes(CANARY)) withValue.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    const bodies: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/credentials')) bodies.push(response.text());
    });
    await fillNew(page, { service: 'openai', name: 'Once', id: 'once' });
    await page.getByLabel('API key').fill(CANARY);
    await page.getByRole('dialog').getByRole('button', { name: 'Store' }).click();
    const row = page.getByRole('row', { name: /Once/ });
    await row.getByRole('button', { name: 'Replace Once' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(withValue).toEqual([`PUT /v1/workspaces/${world.workspaceId}/credentials/once`]);
    expect((await Promise.all(bodies)).join('\n')).not.toContain(CANARY);
    await context.close();
  });

  it('have a form for each kind, with the fields that blocks read', async () => {
    const { page, context } = await world.open('/credentials');
    await fillNew(page, { service: 'smtp', name: 'Mail', id: 'mail' });
    await page.getByLabel('Server', { exact: true }).fill('smtp.example.com');
    await page.getByLabel('Port (optional)').fill('submission');
    await page.getByLabel('TLS from the start').check();
    await page.getByLabel('User name (optional)').fill('mailer');
    await page.getByLabel('Password (optional)').fill(CANARY);
    await page.getByLabel("Sender's address").fill('support@example.com');
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Store' });
    await submit.click();
    await page.getByText('Enter a number.').waitFor();
    await page.getByLabel('Port (optional)').fill('465');
    await submit.click();
    await page.getByRole('row', { name: /Mail\s+Mail server/ }).waitFor();
    expect(readStored('mail')).toEqual({
      host: 'smtp.example.com',
      port: 465,
      isTlsEnabled: true,
      username: 'mailer',
      password: CANARY,
      from: { email: 'support@example.com' },
      kind: 'smtp',
    });

    await page.getByRole('button', { name: 'Add credentials' }).click();
    await page.getByLabel('Service').selectOption('openai');
    await page.getByLabel('API key').fill(CANARY);
    await page.getByLabel('Service').selectOption('anthropic');
    expect(await page.getByLabel('API key').inputValue()).toBe('');
    await page.getByLabel('Service').selectOption('gmail');
    await page.getByText('how to get a refresh token without it').waitFor();
    await context.close();
  });

  it('are refused beside the field that is wrong, and nothing that was typed is lost', async () => {
    const { page, context } = await world.open('/credentials');
    await fillNew(page, { service: 'openai', name: 'Wrong', id: 'wrong' });
    await page.getByLabel('API key').fill(CANARY);
    await page.getByLabel('Base URL (optional)').fill('llm.example.com');
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Store' });
    await submit.click();
    await page.getByText('Must be an address that begins with https://').waitFor();
    const url = page.getByLabel('Base URL (optional)');
    expect(await url.getAttribute('aria-invalid')).toBe('true');
    await url.fill('');

    await page.route('**/credentials/wrong', (route) => route.abort());
    await submit.click();
    await page.getByRole('alert').getByText('The service did not respond.').waitFor();
    await page.unrouteAll();
    vi.stubEnv('CREDENTIALS_FILE', '');
    await submit.click();
    await page.getByRole('alert').getByText('This service has no place').waitFor();
    expect(await page.getByLabel('API key').inputValue()).toBe(CANARY);
    vi.stubEnv('CREDENTIALS_FILE', credentialsFile());
    await submit.click();
    await page.getByRole('row', { name: /Wrong/ }).waitFor();
    expect(readStored('wrong')).toEqual({ apiKey: CANARY, kind: 'openai' });

    await fillNew(page, { service: 'openai', name: 'Another', id: 'wrong' });
    await page.getByLabel('API key').fill('another');
    await submit.click();
    await page.getByText('Other credentials have this id.').waitFor();
    expect(readStored('wrong')).toEqual({ apiKey: CANARY, kind: 'openai' });
    await context.close();
  });

  it('have their price in the form of a deployed service, and can be restored there', async () => {
    vi.stubEnv('CREDENTIALS_FILE', '');
    vi.stubEnv('CREDENTIALS_SECRET_PREFIX', 'bots-test');
    const { page, context } = await world.open('/credentials');
    await page.getByRole('button', { name: 'Add credentials' }).click();
    await page.getByText('AWS Secrets Manager').waitFor();
    await page.getByText('$0.40 a month').waitFor();
    expect(secretsManager.calls).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

    await fillNew(page, { service: 'segment', name: 'Deployed', id: 'deployed' });
    await page.getByLabel('API key').fill(CANARY);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Store' }).click();
    const row = page.getByRole('row', { name: /Deployed/ });
    await row.getByRole('button', { name: 'Test Deployed' }).click();
    await row.getByText('Not tested', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Delete Deployed' }).click();
    await dialog.getByText('For seven days, the operator can restore the value.').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No credentials are stored').waitFor();
    const secret = secretsManager.secrets.get(`bots-test/${world.workspaceId}/deployed`);
    expect(secret).toMatchObject({ isDeleted: true });
    await context.close();
  });

  it('say that they are incomplete after a change that did not finish', async () => {
    vi.stubEnv('CREDENTIALS_FILE', '');
    vi.stubEnv('CREDENTIALS_SECRET_PREFIX', 'bots-test');
    const { page, context } = await world.open('/credentials');
    secretsManager.fault = () => ({ code: 'InternalServiceError', message: `No ${CANARY}` });
    await fillNew(page, { service: 'segment', name: 'Half', id: 'half' });
    await page.getByLabel('API key').fill(CANARY);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Store' }).click();
    await dialog.getByRole('alert').getByText('The service is busy.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const row = page.getByRole('row', { name: /Half/ });
    await row.getByText('Incomplete: replace or delete').waitFor();
    secretsManager.fault = () => undefined;
    await row.getByRole('button', { name: 'Replace Half' }).click();
    await dialog.getByLabel('API key').fill(CANARY);
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await row.getByText('Incomplete: replace or delete').waitFor({ state: 'detached' });

    secretsManager.fault = () => ({ code: 'InternalServiceError', message: `No ${CANARY}` });
    await fillNew(page, { service: 'segment', name: 'Again', id: 'again' });
    await page.getByLabel('API key').fill(CANARY);
    await dialog.getByRole('button', { name: 'Store' }).click();
    await dialog.getByRole('alert').getByText('The service is busy.').waitFor();
    await expect.poll(listIds).toContain('again');
    secretsManager.fault = () => undefined;
    await dialog.getByRole('button', { name: 'Store' }).click();
    await page.getByText('“Again” is stored.').waitFor();
    expect(await readEverything(page)).not.toContain(CANARY);
    await context.close();
  });

  it('name the bots that use them before they are deleted', async () => {
    await store('used', 'openai', 'Used', { apiKey: CANARY });
    await store('unused', 'openai', 'Spare', { apiKey: CANARY });
    const ask = { id: 'ask', type: 'openai', options: { credentialsId: 'used' } };
    const document = chatBot([{ id: 'one', blocks: [ask] }], { name: 'Assistant' });
    await world.client.importBot({ body: { workspaceId: world.workspaceId, bot: document as never } });
    const { page, context } = await world.open('/credentials');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Delete Spare' }).click();
    await dialog.getByText('No bot names these credentials in its draft.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete Used' }).click();
    await dialog.getByText('Blocks of “Assistant” name these credentials').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await listIds()).toEqual(expect.arrayContaining(['used', 'unused']));

    await page.route('**/v1/bots?*', (route) => route.abort());
    await page.getByRole('button', { name: 'Delete Used' }).click();
    await dialog.getByText('Blocks that name these credentials do nothing').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('row', { name: /Used/ }).waitFor({ state: 'detached' });
    expect(await listIds()).toEqual(['unused']);
    await context.close();
  });

  it('are a page for admins alone', async () => {
    for (const { page, context } of [
      await openAsEditor('/credentials'),
      await world.openAsViewer('/credentials'),
    ]) {
      await page.getByText('This page is for admins').waitFor();
      expect(await page.getByRole('link', { name: 'Credentials' }).count()).toBe(0);
      await context.close();
    }
  });

  describe('in the form of a block', () => {
    const importBlock = async (block: JsonObject): Promise<string> => {
      const { bot } = await world.client.importBot({
        body: {
          workspaceId: world.workspaceId,
          bot: chatBot([{ id: 'one', blocks: [{ id: 'ask', ...block }] }]) as never,
        },
      });
      return `/bots/${bot.id}?panel=edit&group=one&block=ask`;
    };
    const readNamed = async (address: string) => {
      const botId = address.split(/[/?]/)[2] ?? '';
      const { bot } = await world.client.getBot({ params: { botId } });
      const [block] = (bot.groups[0]?.blocks ?? []) as JsonObject[];
      return (block?.options as JsonObject | undefined)?.credentialsId;
    };
    const readOptions = async (page: Page, label: string) =>
      await page.getByLabel(label, { exact: true }).getByRole('option').allTextContents();

    it('are chosen by name among those of the kind, by an editor too', async () => {
      await store('c1', 'openai', 'Support', { apiKey: CANARY });
      await store('c2', 'stripe', 'Shop', { live: { secretKey: CANARY, publicKey: 'pk' } });
      const address = await importBlock({ type: 'openai', options: {} });
      const { page, context, problems } = await openAsEditor(address);
      const account = page.getByLabel('Account', { exact: true });
      await account.getByRole('option', { name: 'Support' }).waitFor({ state: 'attached' });
      expect(await readOptions(page, 'Account')).toEqual(['None', 'Support', 'Another id…']);
      await account.selectOption('c1');
      await expect.poll(() => readNamed(address)).toBe('c1');
      expect(await page.getByRole('link', { name: /credentials/i }).count()).toBe(0);
      await account.selectOption('');
      await expect.poll(() => readNamed(address)).toBeUndefined();
      expect(await readEverything(page)).not.toContain(CANARY);
      expect(problems).toEqual([]);
      await context.close();
    });

    it('keep an id that is not listed, take a typed one, and lead to the form that stores it', async () => {
      const address = await importBlock({ type: 'openai', options: { credentialsId: 'from-before' } });
      const { page, context } = await world.open(address);
      const account = page.getByLabel('Account', { exact: true });
      await account.getByRole('option', { name: 'Unknown: from-before' }).waitFor({ state: 'attached' });
      expect(await account.inputValue()).toBe('from-before');
      await page.getByText('No credentials with this id are listed.').waitFor();
      await account.selectOption({ label: 'Another id…' });
      await page.getByLabel('Account, id').fill('typed-1');
      await expect.poll(() => readNamed(address)).toBe('typed-1');

      await page.getByRole('link', { name: 'Add credentials' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Id', { exact: true }).waitFor();
      expect(await dialog.getByLabel('Id', { exact: true }).inputValue()).toBe('typed-1');
      expect(await dialog.getByLabel('Service').inputValue()).toBe('openai');
      await dialog.getByLabel('Name', { exact: true }).fill('Typed');
      await dialog.getByLabel('API key').fill(CANARY);
      await dialog.getByRole('button', { name: 'Store' }).click();
      await page.getByRole('row', { name: /Typed/ }).waitFor();
      expect(new URL(page.url()).search).toBe('');
      await page.goto(`${world.service.baseUrl}${address}`);
      await account.getByRole('option', { name: 'Typed', exact: true }).waitFor({ state: 'attached' });
      expect(await account.inputValue()).toBe('typed-1');
      await page.getByRole('link', { name: 'Manage credentials' }).waitFor();
      await context.close();
    });

    it("say if they are of another service, and offer the service's own mail server", async () => {
      await store('c2', 'stripe', 'Shop', { live: { secretKey: CANARY, publicKey: 'pk' } });
      const wrong = await importBlock({ type: 'openai', options: { credentialsId: 'c2' } });
      const { page, context } = await world.open(wrong);
      await page.getByText('Blocks of this type cannot use these credentials.').waitFor();
      expect(await readOptions(page, 'Account')).toContain('Shop (of another service)');
      const mail = await importBlock({ type: 'Email', options: {} });
      await page.goto(`${world.service.baseUrl}${mail}`);
      await page.getByLabel('Mail server', { exact: true }).waitFor();
      expect(await readOptions(page, 'Mail server')).toEqual([
        "The service's own account (default)",
        'Another id…',
      ]);
      await context.close();
    });

    it('keep the id if the list cannot be loaded', async () => {
      const address = await importBlock({ type: 'openai', options: { credentialsId: 'kept' } });
      const { page, context } = await world.newPage();
      await page.route('**/v1/workspaces/*/credentials', (route) => route.abort());
      await page.goto(`${world.service.baseUrl}${address}#token=${world.token}`);
      await page.getByText('The stored credentials could not be loaded.').waitFor();
      expect(await page.getByLabel('Account', { exact: true }).inputValue()).toBe('kept');
      expect(await readNamed(address)).toBe('kept');
      await context.close();
    });
  });

  it.each(pickVariants(VIEWS))('are accessible at $size.width px, $scheme', async (view) => {
    await store('c1', 'openai', 'Support', { apiKey: 'bad', baseUrl });
    const { page, context } = await world.open('/credentials', view);
    const row = page.getByRole('row', { name: /Support/ });
    await row.getByRole('button', { name: 'Test Support' }).click();
    await row.getByText('Invalid', { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.size.width);
    await fillNew(page, { service: 'smtp', name: '', id: 'mail' });
    await page.getByRole('dialog').getByRole('button', { name: 'Store' }).click();
    await page.getByText('Enter a name.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await context.close();
  });
});

/** Opens the form for new credentials, and fills in all but their value. */
async function fillNew(page: Page, { service, name, id }: { service: string; name: string; id: string }) {
  await page.getByRole('button', { name: 'Add credentials' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Service').selectOption(service);
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel('Id', { exact: true }).fill(id);
}

/** Returns all that a page shows or keeps, with what is typed into its fields. */
async function readEverything(page: Page): Promise<string> {
  return await page.evaluate<string>(
    `JSON.stringify([
      document.documentElement.outerHTML,
      [...document.querySelectorAll('input, textarea, select')].map(({ value }) => value),
      { ...localStorage },
      { ...sessionStorage },
      location.href,
      history.state,
    ])`,
  );
}
