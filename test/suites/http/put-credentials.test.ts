import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginPut, readRecords } from '#lib/bots/credentials/credentials-store.ts';
import { MAX_CREDENTIALS } from '#lib/bots/credentials/put-credentials.ts';
import { readCredentials } from '#lib/chat/adapters/credentials.ts';
import { readTrail } from '#test/support/audit-trail.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { getCredentialsPath } from '#test/support/endpoints/credentials.ts';
import { createOwnWorkspace } from '#test/support/endpoints/workspaces.ts';
import { type FakeSecretsManager, startFakeSecretsManager } from '#test/support/fake-secrets-manager.ts';
import { uniqueName } from '#test/support/unique-name.ts';

const CANARY = 'canary-7f3a91';
const OPENAI = { kind: 'openai', name: 'Support', data: { apiKey: CANARY } };

// One for all targets, because the functions keep their client.
let fake: FakeSecretsManager;
let file: string;
beforeAll(async () => {
  fake = await startFakeSecretsManager();
  for (const [name, value] of Object.entries(fake.env)) vi.stubEnv(name, value);
  file = path.join(await mkdtemp(path.join(tmpdir(), 'credentials-')), 'credentials.json');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await fake.stop();
});

describeApi('PUT /v1/workspaces/{workspaceId}/credentials/{credentialsId}', (api) => {
  beforeEach(({ skip }) => {
    skip(!api.canInjectFaults, 'the tests choose where credentials are stored');
    vi.stubEnv('CREDENTIALS', '');
    vi.stubEnv('CREDENTIALS_FILE', file);
    vi.stubEnv('CREDENTIALS_SECRET_PREFIX', '');
    vi.stubEnv('CREDENTIALS_KEY_ARN', '');
    fake.fault = () => undefined;
  });

  const useSecretsManager = () => {
    vi.stubEnv('CREDENTIALS_FILE', '');
    vi.stubEnv('CREDENTIALS_SECRET_PREFIX', 'bots-test');
  };

  const put = async (id: string, body: object = OPENAI, token?: string) => {
    const response = await api.request({
      method: 'PUT',
      path: `${getCredentialsPath(api)}/${id}`,
      body,
      token: token ?? (await api.tokenFor('admin')),
    });
    expect(response.text).not.toContain(CANARY);
    return response;
  };

  const findRecord = async (id: string) =>
    (await readRecords(api.workspaceId)).find((record) => record.id === id);

  describe('200', () => {
    it('stores a value that blocks find at once, in a file for its owner alone', async () => {
      const id = uniqueName('c');
      const { status, body } = await put(id);
      expect([status, body]).toMatchObject([
        200,
        { credentials: { id, kind: 'openai', name: 'Support', state: 'stored' }, secretUsdPerMonth: null },
      ]);
      expect(await readCredentials(api.workspaceId, id)).toEqual({ apiKey: CANARY, kind: 'openai' });
      await put(id, { kind: 'openai', data: { apiKey: `${CANARY}-2` } });
      expect(await readCredentials(api.workspaceId, id)).toEqual({ apiKey: `${CANARY}-2`, kind: 'openai' });
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    });

    it('keeps the earlier name and the time of creation', async () => {
      const id = uniqueName('c');
      const before = (await put(id)).body as { credentials: object };
      const { body } = await put(id, { kind: 'segment', data: { apiKey: CANARY } });
      expect(body).toMatchObject({
        credentials: { ...before.credentials, kind: 'segment', updatedAt: expect.any(String) },
      });
    });

    it('keeps everything else in the file, also of puts at once', async () => {
      const ids = Array.from({ length: 5 }, () => uniqueName('c'));
      await Promise.all(ids.map((id) => put(id)));
      const stored = JSON.parse(await readFile(file, 'utf8'))[api.workspaceId];
      expect(Object.keys(stored)).toEqual(expect.arrayContaining(ids));
    });

    it('records who did it, without the value', async () => {
      const id = uniqueName('c');
      await put(id);
      await expect
        .poll(async () =>
          (await readTrail(api.workspaceId)).filter(({ credentialsId }) => credentialsId === id),
        )
        .toMatchObject([{ action: 'putCredentials', credentialsKind: 'openai' }]);
      expect(JSON.stringify(await readTrail(api.workspaceId))).not.toContain(CANARY);
    });

    it('creates a secret with the tags of the stage, and replaces its value', async () => {
      useSecretsManager();
      const id = uniqueName('c');
      const name = `bots-test/${api.workspaceId}/${id}`;
      expect((await put(id)).body).toMatchObject({ secretUsdPerMonth: 0.4 });
      await put(id, {
        kind: 'openai',
        data: { apiKey: `${CANARY}-2`, baseUrl: 'https://llm.example.com/v1' },
      });
      expect(fake.secrets.get(name)).toEqual({
        value: JSON.stringify({
          apiKey: `${CANARY}-2`,
          baseUrl: 'https://llm.example.com/v1',
          kind: 'openai',
        }),
        tags: [
          { Key: 'service', Value: 'bots' },
          { Key: 'stage', Value: 'test' },
        ],
        versions: 2,
      });
      expect(fake.calls.filter((call) => call.startsWith('GetSecretValue'))).toEqual([]);
    });

    it("encrypts a new secret with the operator's key", async () => {
      useSecretsManager();
      const keyArn = 'arn:aws:kms:eu-central-1:123456789012:key/k1';
      vi.stubEnv('CREDENTIALS_KEY_ARN', keyArn);
      const id = uniqueName('c');
      await put(id);
      expect(fake.secrets.get(`bots-test/${api.workspaceId}/${id}`)).toMatchObject({ keyArn });
    });

    it('restores a secret that is scheduled for deletion', async () => {
      useSecretsManager();
      const id = uniqueName('c');
      await put(id);
      const request = { method: 'DELETE', path: `${getCredentialsPath(api)}/${id}` };
      expect((await api.request({ ...request, token: await api.tokenFor('admin') })).status).toBe(200);
      expect(fake.secrets.get(`bots-test/${api.workspaceId}/${id}`)).toMatchObject({ isDeleted: true });
      expect((await put(id)).status).toBe(200);
      expect(fake.secrets.get(`bots-test/${api.workspaceId}/${id}`)).not.toHaveProperty('isDeleted');
    });
  });

  describe('400', () => {
    it.each([
      ['a missing field', { apiKey: '' }, 'data.apiKey', 'openai'],
      ['a number', { apiKey: 7 }, 'data.apiKey', 'openai'],
      [
        'an address with a login',
        { apiKey: 'k', baseUrl: `https://a:${CANARY}@b.example` },
        'data.baseUrl',
        'openai',
      ],
      ['hosts that are paths', { apiKey: 'k', hosts: [`a.example/${CANARY}`] }, 'data.hosts', 'openai'],
      ['a field that no kind has', { apiKey: 'k', [CANARY]: 'x' }, 'data', 'openai'],
      ['no fields', {}, 'data', 'zendesk'],
      ['a port', { host: 'h', from: { email: 'a@b.example' }, port: 0 }, 'data.port', 'smtp'],
      ['a nested field', { host: 'h', from: { email: 'a@b.example', [CANARY]: 1 } }, 'data.from', 'smtp'],
      ['text for an object', { host: 'h', from: CANARY }, 'data.from', 'smtp'],
      [
        'text for a flag',
        { host: 'h', from: { email: 'a' }, isTlsEnabled: 'no' },
        'data.isTlsEnabled',
        'smtp',
      ],
    ])('for %s', async (_, data, issuePath, kind) => {
      const id = uniqueName('c');
      const { status, body } = await put(id, { kind, data });
      expect(status).toBe(400);
      expect((body as { issues: object[] }).issues[0]).toMatchObject({ path: issuePath });
      expect(await findRecord(id)).toBeUndefined();
    });

    it.each([
      [{ ...OPENAI, kind: CANARY }, 'kind'],
      [{ ...OPENAI, data: CANARY }, 'data'],
      [{ ...OPENAI, name: '' }, 'name'],
    ])('for a wrong part of the body: %#', async (sent, issuePath) => {
      const { status, body } = await put(uniqueName('c'), sent);
      expect([status, (body as { issues: { path: string }[] }).issues[0]?.path]).toEqual([400, issuePath]);
    });

    it.each(['a.b', 'x'.repeat(65), '%20'])('for the id %j', async (id) => {
      const { status, body } = await put(id);
      expect([status, body]).toMatchObject([400, { issues: [{ path: 'credentialsId' }] }]);
    });
  });

  it('401 without a token', async () => {
    const request = { method: 'PUT', path: `${getCredentialsPath(api)}/c1`, body: OPENAI, token: null };
    expect((await api.request(request)).status).toBe(401);
  });

  it('403 for an editor', async () => {
    expect((await put(uniqueName('c'), OPENAI, await api.tokenFor('editor'))).status).toBe(403);
  });

  it('404 in a workspace of others, as in one that does not exist', async () => {
    const id = uniqueName('c');
    const foreign = await put(id, OPENAI, await api.strangerToken());
    const absent = await api.request({
      method: 'PUT',
      path: '/v1/workspaces/nowhere/credentials/c1',
      body: OPENAI,
      token: await api.tokenFor('admin'),
    });
    for (const { status, body } of [foreign, absent]) {
      expect([status, body]).toMatchObject([404, { message: 'Workspace not found' }]);
    }
    expect(await findRecord(id)).toBeUndefined();
  });

  describe('409', () => {
    it('without a place for credentials', async () => {
      vi.stubEnv('CREDENTIALS_FILE', '');
      const id = uniqueName('c');
      expect((await put(id)).status).toBe(409);
      expect(await findRecord(id)).toBeUndefined();
    });

    it('for a secret that was created by hand without the tags', async () => {
      useSecretsManager();
      fake.fault = (operation) => {
        if (operation === 'CreateSecret') return { code: 'ResourceExistsException', message: CANARY };
        if (operation === 'PutSecretValue') return { code: 'AccessDeniedException', message: CANARY };
        return undefined;
      };
      expect((await put(uniqueName('c'))).status).toBe(409);
    });

    /** Calls `act` while the next put waits for Secrets Manager, which has not stored its value yet. */
    const duringPut = (act: () => Promise<unknown>) => {
      useSecretsManager();
      fake.fault = async () => {
        fake.fault = () => undefined;
        await act();
        return undefined;
      };
    };

    it('for a put that another one overtakes, until the credentials are stored again', async () => {
      const id = uniqueName('c');
      const other = { kind: 'openai', data: { apiKey: `${CANARY}-other` } };
      let overtaking: Awaited<ReturnType<typeof put>> | undefined;
      duringPut(async () => {
        overtaking = await put(id, other);
      });
      expect((await put(id)).status).toBe(409);
      expect(overtaking?.status).toBe(200);
      expect(await findRecord(id)).toMatchObject({ state: 'incomplete' });
      expect((await put(id, other)).body).toMatchObject({ credentials: { state: 'stored' } });
      expect(fake.secrets.get(`bots-test/${api.workspaceId}/${id}`)?.value).toBe(
        JSON.stringify({ ...other.data, kind: other.kind }),
      );
    });

    it('for a put during which the credentials are deleted, whose value can be deleted then', async () => {
      const id = uniqueName('c');
      const remove = async () =>
        await api.request({
          method: 'DELETE',
          path: `${getCredentialsPath(api)}/${id}`,
          token: await api.tokenFor('admin'),
        });
      duringPut(async () => expect((await remove()).status).toBe(200));
      expect((await put(id)).status).toBe(409);
      expect(await findRecord(id)).toMatchObject({ state: 'incomplete' });
      expect((await remove()).status).toBe(200);
      expect(await findRecord(id)).toBeUndefined();
      expect(fake.secrets.get(`bots-test/${api.workspaceId}/${id}`)).toMatchObject({ isDeleted: true });
    });

    it('beyond the most that a workspace can have', async () => {
      const { id: workspaceId, token } = await createOwnWorkspace(api);
      const store = async (n: number) =>
        await api.request({
          method: 'PUT',
          path: `/v1/workspaces/${workspaceId}/credentials/c${n}`,
          body: OPENAI,
          token,
        });
      const at = new Date();
      const times = { createdAt: at.toISOString(), updatedAt: at.toISOString() };
      for (let n = 0; n < MAX_CREDENTIALS; n++) {
        await beginPut({ id: `c${n}`, workspaceId, kind: 'openai', ...times }, 'operator', at);
      }
      expect((await store(MAX_CREDENTIALS)).status).toBe(409);
      expect((await store(0)).status).toBe(200);
    });
  });

  it('413 for a value that no secret can hold', async () => {
    const { status, body } = await put(uniqueName('c'), {
      kind: 'smtp',
      data: { host: CANARY.repeat(10_000) },
    });
    expect([status, body]).toMatchObject([413, { limitBytes: 65_536 }]);
  });

  describe('503', () => {
    it.each(['CreateSecret', 'PutSecretValue'])(
      'if %s fails, and nobody gets to see the value',
      async (operation) => {
        useSecretsManager();
        const id = uniqueName('c');
        if (operation === 'PutSecretValue') await put(id);
        const lines: string[] = [];
        const spies = [
          vi.spyOn(console, 'error').mockImplementation((...all) => void lines.push(JSON.stringify(all))),
          vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0),
          vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0),
        ];
        fake.fault = (asked) =>
          asked === operation ? { code: 'InternalServiceError', message: `No ${CANARY}` } : undefined;
        const { status } = await put(id);
        for (const spy of spies) spy.mockRestore();
        expect(status).toBe(503);
        expect(lines.join('\n')).not.toContain(CANARY);
        expect(await findRecord(id)).toMatchObject({ state: 'incomplete' });
        expect(JSON.stringify(await readTrail(api.workspaceId))).not.toContain(CANARY);
        fake.fault = () => undefined;
        await put(id);
        expect(await findRecord(id)).toMatchObject({ state: 'stored' });
      },
    );

    it('if the table fails before anything is stored', async () => {
      useSecretsManager();
      const id = uniqueName('c');
      const fault = {
        when: ({ command }: { command: string }) => command === 'PutItemCommand',
        error: databaseError('InternalServerError'),
      };
      const { value } = await failing(fault, () => put(id));
      expect(value.status).toBe(503);
      expect(fake.secrets.has(`bots-test/${api.workspaceId}/${id}`)).toBe(false);
    });
  });
});
