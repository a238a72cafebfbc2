import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';
import { importBot, importResponse, publishBot, sendImport } from '#test/support/bot-client.ts';
import { archiveBot } from '#test/support/bot-life.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { type Api, describeApi } from '#test/support/describe-api.ts';
import { storeCredentials } from '#test/support/endpoints/credentials.ts';
import { type FakeSecretsManager, startFakeSecretsManager } from '#test/support/fake-secrets-manager.ts';
import { readBotItems } from '#test/support/stored-bots.ts';

const linkTo = (...botIds: string[]) =>
  chatBot([
    {
      id: 'g',
      title: 'Welcome',
      blocks: [
        text('t', 'Hello'),
        ...botIds.map((typebotId, index) => ({
          id: `l${index}`,
          type: 'Typebot link',
          options: { typebotId },
        })),
      ],
    },
  ]);

const withCredentials = (...ids: string[]) =>
  chatBot([
    {
      id: 'g',
      title: 'Welcome',
      blocks: ids.map((credentialsId, index) => ({
        id: `b${index}`,
        type: 'Email',
        options: { credentialsId, recipients: ['ada@example.com'] },
      })),
    },
  ]);

const UNKNOWN_BOT = {
  severity: 'error',
  code: 'UNKNOWN_BOT',
  path: 'bot.groups[0].blocks[1].options.typebotId',
  message: 'links to a bot that the workspace does not have',
  group: 'Welcome',
  block: 'Bot',
  id: 'l0',
};

function check(api: Api, bot: unknown, more: object = {}) {
  const body = { bot, workspaceId: api.workspaceId };
  return api.request({ method: 'POST', path: '/v1/bots/check', body, ...more });
}

async function issuesOf(api: Api, bot: unknown): Promise<unknown[]> {
  const { status, body } = await check(api, bot);
  expect(status).toBe(200);
  return (body as { issues: unknown[] }).issues;
}

async function strangersBot(api: Api): Promise<string> {
  const token = await api.strangerToken();
  const me = await api.request({ method: 'GET', path: '/v1/me', token });
  const { workspaceId } = (me.body as { token: { workspaceId: string } }).token;
  const imported = await api.request({
    method: 'POST',
    path: '/v1/bots/import',
    token,
    body: { workspaceId, bot: linkTo() },
  });
  return (imported.body as { bot: { id: string } }).bot.id;
}

// One for both targets, because the functions keep their client.
let fake: FakeSecretsManager;
beforeAll(async () => {
  fake = await startFakeSecretsManager();
});
afterAll(() => fake.stop());

const EMPTY = { groups: [] };

