import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readRecord } from '#lib/bots/credentials/credentials-store.ts';
import { readCredentials } from '#lib/chat/adapters/credentials.ts';
import { SITE_HEADERS } from '#lib/platform/http/site-viewer.ts';
import { forgetLeases } from '#lib/platform/quotas/leased-quota.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { getCredentialsPath } from '#test/support/endpoints/credentials.ts';
import { type FakeSecretsManager, startFakeSecretsManager } from '#test/support/fake-secrets-manager.ts';
import {
  GMAIL_SCOPE,
  GOOGLE_CLIENT,
  type GoogleServer,
  REDIRECT_URI,
  SHEETS_SCOPE,
  startGoogleServer,
} from '#test/support/sign-in/google-server.ts';
import { uniqueName } from '#test/support/unique-name.ts';

/* Credentials that are stored by signing in with Google: an authorization code in place of their fields. */

const SECRET_NAME = 'google/client-secret';

let google: GoogleServer;
// One for all targets, because the functions keep their client.
let secretsManager: FakeSecretsManager;
let file: string;
beforeAll(async () => {
  google = await startGoogleServer();
  secretsManager = await startFakeSecretsManager();
  for (const [name, value] of Object.entries(secretsManager.env)) vi.stubEnv(name, value);
  file = path.join(await mkdtemp(path.join(tmpdir(), 'credentials-')), 'credentials.json');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await secretsManager.stop();
  await google.stop();
});

