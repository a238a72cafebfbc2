import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as authorizer } from '#functions/triggers/authorizer.ts';
import { handler as runJob } from '#functions/triggers/run-job.ts';
import { createJob } from '#lib/jobs/job-store.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import { HEALTH_PATH } from '#lib/platform/http/health-path.ts';
import { logger } from '#lib/platform/observability/logger.ts';
import { contactBot } from '#test/fixtures/chat-bots.ts';
import { continueChat, publishedBot, startChat, startedChat } from '#test/support/chat-client.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { type ApiRequest, type ApiResponse, describeApi } from '#test/support/describe-api.ts';
import { ENDPOINT_CALLS } from '#test/support/endpoints/fixtures.ts';
import { type FakeS3, startFakeS3 } from '#test/support/fake-s3.ts';
import { type LogLine, recordingLines } from '#test/support/log-lines.ts';
import { waitingJob } from '#test/support/stored-jobs.ts';

vi.hoisted(() => {
  process.env.LOG_LEVEL = 'INFO';
  process.env.POWERTOOLS_METRICS_DISABLED = 'false';
});

const TRACE_ID = '1-5759e988-bd862e3fe1be46a994272793';
const setTrace = (sampled: 0 | 1) =>
  vi.stubEnv('_X_AMZN_TRACE_ID', `Root=${TRACE_ID};Parent=53995c3f42cd8ad8;Sampled=${sampled}`);

const calls = ENDPOINT_CALLS.map(
  ({ endpoint, what, prepare }) => [endpoint.id, what, endpoint, prepare] as const,
);

/** Whether the endpoint finds its bot by a public id or a session. */
const findsBot = ({ api, path }: Endpoint) =>
  api === 'chat' && !path.includes('{botId}') && path !== HEALTH_PATH;

/** Returns the bot that a request is about, if it is about one whose id the test knows. */
function getBotId({ path }: Endpoint, request: ApiRequest, { body }: ApiResponse): string | undefined {
  if (path.includes('{botId}')) return request.path.split('/')[3];
  const { botId } = (request.body ?? {}) as { botId?: string };
  const { bot } = (body ?? {}) as { bot?: { id?: string } };
  return botId ?? bot?.id;
}

/** Returns the session ids in a request and its response. */
function getSessionIds({ path, body }: ApiRequest, response: ApiResponse): string[] {
  const inPath = /^\/v1\/sessions\/([^/]+)/.exec(path)?.[1];
  const inBodies = [body, response.body].map((one) => (one as { sessionId?: string } | undefined)?.sessionId);
  return [inPath, ...inBodies].filter((id) => id !== undefined);
}

const ofRequest = (lines: LogLine[]) => lines.filter(({ message }) => message === 'Request');
const faults = (lines: LogLine[]) => lines.filter(({ level }) => level === 'ERROR');

// Provides the bucket for exports. All targets share it, because the SDK's client in this process connects to a
// single server.
let s3: FakeS3;
beforeAll(async () => {
  s3 = await startFakeS3();
});
afterAll(() => s3.stop());

