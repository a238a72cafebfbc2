import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedDatabase } from '#apps/local/database/embedded-database.ts';
import { putItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { answerItem } from '#lib/results/store/result-store.ts';
import { insertWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import type { Token } from '#lib/workspaces/tokens/store/token.ts';
import { type EmbeddedTable, startEmbeddedTable } from '#test/lib/workspaces/tokens/embedded-table.ts';
import { readTrail } from '#test/support/audit-trail.ts';
import { botsJson, runBots } from '../../bots-process.ts';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'operator-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

/** Runs a command of the operator, without inherited environment variables that would select a database. */
const operator = (args: string[], env: NodeJS.ProcessEnv = { DATA_DIR: dataDir }) =>
  runBots(['operator', ...args], { HOME: dataDir, ...env });

const operatorJson = (args: string[], env: NodeJS.ProcessEnv = { DATA_DIR: dataDir }) =>
  botsJson(['operator', ...args], { HOME: dataDir, ...env });

describe('with a local database that no server is running', () => {
  it('creates and lists workspaces; creates, lists and revokes tokens', async () => {
    const none = await operator(['workspaces', 'list']);
    expect(none).toEqual({
      exitCode: 0,
      stdout: `There are no workspaces in the local database in ${dataDir}.\n`,
      stderr: '',
    });

    const created = await operator(['workspaces', 'create', '--name', 'Support team']);
    const workspaceId = /^Workspace {2}([a-z0-9]+)$/m.exec(created.stdout)?.[1] ?? '';
    expect(created.stdout).toBe(
      `Workspace  ${workspaceId}\nName       Support team\nDatabase   local database in ${dataDir}\n`,
    );
    const second = await operator(['workspaces', 'create', '--name', 'Another team']);
    expect(second.stdout).toContain(
      'There are other workspaces. With bots:sites and without bots:workspaceOrigins',
    );
    const [, workspace] = (await operatorJson(['workspaces', 'list'])).workspaces;
    expect(workspace).toMatchObject({ id: workspaceId, name: 'Support team' });

    const createArgs = ['tokens', 'create', '--workspace', workspaceId, '--role', 'editor', '--name', 'CI'];
    const createdAtMs = Date.now();
    const { token } = await operatorJson([...createArgs, '--expires', '2d']);
    expect(token).toMatchObject({ workspaceId, role: 'editor', name: 'CI' });
    expect(token.token).toMatch(/^bot_[A-Za-z0-9_-]{43}$/);
    expect(Math.abs(Date.parse(token.expiresAt ?? '') - createdAtMs - 2 * 86_400_000)).toBeLessThan(60_000);

    const printed = await operator([...createArgs, '--expires', 'never']);
    const [plainText] = printed.stdout.split('\n');
    expect(plainText).toMatch(/^bot_[A-Za-z0-9_-]{43}$/);
    expect(printed.stdout).toContain('\n\nThis token will not be shown again: store it now.\n\n');
    expect(printed.stdout).toContain('\nExpires    never\n');

    const listed = await operator(['tokens', 'list', '--workspace', workspaceId]);
    const [head = '', ...rows] = listed.stdout.trimEnd().split('\n');
    expect(head).toMatch(/^TOKEN +ROLE +CREATED +LAST USED {2}EXPIRES +REVOKED +NAME$/);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/^[a-z0-9]{24} {2}editor {2}\d{4}-\d\d-\d\d {2}never {6}never +- +CI$/);
    for (const row of rows) expect(row.indexOf('editor')).toBe(head.indexOf('ROLE'));

    const revoked = await operator(['tokens', 'revoke', token.id, '--workspace', workspaceId]);
    expect(revoked).toMatchObject({
      exitCode: 0,
      stdout: `Revoked token ${token.id} (CI). It stops working within a minute.\n`,
    });
    const { tokens }: { tokens: Token[] } = await operatorJson([
      'tokens',
      'list',
      '--workspace',
      workspaceId,
    ]);
    expect(tokens.map(({ id, revokedAt }) => [id === token.id, revokedAt !== null])).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(listed.stdout + JSON.stringify(tokens)).not.toContain(plainText);
    expect(JSON.stringify(tokens)).not.toContain(token.token);
  });

  it('tokens are valid for 90 days by default', async () => {
    const { workspace } = await operatorJson(['workspaces', 'create', '--name', 'Default']);
    const args = ['tokens', 'create', '-w', workspace.id, '--role', 'viewer', '--name', 'CI'];
    const { createdAt, expiresAt } = (await operatorJson(args)).token;
    const days = (Date.parse(expiresAt ?? '') - Date.parse(createdAt)) / 86_400_000;
    expect(Math.round(days)).toBe(90);
  });

  it('stops the database that it started', async () => {
    await operator(['workspaces', 'list']);
    // The database removes its write-ahead log on a clean shutdown.
    expect(await readdir(dataDir)).not.toContain('bots.sqlite-wal');
  });
});

describe('with a database that is running', () => {
  let database: EmbeddedTable;

  beforeAll(async () => {
    database = await startEmbeddedTable();
  });
  afterAll(() => database.stop());

  it("uses a running local server's database", async () => {
    const serverDir = await mkdtemp(path.join(tmpdir(), 'operator-server-'));
    const { endpoint, tableName } = database;
    const databaseJson = JSON.stringify({ endpoint, tableName, pid: process.pid });
    await writeFile(path.join(serverDir, 'database.json'), databaseJson);
    // Neither setting may make a local command connect to AWS.
    const env = { DATA_DIR: serverDir, AWS_PROFILE: 'prod', AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true' };
    const { workspace: created } = await operatorJson(['workspaces', 'create', '--name', 'Served'], env);
    expect((await operatorJson(['workspaces', 'list'], env)).workspaces).toContainEqual({
      ...created,
      madeBy: null,
    });
    const token = ['tokens', 'create', '--workspace', created.id, '--role', 'viewer', '--name', 'CI'];
    const { id: tokenId } = (await operatorJson(token, env)).token;
    const revoke = ['tokens', 'revoke', tokenId, '--workspace', created.id];
    for (let times = 0; times < 2; times++) await operatorJson(revoke, env);
    expect(await readTrail(created.id)).toMatchObject([
      { action: 'revokeToken', actor: { type: 'operator' }, tokenId },
      { action: 'createToken', actor: { type: 'operator' }, tokenId },
      { action: 'createWorkspace', actor: { type: 'operator' } },
    ]);
    expect(await readdir(serverDir)).toEqual(['database.json']);
    await rm(serverDir, { recursive: true });
  });

  it.each([
    ['a server that crashed', { endpoint: 'http://127.0.0.1:1', tableName: 'bots', pid: process.pid }],
    ['a process that is gone', { endpoint: 'http://127.0.0.1:1', tableName: 'bots', pid: 2 ** 30 }],
    ['nonsense', 'nonsense'],
  ])('ignores the database.json left behind by %s', async (_, left) => {
    const serverDir = await mkdtemp(path.join(tmpdir(), 'operator-server-'));
    await writeFile(path.join(serverDir, 'database.json'), JSON.stringify(left));
    expect(await operatorJson(['workspaces', 'list'], { DATA_DIR: serverDir })).toEqual({ workspaces: [] });
    await rm(serverDir, { recursive: true });
  });

  it('uses the table named by TABLE_NAME, or by --table, which takes precedence', async () => {
    const env = {
      AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    };
    const { tableName } = database;
    const created = await operator(['workspaces', 'create', '--name', 'Deployed'], {
      ...env,
      TABLE_NAME: tableName,
    });
    expect(created.stdout).toContain(`\nDatabase   table ${tableName}\n`);
    const named = ['workspaces', 'list', '--table', tableName];
    const { workspaces } = await operatorJson(named, { ...env, TABLE_NAME: 'another' });
    expect(workspaces).toContainEqual(expect.objectContaining({ name: 'Deployed' }));
    expect(await operator(['workspaces', 'list', '--table', 'another'], env)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'error: There is no table another in us-east-1\n',
    });
  });
});

it('does not touch a database file that a starting server has locked', async () => {
  const busyDir = await mkdtemp(path.join(tmpdir(), 'operator-busy-'));
  const database = await startEmbeddedDatabase({ filePath: path.join(busyDir, 'bots.sqlite') });
  const { exitCode, stderr } = await operator(['workspaces', 'list'], { DATA_DIR: busyDir });
  await database.stop();
  await rm(busyDir, { recursive: true });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^error: The database .* is in use by process \d+.*\n$/);
});