describeApi('POST /v1/bots/check with a workspace', (api) => {
  describe('200', () => {
    it.each(['unknown', 'x'.repeat(300), '../../etc', 'constructor'])(
      'names a link to a bot that does not exist: "%s"',
      async (botId) => {
        expect(await issuesOf(api, linkTo(botId))).toStrictEqual([UNKNOWN_BOT]);
      },
    );

    it('names a link to an archived bot', async () => {
      const { id } = await importBot(api, linkTo());
      await archiveBot(api, id);
      expect(await issuesOf(api, linkTo(id))).toStrictEqual([UNKNOWN_BOT]);
    });

    it.runIf(api.canReachStore)("does not tell another workspace's bot from none", async () => {
      const id = await strangersBot(api);
      expect(await issuesOf(api, linkTo(id))).toStrictEqual([UNKNOWN_BOT]);
    });

    it('warns of a link to a bot that is not published', async () => {
      const { id } = await importBot(api, linkTo());
      expect(await issuesOf(api, linkTo(id))).toMatchObject([
        { severity: 'warning', code: 'UNPUBLISHED_BOT', path: UNKNOWN_BOT.path },
      ]);
      await publishBot(api, id);
      expect(await issuesOf(api, linkTo(id))).toStrictEqual([]);
    });

    it('names every link, and none to the bot itself', async () => {
      const bot = { ...linkTo('unknown', 'current', 'own-id', 'unknown'), id: 'own-id' };
      expect(await issuesOf(api, bot)).toMatchObject([
        { code: 'UNKNOWN_BOT', path: 'bot.groups[0].blocks[1].options.typebotId' },
        { code: 'UNKNOWN_BOT', path: 'bot.groups[0].blocks[4].options.typebotId' },
      ]);
    });

    it('looks up a hundred linked bots and says that it did not look up the others', async () => {
      const ids = Array.from({ length: 102 }, (_, index) => `unknown-${index}`);
      const issues = (await issuesOf(api, linkTo(...ids))) as { code: string; message: string }[];
      expect(issues.filter(({ code }) => code === 'UNKNOWN_BOT')).toHaveLength(100);
      expect(issues.filter(({ code }) => code === 'NOT_CHECKED')).toMatchObject([
        { severity: 'info', message: 'only the first 100 linked bots were looked up' },
      ]);
    });

    it('says nothing about links and credentials without a workspace', async () => {
      const { body } = await check(api, linkTo('unknown'), { body: { bot: linkTo('unknown') } });
      expect(body).toStrictEqual({ issues: [] });
    });
  });

  describe('404', () => {
    it('for a workspace that does not exist', async () => {
      const response = await check(api, {}, { body: { bot: EMPTY, workspaceId: 'unknown' } });
      expect(response).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Workspace not found' },
      });
    });

    it.runIf(api.canReachStore)('for a workspace of others, and is open to viewers of it', async () => {
      const foreign = await check(api, EMPTY, { token: await api.strangerToken() });
      expect(foreign).toMatchObject({ status: 404, body: { message: 'Workspace not found' } });
      expect((await check(api, EMPTY, { token: await api.tokenFor('viewer') })).status).toBe(200);
    });
  });

  describe('400', () => {
    it('for a workspace that is not text', async () => {
      expect(await check(api, {}, { body: { bot: EMPTY, workspaceId: 7 } })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'workspaceId' }] },
      });
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('if the database does not respond', async () => {
      const { value, failures } = await failing(
        { when: isAboutContent, error: databaseError('ThrottlingException') },
        () => check(api, linkTo('unknown')),
      );
      expect([value.status, failures]).toStrictEqual([503, expect.any(Number)]);
      expect(failures).toBeGreaterThan(0);
    });
  });
});

