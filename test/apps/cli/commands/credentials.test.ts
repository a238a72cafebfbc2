import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetCredentials, readCredentials } from '#lib/chat/adapters/credentials.ts';
import { mailPort } from '#lib/chat/adapters/mail-port.ts';
import { chatBot, text, variables } from '#test/fixtures/chat-bots.ts';
import { fakeHttp } from '#test/support/chat/fake-http.ts';
import { encryptedText } from '#test/support/encrypted-credentials.ts';
import { type FakeSecretsManager, startFakeSecretsManager } from '#test/support/fake-secrets-manager.ts';
import { type PostgresServer, startPostgres } from '#test/support/postgres-server.ts';
import { startSmtpServer } from '#test/support/smtp-server.ts';
import { createSourceDatabase, hasSourceDatabase, readSourceWorld } from '#test/support/source-world.ts';
import { botsJson, type Run, runBots } from '../bots-process.ts';
import { startService } from '../local-service.ts';
import { startScriptedService } from '../scripted-service.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-credentials-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const mail = { id: 'b1', type: 'Email', options: { credentialsId: 'c1', recipients: ['a@x.example'] } };
const ask = { id: 'b2', type: 'openai', options: { credentialsId: 'c2' } };
const proxied = { id: 'b3', type: 'Webhook', options: { proxyCredentialsId: 'p1' } };
const BOT = chatBot([{ id: 'g1', title: 'Support\u001b', blocks: [mail, ask, proxied] }]);

function fileWith(content: unknown, name = 'bot.json'): string {
  const file = path.join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

describe('credentials list', () => {
  it('shows what the blocks of files name, and the fields to store', async () => {
    const file = fileWith(BOT);
    const { stdout, exitCode } = await runBots(['credentials', 'list', file], {});
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`c1           smtp        Send email  Support   ${file}\n`);
    expect(stdout).toContain(`p1           http proxy  HTTP        Support   ${file}\n`);
    expect(stdout).toMatch(/^openai +apiKey +baseUrl, hosts$/m);
    expect(stdout).toMatch(/^http proxy +has no effect here +-$/m);
    const { credentials } = await botsJson(['credentials', 'list', file], {});
    expect(credentials[0]).toStrictEqual({
      id: 'c1',
      kind: 'smtp',
      fields: [
        { name: 'host', isRequired: true },
        { name: 'port', isRequired: false },
        { name: 'isTlsEnabled', isRequired: false },
        { name: 'username', isRequired: false },
        { name: 'password', isRequired: false },
        { name: 'from.email', isRequired: true },
        { name: 'from.name', isRequired: false },
      ],
      usedBy: [
        {
          bot: file,
          groupTitle: 'Support\u001b',
          block: 'Send email',
          path: 'bot.groups[0].blocks[0].options.credentialsId',
        },
      ],
    });
  });

  it('shows the same credentials of several bots once', async () => {
    fileWith(BOT);
    fileWith(BOT, 'other.json');
    const { credentials } = await botsJson(['credentials', 'list', folder], {});
    expect(
      credentials.map(({ id, usedBy }: { id: string; usedBy: [] }) => [id, usedBy.length]),
    ).toStrictEqual([
      ['c1', 2],
      ['c2', 2],
      ['p1', 2],
    ]);
  });

  it('reads the draft of one bot, or all drafts of a workspace', async () => {
    const service = await startScriptedService((line) => {
      if (line.startsWith('GET /v1/bots?')) {
        return {
          body: line.includes('cursor')
            ? { bots: [{ id: 'b2' }] }
            : { bots: [{ id: 'b1' }], nextCursor: 'n' },
        };
      }
      return { body: { bot: BOT } };
    });
    try {
      const one = await botsJson(['credentials', 'list', '--bot', 'b1'], service.env);
      expect(one.credentials[0].usedBy).toMatchObject([{ bot: 'b1' }]);
      const all = await botsJson(['credentials', 'list', '-w', 'w1'], service.env);
      expect(all.credentials[0].usedBy).toMatchObject([{ bot: 'b1' }, { bot: 'b2' }]);
    } finally {
      await service.stop();
    }
  });

  it('says that there are none', async () => {
    const file = fileWith(chatBot([{ id: 'g1', blocks: [text('t', 'Hi')] }]));
    expect((await runBots(['credentials', 'list', file], {})).stdout).toBe(
      'No block names stored credentials.\n',
    );
  });

  it.each([
    ['not JSON', 'is not JSON'],
    ['{"version": "6"}', 'Not a bot. A bot has `groups`, `blocks`, `events` or `edges`, this has `version`'],
    ['{"groups": [1]}', 'is not a bot: it has no groups of blocks'],
    ['{"groups": [{"blocks": 7}, {}], "version": "6"}', 'is not a bot: it has no groups of blocks'],
  ])('is refused for a file that is not a bot: %s', async (content, message) => {
    const { exitCode, stderr } = await runBots(['credentials', 'list', fileWith(content)], {});
    expect({ exitCode, stderr }).toStrictEqual({ exitCode: 1, stderr: expect.stringContaining(message) });
    expect(stderr).toContain('bot.json');
  });

  it('is refused for files and a bot', async () => {
    const { stderr } = await runBots(['credentials', 'list', fileWith(BOT), '--bot', 'b1'], {});
    expect(stderr).toBe('error: Specify either files or --bot\n');
  });
});