it('reports a database that does not respond', async () => {
  const { exitCode, stderr } = await operator(['workspaces', 'list', '--table', 'bots'], {
    AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: 'error: SERVICE_UNAVAILABLE: The database is busy; please try again (ECONNREFUSED)\n',
  });
});

describe('prints a failure as one line on stderr, with exit code 1', () => {
  const token = ['tokens', 'create', '--workspace', 'w1', '--role', 'viewer', '--name', 'CI'];

  it.each([
    [[...token], 'error: NOT_FOUND: Workspace not found'],
    [['tokens', 'list', '--workspace', 'unknown'], 'error: NOT_FOUND: Workspace not found'],
    [['tokens', 'revoke', 't1', '--workspace', 'unknown'], 'error: NOT_FOUND: Workspace not found'],
    [['workspaces', 'create', '--name', ' '], 'error: BAD_REQUEST: The name must not be empty'],
    [['workspaces', 'create'], "error: required option '--name <name>' not specified"],
    [['tokens', 'revoke', '--workspace', 'w1'], "error: missing required argument 'token'"],
    [['tokens', 'list'], "error: required option '-w, --workspace <id>' not specified"],
    [
      [...token, '--expires', '12h'],
      "error: option '--expires <lifetime>' argument '12h' is invalid. Write days, from 1d to 3650d, or never.",
    ],
    [
      ['tokens', 'create', '--role', 'owner'],
      "error: option '--role <role>' argument 'owner' is invalid. Allowed choices are viewer, editor, admin.",
    ],
    [['worksp'], "error: unknown command 'worksp'"],
    [['tokens', 'list', '--workspace', 'w1', 'more'], /^error: too many arguments/],
  ])('%j', async (args, line) => {
    const { exitCode, stdout, stderr } = await operator(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr.split('\n', 1)[0]).toEqual(line instanceof RegExp ? expect.stringMatching(line) : line);
  });

  it('as JSON with --json', async () => {
    const { exitCode, stdout, stderr } = await operator(['tokens', 'list', '-w', 'unknown', '--json']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(JSON.parse(stderr)).toEqual({ error: { code: 'NOT_FOUND', message: 'Workspace not found' } });
  });

  it('without a region for the deployed table', async () => {
    const { exitCode, stderr } = await operator(['workspaces', 'list', '--table', 'bots'], {});
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: 'error: Region is missing\n' });
  });
});