describeApi('Credentials that a workspace lacks', (api) => {
  describe.runIf(api.canInjectFaults)('with Secrets Manager', () => {
    beforeEach(() => {
      for (const [name, value] of Object.entries(fake.env)) vi.stubEnv(name, value);
      vi.stubEnv('CREDENTIALS_SECRET_PREFIX', 'bots-test');
      fake.secrets.clear();
      fake.secrets.set(`bots-test/${api.workspaceId}/known`, { value: '{}', tags: [], versions: 1 });
      fake.fault = () => undefined;
      fake.calls = [];
      return () => {
        vi.unstubAllEnvs();
      };
    });

    const MISSING = {
      code: 'CREDENTIALS_NOT_STORED',
      path: 'bot.groups[0].blocks[1].options.credentialsId',
      message: 'the workspace has no credentials of the kind smtp with this id',
      group: 'Welcome',
      block: 'Send email',
    };

    it('are named by a check, and no secret is read', async () => {
      expect(await issuesOf(api, withCredentials('known', 'lost', 'default'))).toStrictEqual([
        { severity: 'warning', id: 'b1', ...MISSING },
      ]);
      const asked = fake.calls.filter((call) => call.includes(api.workspaceId));
      expect(asked.toSorted()).toStrictEqual([
        `DescribeSecret bots-test/${api.workspaceId}/known`,
        `DescribeSecret bots-test/${api.workspaceId}/lost`,
      ]);
    });

    it.each([undefined, true])('are named by an import, with dryRun %s', async (dryRun) => {
      const { warnings } = await importResponse(api, withCredentials('known', 'lost'), { dryRun });
      expect(warnings).toStrictEqual([MISSING]);
    });

    it.each(['ThrottlingException', 'AccessDeniedException', 'InternalServiceError'])(
      'are unknown if it responds with %s, which neither check nor import fails for',
      async (code) => {
        fake.fault = () => ({ code, message: 'No' });
        const unknown = {
          code: 'NOT_CHECKED',
          path: 'bot.groups',
          message: 'whether credentials are stored could not be found out; please try again',
        };
        expect(await issuesOf(api, withCredentials('known', 'lost'))).toStrictEqual([
          { severity: 'info', ...unknown },
        ]);
        const { warnings } = await importResponse(api, withCredentials('lost'));
        expect(warnings).toStrictEqual([unknown]);
      },
    );

    it('are not looked up for a bot that names none', async () => {
      await issuesOf(api, withCredentials('default'));
      await importBot(api, chatBot([{ id: 'g', blocks: [text('t', 'Hello')] }]));
      expect(fake.calls).toStrictEqual([]);
    });
  });

  describe.runIf(api.canInjectFaults)('locally', () => {
    beforeEach(() => {
      vi.stubEnv('CREDENTIALS_SECRET_PREFIX', undefined);
      return () => {
        vi.unstubAllEnvs();
      };
    });

    it('are those that CREDENTIALS does not have', async () => {
      vi.stubEnv('CREDENTIALS', JSON.stringify({ [api.workspaceId]: { known: { host: 'h' } } }));
      expect(await issuesOf(api, withCredentials('known', 'lost'))).toMatchObject([
        { code: 'CREDENTIALS_NOT_STORED', path: 'bot.groups[0].blocks[1].options.credentialsId' },
      ]);
    });

    it('are also those of another kind, if that is known', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'credentials-'));
      vi.stubEnv('CREDENTIALS_FILE', path.join(folder, 'credentials.json'));
      const smtp = { host: 'smtp.example.com', from: { email: 'ada@example.com' } };
      await storeCredentials(api, { kind: 'smtp', data: smtp }, 'mail-of-kind');
      await storeCredentials(api, { kind: 'openai', data: { apiKey: 'made-up' } }, 'ai-of-kind');
      expect(await issuesOf(api, withCredentials('mail-of-kind', 'ai-of-kind'))).toMatchObject([
        {
          code: 'CREDENTIALS_NOT_STORED',
          path: 'bot.groups[0].blocks[1].options.credentialsId',
          message: 'the workspace has no credentials of the kind smtp with this id',
        },
      ]);
    });

    it('are unknown without a place for credentials', async () => {
      expect(await issuesOf(api, withCredentials('lost'))).toMatchObject([
        { severity: 'info', code: 'NOT_CHECKED', message: expect.stringContaining('no place for them') },
      ]);
    });
  });
});

describeApi('An import of what does not work here', (api) => {
  it('warns of links to bots that the workspace does not have, and stores the bot', async () => {
    const { severity: _, id: __, ...warning } = UNKNOWN_BOT;
    const { bot, warnings } = await importResponse(api, linkTo('unknown'));
    expect(warnings).toStrictEqual([warning]);
    const replaced = { mode: 'replace', botId: bot.id };
    expect((await importResponse(api, linkTo('unknown', bot.id), replaced)).warnings).toStrictEqual([
      warning,
    ]);
  });

  it('does not warn of a bot that is not published: the imported one is not, either', async () => {
    const { id } = await importBot(api, linkTo());
    expect((await importResponse(api, linkTo(id))).warnings).toBeUndefined();
  });

  it('looks at links after they are rewritten', async () => {
    const { id } = await importBot(api, linkTo());
    const { warnings } = await importResponse(api, linkTo('old-id'), { linkedBots: { 'old-id': id } });
    expect(warnings).toBeUndefined();
  });

  it('warns of fields without effect', async () => {
    const settings = { whatsApp: { isEnabled: true } };
    const { warnings } = await importResponse(api, { ...linkTo(), settings });
    expect(warnings).toMatchObject([{ code: 'NO_EFFECT', path: 'bot.settings.whatsApp' }]);
  });

  it.runIf(api.canInjectFaults)('stores nothing if linked bots cannot be read', async () => {
    const before = await readBotItems(api.workspaceId);
    const { value } = await failing(
      {
        when: ({ command }) => command === 'BatchGetItemCommand',
        error: databaseError('ThrottlingException'),
      },
      () => sendImport(api, linkTo('unknown')),
    );
    expect(value.status).toBe(503);
    expect(await readBotItems(api.workspaceId)).toStrictEqual(before);
  });
});