type Recorded = {
  encryptionSecret: string;
  credentials: { id: string; type: string; name: string; plain: Record<string, unknown> }[];
};

const canRun = hasSourceDatabase("imports of credentials from Typebot's database");

describe.skipIf(!canRun)('credentials import', () => {
  const { encryptionSecret, credentials: recorded } = canRun
    ? readSourceWorld<Recorded>('database/credentials.json')
    : { encryptionSecret: '', credentials: [] };
  const GOOGLE = { GOOGLE_CLIENT_ID: 'old-client-id', GOOGLE_CLIENT_SECRET: 'old-client-secret' };
  let server: PostgresServer;
  let aws: FakeSecretsManager;
  let file: string;
  /** Everything that any run has printed. */
  let printed = '';

  beforeAll(async () => {
    server = await startPostgres();
    await createSourceDatabase(server, 'bots', { withRows: true });
    aws = await startFakeSecretsManager();
  });

  beforeEach(() => {
    file = path.join(folder, 'credentials.json');
    aws.secrets.clear();
    aws.fault = () => undefined;
  });

  afterAll(async () => {
    await aws.stop();
    await server.remove();
  });

  const toFile = () => ['--file', file, '--to-workspace', 'here'];
  const toAws = ['--secrets-manager', '--prefix', 'bots-test', '--to-workspace', 'here'];

  async function runImport(args: string[], env: NodeJS.ProcessEnv = {}, database = 'bots'): Promise<Run> {
    const all = { HOME: folder, ENCRYPTION_SECRET: encryptionSecret, ...aws.env, ...env };
    const run = await runBots(['credentials', 'import', '--database', server.url(database), ...args], all);
    printed += run.stdout + run.stderr;
    return run;
  }

  const stored = () => JSON.parse(readFileSync(file, 'utf8'));
  const plain = (kind: string) => recorded.find(({ type }) => type === kind)?.plain;
  const idOf = (name: string) => recorded.find((row) => row.name === name)?.id ?? '';

  it('stores what the database has in a file, and reports each', async () => {
    const { stdout, stderr, exitCode } = await runImport([...toFile(), '--json'], GOOGLE);
    expect({ exitCode, stderr }).toStrictEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      workspaceId: 'here',
      storedIn: file,
      isDryRun: false,
      credentials: expect.arrayContaining(
        recorded.map(({ id, type, name }) =>
          expect.objectContaining({ id, kind: type, name, outcome: 'created' }),
        ),
      ),
    });
    const google = recorded.find(({ type }) => type === 'google sheets');
    expect(stored()).toStrictEqual({
      here: {
        ...Object.fromEntries(recorded.map((row) => [row.id, { ...row.plain, kind: row.type }])),
        [google?.id ?? '']: {
          client_id: 'old-client-id',
          client_secret: 'old-client-secret',
          refresh_token: google?.plain.refresh_token,
          kind: 'google sheets',
        },
      },
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('stores no Google account without its client, and ends with exit code 1', async () => {
    const { stdout, exitCode } = await runImport(toFile());
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/google sheets +sheets@acme\.example +NOT STORED$/m);
    expect(stdout).toContain(`${idOf('sheets@acme.example')}: Google accepts the refresh token only from`);
    expect(stdout).toContain(`Stored 4 of 5 credentials for workspace here in ${file}`);
    expect(Object.keys(stored().here)).toHaveLength(4);
  });

  it('stores nothing in a dry run', async () => {
    const { stdout } = await runImport([...toAws, '--dry-run'], GOOGLE);
    expect(stdout).toContain('Would store 5 of 5 credentials for workspace here in AWS Secrets Manager');
    expect(stdout.match(/would be stored/g)).toHaveLength(5);
    expect(aws.secrets.size).toBe(0);
  });

  it('stores them in Secrets Manager, and changes nothing when it is repeated', async () => {
    expect((await runImport(toAws, GOOGLE)).exitCode).toBe(0);
    const name = `bots-test/here/${idOf('OpenAI main account')}`;
    expect(JSON.parse(aws.secrets.get(name)?.value ?? '')).toStrictEqual({
      ...plain('openai'),
      kind: 'openai',
    });
    const { stdout, exitCode } = await runImport(toAws, GOOGLE);
    expect(exitCode).toBe(0);
    expect(stdout.match(/ unchanged$/gm)).toHaveLength(5);
    expect([...aws.secrets.values()].map(({ versions }) => versions)).toStrictEqual([1, 1, 1, 1, 1]);
  });

  it('replaces a secret that differs only with --overwrite', async () => {
    await runImport(toAws, GOOGLE);
    const name = `bots-test/here/${idOf('OpenAI main account')}`;
    const mine = { value: '{"apiKey":"sk-of-mine-4f1a"}', tags: [], versions: 1 };
    aws.secrets.set(name, mine);
    const refused = await runImport(toAws, GOOGLE);
    expect(refused.exitCode).toBe(1);
    expect(refused.stdout).toMatch(/^cmwr9cftc001n287dstmmitoz +openai .* NOT REPLACED$/m);
    expect(refused.stdout + refused.stderr).not.toContain('sk-of-mine');
    expect(aws.secrets.get(name)?.value).toBe('{"apiKey":"sk-of-mine-4f1a"}');
    const env = { ...GOOGLE, CREDENTIALS_SECRET_PREFIX: 'bots-test' };
    const { exitCode } = await runImport(['--secrets-manager', '--to-workspace', 'here', '--overwrite'], env);
    expect(exitCode).toBe(0);
    expect(JSON.parse(aws.secrets.get(name)?.value ?? '')).toStrictEqual({
      ...plain('openai'),
      kind: 'openai',
    });
  });

  it('reports a row that is damaged, stores the others, and ends with exit code 1', async () => {
    await createSourceDatabase(server, 'damaged', { withRows: true });
    await server.run('damaged', `UPDATE "Credentials" SET data = reverse(data) WHERE type = 'stripe'`);
    const { stdout, exitCode } = await runImport(toFile(), GOOGLE, 'damaged');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/stripe +Stripe Acme +UNREADABLE$/m);
    expect(Object.keys(stored().here)).toHaveLength(4);
  });

  it('fails with the reason of AWS, but without what it quotes', async () => {
    aws.fault = (operation, { SecretString }) =>
      operation === 'CreateSecret'
        ? { code: 'ValidationException', message: `Invalid: ${SecretString}` }
        : undefined;
    const { stderr, exitCode } = await runImport(toAws, GOOGLE);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^error: The secret bots-test\/here\/\w+ could not be stored: ValidationException\n$/,
    );
  });

  it('takes the password of the database from PGPASSWORD', async () => {
    const url = `postgres://tester@127.0.0.1:${server.port}/bots`;
    const run = await runBots(['credentials', 'import', '--database', url, ...toFile(), '--dry-run'], {
      ENCRYPTION_SECRET: encryptionSecret,
      PGPASSWORD: server.password,
      ...GOOGLE,
    });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.each([
    ['no secret', [], { ENCRYPTION_SECRET: '' }, 'ENCRYPTION_SECRET is not set'],
    ['a short secret', [], { ENCRYPTION_SECRET: 'moving-sample' }, 'must have 32 bytes, but has 13'],
    [
      "another installation's secret",
      [],
      { ENCRYPTION_SECRET: 'another-throwaway-secret-of-32--' },
      'ENCRYPTION_SECRET is not the secret of this installation: it decrypts none of its credentials',
    ],
    ['half of a Google client', [], { GOOGLE_CLIENT_ID: 'i' }, 'must be set together'],
    ['an unknown workspace', ['--workspace', 'nowhere'], {}, 'The source has no workspace nowhere'],
    ['an impossible workspace here', ['--to-workspace', '../x'], {}, '--to-workspace is not the id'],
    ['two places', ['--secrets-manager'], {}, 'either --file or --secrets-manager'],
    ['a prefix for a file', ['--prefix', 'bots-test'], {}, '--prefix requires --secrets-manager'],
  ])('is refused with %s', async (_, args, env, message) => {
    for (const format of [[], ['--json']]) {
      const { exitCode, stdout, stderr } = await runImport([...toFile(), ...args, ...format], env);
      expect({ exitCode, stdout }).toStrictEqual({ exitCode: 1, stdout: '' });
      expect(stderr).toContain(message);
    }
  });

  it.each([
    ['a place', ['--to-workspace', 'here'], 'either --file or --secrets-manager'],
    ['a prefix', ['--secrets-manager', '--to-workspace', 'here'], 'requires --prefix'],
    [
      'a workspace here',
      ['--secrets-manager', '--prefix', 'p'],
      'Name the workspace here with --to-workspace',
    ],
  ])('is refused without %s', async (_, args, message) => {
    const { exitCode, stderr } = await runImport(args, { DATA_DIR: folder, XDG_CONFIG_HOME: folder });
    expect({ exitCode, stderr }).toStrictEqual({ exitCode: 1, stderr: expect.stringContaining(message) });
  });

  it('does not mix the credentials of several workspaces unasked', async () => {
    await createSourceDatabase(server, 'shared', { withRows: true });
    const { rows } = await server.run('shared', 'SELECT id, name FROM "Workspace" ORDER BY name');
    const [acme, side] = rows;
    await server.run('shared', `UPDATE "Credentials" SET "workspaceId" = $1 WHERE type = 'openai'`, [
      side.id,
    ]);
    const run = (args: string[]) =>
      runBots(['credentials', 'import', '--database', server.url('shared'), ...toFile(), ...args], {
        ENCRYPTION_SECRET: encryptionSecret,
        ...GOOGLE,
      });
    const refused = await run([]);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain(
      '2 workspaces of the source have credentials: choose with --workspace: ',
    );
    expect(refused.stderr).toContain(`${acme.id} (${acme.name})`);
    expect(refused.stderr).toContain(`${side.id} (${side.name})`);
    await run(['--workspace', side.id]);
    expect(Object.keys(stored().here)).toStrictEqual([idOf('OpenAI main account')]);
    await run(['--workspace', side.id, acme.id]);
    expect(Object.keys(stored().here)).toHaveLength(5);
  });

  it('says that there are none', async () => {
    await createSourceDatabase(server, 'empty', { withRows: false });
    const { stdout } = await runBots(
      ['credentials', 'import', '--database', server.url('empty'), ...toFile()],
      { ENCRYPTION_SECRET: encryptionSecret },
    );
    expect(stdout).toBe('There are no credentials.\n');
  });

  it('lets mail be sent with the login and sender of the source', async () => {
    await runImport(toFile());
    const smtp = await startSmtpServer();
    try {
      forgetCredentials();
      const id = idOf('support@acme.example');
      const credentials = await readCredentials('here', id, { env: { CREDENTIALS_FILE: file } });
      const port = mailPort(fakeHttp([]), {
        env: {},
        loopbackPortsForTests: new Set([smtp.port]),
        resolve: async (host) => {
          expect(host).toBe('smtp.acme.example');
          return [{ address: '127.0.0.1', family: 4 }];
        },
      });
      expect(credentials?.port).toBe(587);
      const message = { to: ['ada@y.example'], subject: 'Hi', text: 'Hello' };
      await port.send(message, { ...credentials, port: smtp.port }, 5_000);
      const login = Buffer.from('\0mailer\0throwaway-smtp-pässword').toString('base64');
      expect(smtp.received.commands).toContain(`AUTH PLAIN ${login}`);
      expect(smtp.received.data).toMatch(/^From: Acme Support <support@acme\.example>\r$/m);
    } finally {
      smtp.stop();
    }
  });

  describe('for the local server', () => {
    let api: Server;
    let seen: { url: string | undefined; authorization: string | undefined }[];

    beforeAll(async () => {
      api = createServer((request, response) => {
        seen.push({ url: request.url, authorization: request.headers.authorization });
        response.setHeader('content-type', 'application/json');
        response.end('{"choices": [{"message": {"role": "assistant", "content": "Hello from there"}}]}');
      }).listen(0, '127.0.0.1');
      await once(api, 'listening');
    });

    beforeEach(() => {
      seen = [];
    });

    afterAll(() => {
      api.closeAllConnections();
      api.close();
    });

    it('lets a chat call the service of the source, with its key', async () => {
      const baseUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}/v1`;
      const id = idOf('OpenAI main account');
      const content = JSON.stringify({ ...plain('openai'), baseUrl });
      const { data, iv } = encryptedText(content, 'present', encryptionSecret);
      await createSourceDatabase(server, 'local', { withRows: true });
      await server.run('local', 'UPDATE "Credentials" SET data = $1, iv = $2 WHERE id = $3', [data, iv, id]);
      const { DYNAMODB_ENDPOINT: _, ...inherited } = process.env;
      const env = { ...inherited, DATA_DIR: folder, HOME: folder };
      const service = await startService(folder, { HTTP_PRIVATE_HOSTS: '127.0.0.1', CREDENTIALS_FILE: '' });
      try {
        expect(JSON.parse(readFileSync(file, 'utf8'))).toStrictEqual({});
        expect(statSync(file).mode & 0o777).toBe(0o600);
        const args = [
          'credentials',
          'import',
          '--database',
          server.url('local'),
          '--file',
          '--profile',
          'local',
        ];
        const report = await botsJson(args, { ...env, ENCRYPTION_SECRET: encryptionSecret, ...GOOGLE });
        expect(report).toMatchObject({ workspaceId: service.workspaceId, storedIn: file });
        const block = {
          id: 'o',
          type: 'openai',
          options: {
            action: 'Create chat completion',
            credentialsId: id,
            model: 'm',
            messages: [{ role: 'user', content: 'Hi' }],
            responseMapping: [{ item: 'Message content', variableId: 'Message' }],
          },
        };
        const bot = chatBot([{ id: 'g', blocks: [block, text('t', '{{Message}}')] }], {
          variables: variables('Message'),
        });
        const { files } = await botsJson(['import', fileWith(bot)], env);
        await botsJson(['publish', files[0].botId], env);
        const { stdout } = await runBots(['chat', files[0].botId, '--json'], env);
        expect(stdout).toContain('Hello from there');
        expect(seen).toStrictEqual([
          { url: '/v1/chat/completions', authorization: `Bearer ${plain('openai')?.apiKey}` },
        ]);
      } finally {
        await service.stop();
      }
    });
  });

  it('has printed nothing secret, whatever the outcome', () => {
    const names = recorded.map(({ name }) => name);
    const secrets = recorded
      .flatMap(({ plain: content }) => textsIn(content))
      // Their sender may be in the name of the credentials, which is printed. "old" is a word of messages.
      .filter(
        (value) => !names.some((name) => name.includes(value)) && value !== 'old' && value !== 'Bearer',
      );
    expect(secrets.length).toBeGreaterThan(15);
    for (const name of names) expect(printed).toContain(name);
    const all = [...secrets, encryptionSecret, server.password, ...Object.values(GOOGLE)];
    expect(all.filter((secret) => printed.includes(secret))).toStrictEqual([]);
  });
});

/** Texts and numbers in a value, without ports. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return value > 65_535 ? [String(value)] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