it('lists every command in the help, and none of those that are called otherwise now', async () => {
  const { stdout } = await operator(['--help']);
  expect([...stdout.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name]) => name)).toEqual(
    'workspaces tokens bots results verify restore help'.split(' '),
  );
  expect((await operator(['tokens', 'create', '--help'])).stdout).toContain('--expires <lifetime>');
});

it.each([
  ['workspace list', 'bots operator workspace does not exist any more: call bots operator workspaces'],
  ['token list --workspace w1', 'bots operator token does not exist any more: call bots operator tokens'],
  [
    'erase bot b1 --yes',
    'bots operator erase does not exist any more: call bots operator workspaces erase, bots erase or results erase',
  ],
  [
    'copy-back bot b1 --from x --apply',
    'bots operator copy-back does not exist any more: call bots operator workspaces copy-back, bots copy-back or results copy-back',
  ],
  [
    'workspaces erase w1 --yes',
    '--yes does not exist any more: confirm with --confirm and the id of the workspace',
  ],
  [
    'bots copy-back b1 --from x --apply',
    '--apply does not exist any more: it copies without it, after a question, which --yes answers',
  ],
])('%s names what to call instead', async (words, message) => {
  expect(await operator(words.split(' '))).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `error: ${message}\n`,
  });
});

describe('verify', () => {
  let database: EmbeddedTable;
  let serverDir: string;

  beforeAll(async () => {
    database = await startEmbeddedTable();
    serverDir = await mkdtemp(path.join(tmpdir(), 'operator-verify-'));
    const { endpoint, tableName } = database;
    await writeFile(
      path.join(serverDir, 'database.json'),
      JSON.stringify({ endpoint, tableName, pid: process.pid }),
    );
  });
  afterAll(async () => {
    await database.stop();
    await rm(serverDir, { recursive: true });
  });

  const verify = (...args: string[]) => operator(['verify', ...args], { DATA_DIR: serverDir });

  it('says that nothing is wrong, with exit code 0', async () => {
    await insertWorkspace({ name: 'Support' });
    expect(await verify()).toEqual({
      exitCode: 0,
      stdout: `Nothing is wrong with the 1 items of the local database in ${serverDir}.\n`,
      stderr: '',
    });
  });

  it('reports findings with exit code 1, and deletes garbage only with both --fix and --yes', async () => {
    const createdAt = '2026-05-07T08:00:00.000Z';
    const answer = {
      resultId: 'gone',
      createdAt,
      blockId: 'b',
      groupId: 'g',
      variableId: null,
      content: 'x',
    };
    await putItem(answerItem({ ...answer, storageUsed: 0 }, 1));
    await putItem({ ...keys.customDomainClaim('a.example.com'), botId: 'gone' });

    const found = await verify();
    expect(found).toMatchObject({ exitCode: 1, stderr: '' });
    expect(found.stdout).toContain('answer-without-result (1): ');
    expect(found.stdout).toContain(
      '\n  RESULT#gone  ANSWER#2026-05-07T08:00:00.000Z#000001  Result gone does not exist\n',
    );
    expect(found.stdout).toMatch(/\n2 findings among the 3 items of the local database in .*\n$/);
    expect(await verify('--fix')).toMatchObject({
      exitCode: 1,
      stderr: 'error: No terminal to ask for confirmation: add --yes to delete the garbage\n',
    });

    const fixed = await verify('--fix', '--yes', '--json');
    expect([fixed.exitCode, JSON.parse(fixed.stdout)]).toMatchObject([
      1,
      {
        removed: 1,
        findings: [{ problem: 'claim-of-no-bot', item: { pk: 'DOMAIN#a.example.com', sk: 'META' } }],
      },
    ]);
    expect((await verify()).stdout).not.toContain('answer-without-result');
  });
});