describeApi('Log lines', (api) => {
  beforeAll(() => {
    vi.stubEnv('FILES_BUCKET', 'kept-files');
    vi.stubEnv('FILES_PUBLIC_URL', 'https://files.example.com');
    setTrace(0);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  const tokens = () => Promise.all([api.tokenFor('editor'), api.tokenFor('admin')]);

  describe.runIf(api.target === 'direct')('of every endpoint', () => {
    // The level with the most lines that an operator can choose.
    beforeAll(() => logger.setLogLevel('DEBUG'));
    afterAll(() => logger.setLogLevel('INFO'));

    it.each(calls)('%s: %s', async (id, _, endpoint, prepare) => {
      const request = await prepare(api);
      const { value: response, lines } = await recordingLines(() => api.request(request));
      expect(response.status, response.text).toBe(200);
      const own = lines.filter((line) => line.jobId === undefined);

      const requestId = response.headers.get('x-amzn-requestid');
      const [summary, ...others] = ofRequest(own);
      expect(others).toEqual([]);
      const details = own.filter(({ message }) => message === 'Request details');
      expect(details).toMatchObject([{ level: 'DEBUG', method: endpoint.method }]);
      expect(summary).toMatchObject({ level: 'INFO', status: 200, durationMs: expect.any(Number) });
      const { functionRequestId } = summary ?? {};
      expect(functionRequestId).toMatch(/^[\da-f-]{36}$/);
      for (const line of own) expect(line).toMatchObject({ endpoint: id, requestId, functionRequestId });

      const botId = getBotId(endpoint, request, response);
      if (botId !== undefined) expect(summary?.botId).toBe(botId);
      if (findsBot(endpoint)) expect(summary?.botId).toMatch(/^[a-z\d]{24}$/);
      if (summary?.botId !== undefined || request.path.includes(api.workspaceId)) {
        expect(summary?.workspaceId).toBe(api.workspaceId);
      }

      // Lines written by a job have ids of their own.
      for (const line of lines.filter((other) => other.jobId !== undefined)) {
        expect(line).toMatchObject({ functionRequestId: 'slice', workspaceId: api.workspaceId });
        expect(line).not.toHaveProperty('requestId');
      }

      const text = JSON.stringify(lines);
      for (const secret of [...getSessionIds(request, response), ...(await tokens()), 'Ada', 'ada@']) {
        expect(text).not.toContain(secret);
      }
    });
  });

  describe.runIf(api.target === 'direct')('of a request', () => {
    const newChat = async () => {
      const bot = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, bot.publicId);
      return { ...bot, sessionId };
    };

    it('name the bot in the line with the cause, if a chat fails', async () => {
      const { id, publicId, sessionId } = await newChat();
      const error = databaseError('InternalServerError');
      for (const run of [
        () => startChat(api, publicId),
        () => continueChat(api, sessionId, { message: { type: 'text', text: 'Ada' } }),
      ]) {
        const isWrite = ({ command }: { command: string }) => command.startsWith('TransactWrite');
        const { lines } = await recordingLines(() => failing({ when: isWrite, error }, run));
        const [line, ...others] = faults(lines);
        expect(others).toEqual([]);
        expect(line).toMatchObject({
          message: 'Request failed',
          botId: id,
          workspaceId: api.workspaceId,
          error: { name: 'InternalServerError' },
        });
        expect(ofRequest(lines)).toMatchObject([{ status: 503, requestId: line?.requestId, botId: id }]);
        expect(JSON.stringify(lines)).not.toContain(sessionId);
      }
    });

    it('have the id that the caller sees in the error', async () => {
      const { value, lines } = await recordingLines(() =>
        failing({ when: isAboutContent, error: new Error('Broken') }, () =>
          api.request({ method: 'GET', path: '/v1/bots/some-bot' }),
        ),
      );
      const { requestId } = value.value.body as { requestId: string };
      expect(lines).toMatchObject([
        { message: 'Request failed', requestId, botId: 'some-bot' },
        { message: 'Request', requestId, status: 500, botId: 'some-bot' },
      ]);
    });

    it('have nothing of the request before in the same function', async () => {
      const { sessionId } = await newChat();
      await continueChat(api, sessionId, { message: { type: 'text', text: 'Ada' } });
      const { lines } = await recordingLines(() => continueChat(api, 'unknown-session'));
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatchObject({ status: 404 });
      expect(lines[0]).not.toHaveProperty('botId');
      expect(lines[0]).not.toHaveProperty('workspaceId');
    });

    it('have nothing of another request at the same time', async () => {
      const chats = await Promise.all(Array.from({ length: 5 }, newChat));
      const { value, lines } = await recordingLines(() =>
        Promise.all(
          chats.map(async ({ id, sessionId }) => {
            const response = await continueChat(api, sessionId, { message: { type: 'text', text: 'Ada' } });
            return [response.headers.get('x-amzn-requestid'), id];
          }),
        ),
      );
      const logged = ofRequest(lines).map(({ requestId, botId }) => [requestId, botId]);
      expect(logged.toSorted()).toEqual(value.toSorted());
    });

    it('ignore an id that is not one', async () => {
      const { lines } = await recordingLines(() =>
        api.request({ method: 'GET', path: `/v1/bots/${'x'.repeat(500)}` }),
      );
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toHaveProperty('botId');
    });

    it('name the trace if there is one', async () => {
      const getMe = () => api.request({ method: 'GET', path: '/v1/me' });
      expect((await recordingLines(getMe)).lines[0]).not.toHaveProperty('xrayTraceId');
      setTrace(1);
      expect((await recordingLines(getMe)).lines[0]).toMatchObject({ xrayTraceId: TRACE_ID });
      setTrace(0);
    });
  });

  describe.runIf(api.target === 'direct')('of a function that is not an endpoint', () => {
    const context = { awsRequestId: 'some-call', getRemainingTimeInMillis: () => 600_000 };

    it('have the job, if a slice of it fails', async () => {
      const { id: jobId } = await createJob(waitingJob(api.workspaceId));
      const error = databaseError('InternalServerError');
      const isWrite = ({ command }: { command: string }) => !command.startsWith('Get');
      const { value, lines } = await recordingLines(() =>
        failing({ when: isWrite, error }, async () =>
          runJob({ jobId }, context as never).catch((thrown: Error) => thrown.message),
        ),
      );
      expect(value.value).toBe('The database is busy; please try again');
      expect(lines).toMatchObject([
        { level: 'ERROR', functionRequestId: 'some-call', jobId, workspaceId: api.workspaceId },
      ]);
      expect(lines[0]?.botId).toEqual(expect.any(String));
    });

    it('have the id of the authorizer’s call', async () => {
      const event = {
        type: 'TOKEN',
        authorizationToken: `Bearer ${await api.tokenFor('viewer')}`,
        methodArn: 'arn:aws:execute-api:eu-central-1:123456789012:api/stage/GET/v1/me',
      } as const;
      const error = databaseError('InternalServerError');
      const { lines } = await recordingLines(() =>
        failing({ when: () => true, error }, async () =>
          authorizer(event, context as never).catch(() => undefined),
        ),
      );
      expect(lines).toMatchObject([{ message: 'The authorizer failed', functionRequestId: 'some-call' }]);
    });
  });
});
