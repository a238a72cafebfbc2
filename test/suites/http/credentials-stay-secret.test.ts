import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { forgetCredentials } from '#lib/chat/adapters/credentials.ts';
import { logger } from '#lib/platform/observability/logger.ts';
import { readTrail } from '#test/support/audit-trail.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { getCredentialsPath } from '#test/support/endpoints/credentials.ts';
import { type FakeSecretsManager, startFakeSecretsManager } from '#test/support/fake-secrets-manager.ts';
import { recordingLines } from '#test/support/log-lines.ts';
import { type OtlpReceiver, startOtlpReceiver } from '#test/support/otlp-receiver.ts';
import {
  GOOGLE_CLIENT,
  type GoogleServer,
  REDIRECT_URI,
  startGoogleServer,
} from '#test/support/sign-in/google-server.ts';
import { tableContents } from '#test/support/table-contents.ts';
import { uniqueName } from '#test/support/unique-name.ts';

vi.hoisted(() => {
  process.env.LOG_LEVEL = 'INFO';
  process.env.POWERTOOLS_METRICS_DISABLED = 'false';
});

/* A value is searched in everything that a service writes while it is stored, tested and deleted, and while all that fails. */

const CANARY = 'canary-e5d1';
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

// One for all targets, because the functions keep their clients.
let secretsManager: FakeSecretsManager;
let receiver: OtlpReceiver;
let provider: Server;
let google: GoogleServer;
beforeAll(async () => {
  secretsManager = await startFakeSecretsManager();
  receiver = await startOtlpReceiver();
  provider = createServer((request, response) => {
    response.writeHead(500).end(JSON.stringify(request.headers));
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  google = await startGoogleServer();
  secretsManager.secrets.set('google/client-secret', { value: GOOGLE_CLIENT.secret, tags: [], versions: 1 });
  const env = {
    ...secretsManager.env,
    CREDENTIALS: '',
    CREDENTIALS_FILE: '',
    CREDENTIALS_SECRET_PREFIX: 'bots-test',
    HTTP_PRIVATE_HOSTS: '127.0.0.1',
    GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
    GOOGLE_CLIENT_SECRET: '',
    GOOGLE_CLIENT_SECRET_ID: 'google/client-secret',
    GOOGLE_TOKEN_URL: google.tokenUrl,
    CONSOLE_ORIGINS: new URL(REDIRECT_URI).origin,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    // Longer than a busy machine takes.
    OTEL_EXPORTER_OTLP_TIMEOUT: '25000',
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  logger.setLogLevel('DEBUG');
});
afterAll(async () => {
  logger.setLogLevel('INFO');
  vi.unstubAllEnvs();
  forgetCredentials();
  provider.close();
  await google.stop();
  receiver.stop();
  await secretsManager.stop();
});

describeApi('Stored credentials', (api) => {
  it.runIf(api.target === 'direct')('are in no response, log line, trace or item of the table', async () => {
    const path = `${getCredentialsPath(api)}/${uniqueName('c')}`;
    const token = await api.tokenFor('admin');
    const { port } = provider.address() as AddressInfo;
    const data = { apiKey: CANARY, baseUrl: `http://127.0.0.1:${port}/${CANARY}` };
    const responses: string[] = [];
    const send = async (method: string, to = path, body?: object) => {
      const headers = { 'Idempotency-Key': uniqueName('k'), traceparent: TRACEPARENT };
      const {
        status,
        text,
        headers: received,
      } = await api.request({ method, path: to, body, token, headers });
      responses.push(text, JSON.stringify([...received]));
      return status;
    };
    const store = async (body: object = { kind: 'openai', name: 'Support', data }) =>
      await send('PUT', path, body);

    const { value: statuses, lines } = await recordingLines(async () => {
      const stored = await store();
      const tested = await send('POST', `${path}/test`);
      const listed = await send('GET', getCredentialsPath(api));
      const refused = await store({ kind: 'openai', data: { ...data, [CANARY]: CANARY } });
      const unknown = await store({ kind: CANARY, name: 7, data: CANARY });
      secretsManager.fault = () => ({ code: 'InternalServiceError', message: `No ${CANARY}` });
      const failed = [await store(), await send('POST', `${path}/test`), await send('DELETE')];
      secretsManager.fault = () => undefined;
      const fault = {
        when: ({ command }: { command: string }) => command === 'PutItemCommand',
        error: databaseError('InternalServerError'),
      };
      const { value: unwritten } = await failing(fault, () => store());
      return [
        stored,
        tested,
        listed,
        refused,
        unknown,
        ...failed,
        unwritten,
        await store(),
        await send('DELETE'),
      ];
    });
    expect(statuses).toEqual([200, 200, 200, 400, 400, 503, 503, 503, 503, 200, 200]);

    await expect
      .poll(async () => (await readTrail(api.workspaceId)).map(({ action }) => action))
      .toEqual(expect.arrayContaining(['putCredentials', 'deleteCredentials']));
    const items = JSON.stringify(await tableContents());
    expect(items).toContain('putCredentials');
    expect(items).not.toContain(CANARY);

    expect(lines.filter(({ level }) => level === 'DEBUG').length).toBeGreaterThanOrEqual(statuses.length);
    expect(JSON.stringify(lines)).not.toContain(CANARY);

    const traces = JSON.stringify(receiver.received);
    expect(traces).toContain(`GET 127.0.0.1:${port}`);
    expect(traces).not.toContain(CANARY);

    expect(responses.join('\n')).not.toContain(CANARY);
  });

  it.runIf(api.target === 'direct')(
    'of Google are nowhere either, nor what they are exchanged for',
    async () => {
      const path = `${getCredentialsPath(api)}/${uniqueName('c')}`;
      const token = await api.tokenFor('admin');
      const responses: string[] = [];
      const secrets: string[] = [GOOGLE_CLIENT.secret];
      const store = async (changes: Record<string, string> = {}) => {
        const { code, codeVerifier } = await google.authorize();
        secrets.push(code, codeVerifier);
        const authorization = { code, codeVerifier, redirectUri: REDIRECT_URI, ...changes };
        const headers = { 'Idempotency-Key': uniqueName('k'), traceparent: TRACEPARENT };
        const response = await api.request({
          method: 'PUT',
          path,
          body: { kind: 'google sheets', name: 'Orders', authorization },
          token,
          headers,
        });
        responses.push(response.text, JSON.stringify([...response.headers]));
        return response.status;
      };

      const { value: statuses, lines } = await recordingLines(async () => {
        const stored = await store();
        const tooLong = 'x'.repeat(2_049);
        secrets.push(tooLong);
        const refused = [
          await store({ code: 'canary-code' }),
          await store({ redirectUri: 'https://canary-uri' }),
        ];
        const malformed = [await store({ code: tooLong }), await store({ codeVerifier: 'canary-verifier' })];
        google.fault = {
          status: 400,
          body: JSON.stringify({ error: 'canary-error', refresh_token: CANARY }),
        };
        const failed = [await store()];
        google.fault = { status: 500, body: CANARY };
        failed.push(await store());
        google.fault = { status: 200, body: `${CANARY}{` };
        failed.push(await store());
        google.fault = undefined;
        secretsManager.fault = (operation) =>
          operation === 'GetSecretValue'
            ? { code: 'InternalServiceError', message: GOOGLE_CLIENT.secret }
            : undefined;
        failed.push(await store());
        secretsManager.fault = (operation) =>
          operation === 'PutSecretValue' ? { code: 'InternalServiceError', message: CANARY } : undefined;
        failed.push(await store());
        secretsManager.fault = () => undefined;
        return [stored, ...refused, ...malformed, ...failed, await store()];
      });
      expect(statuses).toEqual([200, 400, 400, 400, 400, 400, 503, 503, 503, 503, 200]);

      const given = google.given.map((body) => JSON.parse(body) as Record<string, string>);
      secrets.push(
        ...given
          .flatMap((body) => [body.refresh_token, body.access_token])
          .filter((one) => one !== undefined),
      );
      expect(secrets.length).toBeGreaterThan(2 * statuses.length + 4);
      const traces = JSON.stringify(receiver.received);
      expect(traces).toContain(`POST ${new URL(google.tokenUrl).host}`);
      const everything = [
        ...responses,
        JSON.stringify(lines),
        JSON.stringify(await tableContents()),
        traces,
      ].join();
      expect(everything).toContain('putCredentials');
      for (const secret of [...secrets, CANARY, 'canary-']) {
        expect(everything.includes(secret), secret).toBe(false);
      }
    },
  );
});