describeApi('PUT /v1/workspaces/{workspaceId}/credentials/{credentialsId} with a code of Google', (api) => {
  beforeEach(({ skip }) => {
    skip(!api.canInjectFaults, 'the tests choose the OAuth server');
    const variables = {
      CREDENTIALS: '',
      CREDENTIALS_FILE: file,
      CREDENTIALS_SECRET_PREFIX: '',
      GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
      GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
      GOOGLE_CLIENT_SECRET_ID: '',
      GOOGLE_TOKEN_URL: google.tokenUrl,
      HTTP_PRIVATE_HOSTS: '127.0.0.1',
      CONSOLE_ORIGINS: new URL(REDIRECT_URI).origin,
      REQUESTS_PER_WORKSPACE_AND_DAY: '',
    };
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    Object.assign(google, { asked: [], exchanges: [], given: [], denied: new Set(), fault: undefined });
    secretsManager.secrets.clear();
    secretsManager.fault = () => undefined;
  });

  const authorize = async (changes: Record<string, string> = {}) => ({
    ...(await google.authorize(changes)),
    redirectUri: REDIRECT_URI,
  });

  const put = async (
    id: string,
    body: Record<string, unknown>,
    { token, headers }: { token?: string; headers?: Record<string, string> } = {},
  ) => {
    const response = await api.request({
      method: 'PUT',
      path: `${getCredentialsPath(api)}/${id}`,
      body: { kind: 'google sheets', name: 'Orders', ...body },
      token: token ?? (await api.tokenFor('admin')),
      ...(headers && { headers }),
    });
    expect(response.text).not.toContain(GOOGLE_CLIENT.secret);
    return response;
  };

  const getGivenToken = (): string =>
    (JSON.parse(google.given.at(-1) ?? '{}') as { refresh_token?: string }).refresh_token ?? 'none';

  /** Expects a refusal that has stored nothing. */
  const expectRefusal = async (
    body: Record<string, unknown>,
    expected: { status: number; path?: string },
    options?: Parameters<typeof put>[2],
  ) => {
    const id = uniqueName('c');
    const response = await put(id, body, options);
    const { issues } = response.body as { issues?: { path: string }[] };
    expect([response.status, issues?.[0]?.path], response.text).toEqual([expected.status, expected.path]);
    expect(await readRecord(api.workspaceId, id)).toBeUndefined();
    return response;
  };

  describe('200', () => {
    it('stores a refresh token that works, and responds without it', async () => {
      const id = uniqueName('c');
      const authorization = await authorize();
      const response = await put(id, { authorization });
      expect([response.status, response.body], response.text).toMatchObject([
        200,
        { credentials: { id, kind: 'google sheets', name: 'Orders', state: 'stored' } },
      ]);
      const { kind, ...stored } = (await readCredentials(api.workspaceId, id)) as Record<string, string>;
      expect(kind).toBe('google sheets');
      expect(stored).toEqual({
        client_id: GOOGLE_CLIENT.id,
        client_secret: GOOGLE_CLIENT.secret,
        refresh_token: getGivenToken(),
      });
      expect(response.text).not.toContain(getGivenToken());
      expect(google.exchanges.map((form) => form.get('code_verifier'))).toEqual([authorization.codeVerifier]);
      const refreshed = await fetch(google.tokenUrl, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', ...stored }),
      });
      expect([refreshed.status, await refreshed.json()]).toMatchObject([200, { scope: SHEETS_SCOPE }]);
    });

    it('replaces a pasted token of Gmail, and keeps the name', async () => {
      const id = uniqueName('c');
      const data = { client_id: 'c', client_secret: 's', refresh_token: 'r' };
      await put(id, { kind: 'gmail', name: 'Support', data });
      const authorization = await authorize({ scope: GMAIL_SCOPE });
      const { body } = await put(id, { kind: 'gmail', name: undefined, authorization });
      expect(body).toMatchObject({ credentials: { name: 'Support', state: 'stored' } });
      expect(await readCredentials(api.workspaceId, id)).toMatchObject({ refresh_token: getGivenToken() });
    });

    it("takes the client's secret from Secrets Manager, of which it reads nothing else", async () => {
      vi.stubEnv('CREDENTIALS_FILE', '');
      vi.stubEnv('CREDENTIALS_SECRET_PREFIX', 'bots-test');
      vi.stubEnv('GOOGLE_CLIENT_SECRET', '');
      vi.stubEnv('GOOGLE_CLIENT_SECRET_ID', SECRET_NAME);
      secretsManager.secrets.set(SECRET_NAME, { value: `${GOOGLE_CLIENT.secret}\n`, tags: [], versions: 1 });
      secretsManager.calls.length = 0;
      const id = uniqueName('c');
      const { status } = await put(id, { authorization: await authorize() });
      expect(status).toBe(200);
      const stored = secretsManager.secrets.get(`bots-test/${api.workspaceId}/${id}`);
      expect(JSON.parse(stored?.value ?? '')).toEqual({
        client_id: GOOGLE_CLIENT.id,
        client_secret: GOOGLE_CLIENT.secret,
        refresh_token: getGivenToken(),
        kind: 'google sheets',
      });
      expect(secretsManager.calls.filter((call) => call.startsWith('Get'))).toEqual([
        `GetSecretValue ${SECRET_NAME}`,
      ]);
    });

    it('knows the console by the host at which its site was asked', async () => {
      vi.stubEnv('CONSOLE_ORIGINS', '');
      vi.stubEnv('SITE_PROOF', 'proof');
      const headers = { [SITE_HEADERS.proof]: 'proof', [SITE_HEADERS.host]: 'console.example.com' };
      const { status } = await put(uniqueName('c'), { authorization: await authorize() }, { headers });
      expect(status).toBe(200);
    });
  });

  describe('400', () => {
    it('for a code that was used before', async () => {
      const authorization = await authorize();
      expect((await put(uniqueName('c'), { authorization })).status).toBe(200);
      await expectRefusal({ authorization }, { status: 400, path: 'authorization.code' });
    });

    it('for a code of another browser', async () => {
      const { codeVerifier } = await authorize();
      const authorization = { ...(await authorize()), codeVerifier };
      await expectRefusal({ authorization }, { status: 400, path: 'authorization.code' });
    });

    it.each([
      ['without access_type=offline', { access_type: 'online' }],
      ['for an account that has agreed before', { prompt: 'login' }],
    ])('if Google gives no refresh token: %s', async (_, changes) => {
      const authorization = await authorize(changes);
      const { text } = await expectRefusal({ authorization }, { status: 400, path: 'authorization' });
      expect(text).toContain('no refresh token');
    });

    it('if the scope that blocks need was left out', async () => {
      google.denied.add(SHEETS_SCOPE);
      const authorization = await authorize({ scope: `${SHEETS_SCOPE} ${GMAIL_SCOPE}` });
      const { text } = await expectRefusal({ authorization }, { status: 400, path: 'authorization' });
      expect(text).toContain(`Google has not granted ${SHEETS_SCOPE}`);
    });

    it('for a code of another kind', async () => {
      const authorization = await authorize({ scope: GMAIL_SCOPE });
      await expectRefusal({ authorization }, { status: 400, path: 'authorization' });
    });

    it.each([
      ['another site', 'https://evil.example/google', {}],
      ['another page', 'https://console.example.com/credentials', {}],
      ['a longer address', `${REDIRECT_URI}?next=https://evil.example`, {}],
      ['a name below', 'https://console.example.com.evil.example/google', {}],
      ['another protocol', 'http://console.example.com/google', {}],
      [
        'a host that no site has proven',
        'https://evil.example/google',
        { [SITE_HEADERS.host]: 'evil.example' },
      ],
    ])('for a redirect URI that is not of the console: %s', async (_, redirectUri, headers) => {
      const authorization = { ...(await authorize()), redirectUri };
      await expectRefusal({ authorization }, { status: 400, path: 'authorization.redirectUri' }, { headers });
      expect(google.exchanges).toEqual([]);
    });

    it('for a call of the API itself, if no origins of the console are set', async () => {
      vi.stubEnv('CONSOLE_ORIGINS', '');
      const authorization = await authorize();
      await expectRefusal({ authorization }, { status: 400, path: 'authorization.redirectUri' });
      expect(google.exchanges).toEqual([]);
    });

    it('for a redirect URI that is not registered', async () => {
      google.fault = { status: 400, body: JSON.stringify({ error: 'redirect_uri_mismatch' }) };
      const authorization = await authorize();
      await expectRefusal({ authorization }, { status: 400, path: 'authorization.redirectUri' });
    });

    it('for a kind without sign-in, data besides it, and neither', async () => {
      const authorization = await authorize();
      const data = { client_id: 'c', client_secret: 's', refresh_token: 'r' };
      await expectRefusal({ kind: 'openai', authorization }, { status: 400, path: 'authorization' });
      await expectRefusal({ data, authorization }, { status: 400, path: 'authorization' });
      await expectRefusal({}, { status: 400, path: 'data' });
      expect(google.exchanges).toEqual([]);
    });

    it.each([
      [{ code: '' }, 'authorization.code'],
      [{ code: 'x'.repeat(2_049) }, 'authorization.code'],
      [{ codeVerifier: 'short' }, 'authorization.codeVerifier'],
      [{ codeVerifier: `${'x'.repeat(43)}&a=b` }, 'authorization.codeVerifier'],
      [{ redirectUri: undefined }, 'authorization.redirectUri'],
    ])('for a malformed part: %j', async (change, issuePath) => {
      const authorization = { code: 'c', codeVerifier: 'v'.repeat(43), redirectUri: REDIRECT_URI, ...change };
      await expectRefusal({ authorization }, { status: 400, path: issuePath });
      expect(google.exchanges).toEqual([]);
    });
  });

  it('403 for an editor and 404 for others, whose code stays unused', async () => {
    const authorization = await authorize();
    await expectRefusal({ authorization }, { status: 403 }, { token: await api.tokenFor('editor') });
    await expectRefusal({ authorization }, { status: 404 }, { token: await api.strangerToken() });
    expect(google.exchanges).toEqual([]);
    expect((await put(uniqueName('c'), { authorization })).status).toBe(200);
  });

  describe('409', () => {
    it('without an OAuth client of the operator', async () => {
      vi.stubEnv('GOOGLE_CLIENT_SECRET', '');
      await expectRefusal({ authorization: await authorize() }, { status: 409 });
      expect(google.exchanges).toEqual([]);
    });

    it('if its secret is not stored', async () => {
      vi.stubEnv('GOOGLE_CLIENT_SECRET', '');
      vi.stubEnv('GOOGLE_CLIENT_SECRET_ID', SECRET_NAME);
      await expectRefusal({ authorization: await authorize() }, { status: 409 });
      expect(google.exchanges).toEqual([]);
    });

    it('if Google does not accept it', async () => {
      vi.stubEnv('GOOGLE_CLIENT_SECRET', 'outdated');
      const { text } = await expectRefusal({ authorization: await authorize() }, { status: 409 });
      expect(text).toContain('correct the id or the secret');
    });

    it('without a place for credentials, and the code stays unused', async () => {
      vi.stubEnv('CREDENTIALS_FILE', '');
      const authorization = await authorize();
      await expectRefusal({ authorization }, { status: 409 });
      expect(google.exchanges).toEqual([]);
    });
  });

  it('429 once the requests of the day are used up', async () => {
    forgetLeases();
    vi.stubEnv('REQUESTS_PER_WORKSPACE_AND_DAY', '1');
    await put(uniqueName('c'), { authorization: await authorize() });
    const { headers } = await expectRefusal({ authorization: await authorize() }, { status: 429 });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(google.exchanges.length).toBeLessThanOrEqual(1);
  });

  describe('503', () => {
    it.each([
      ['fails', { status: 500, body: 'No' }],
      ['is too busy', { status: 429, body: '{}' }],
      ['responds with a page', { status: 200, body: '<html></html>' }],
    ])('if Google %s', async (_, fault) => {
      google.fault = fault;
      await expectRefusal({ authorization: await authorize() }, { status: 503 });
    });

    it('if Google cannot be reached, or only at an address that blocks may not call', async () => {
      vi.stubEnv('HTTP_PRIVATE_HOSTS', '');
      await expectRefusal({ authorization: await authorize() }, { status: 503 });
      expect(google.exchanges).toEqual([]);
    });

    it("if the client's secret cannot be read", async () => {
      vi.stubEnv('GOOGLE_CLIENT_SECRET', '');
      vi.stubEnv('GOOGLE_CLIENT_SECRET_ID', SECRET_NAME);
      secretsManager.fault = () => ({ code: 'InternalServiceError', message: GOOGLE_CLIENT.secret });
      await expectRefusal({ authorization: await authorize() }, { status: 503 });
      expect(google.exchanges).toEqual([]);
    });
  });
});
