import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBot } from '#lib/bots/draft/create-bot.ts';
import { createJob } from '#lib/jobs/job-store.ts';
import { writeItems } from '#lib/platform/store/dynamodb.ts';
import { dynamoDbClient } from '#lib/platform/store/dynamodb-client.ts';
import type { Key } from '#lib/platform/store/keys.ts';
import { createTableInput } from '#lib/platform/store/table.ts';
import { insertWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { insertToken } from '#lib/workspaces/tokens/store/token-store.ts';
import { type EmbeddedTable, startEmbeddedTable } from '#test/lib/workspaces/tokens/embedded-table.ts';
import { openSession } from '#test/support/open-session.ts';
import { waitingJob } from '#test/support/stored-jobs.ts';
import { storedResult } from '#test/support/stored-results.ts';
import { tableContents } from '#test/support/table-contents.ts';
import { hasTerminal, runBots, runInTerminal } from '../../bots-process.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'operator-erase-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

const operator = (args: string[], env: NodeJS.ProcessEnv = { DATA_DIR: dataDir }) =>
  runBots(['operator', ...args], { HOME: dataDir, ...env });

describe('erase', () => {
  let database: EmbeddedTable;
  let workspaceId: string;
  let botId: string;

  beforeAll(async () => {
    database = await startEmbeddedTable();
    const { endpoint, tableName } = database;
    await writeFile(
      path.join(dataDir, 'database.json'),
      JSON.stringify({ endpoint, tableName, pid: process.pid }),
    );
    ({ id: workspaceId } = await insertWorkspace({ name: 'Doomed' }));
    await insertToken({ workspaceId, role: 'admin', name: 'Admin' });
    const caller = { tokenId: 't', tokenName: 'CI', grants: new Map([[workspaceId, 'admin' as const]]) };
    const { bot } = await createBot({ workspaceId, bot: { publicId: 'doomed' } }, caller);
    botId = bot.head.id;
  });
  afterAll(async () => {
    await rm(path.join(dataDir, 'database.json'));
    await database.stop();
  });

  const left = async (id: string) =>
    (await tableContents()).filter((item) =>
      JSON.stringify([item.pk, item.gsi1pk, item.resultId]).includes(id),
    );

  it.each([
    [['workspaces', 'erase', 'unknown', '--confirm', 'unknown'], 'NOT_FOUND: Workspace not found'],
    [['workspaces', 'erase', 'a b', '--confirm', 'a b'], 'That is not the id of a workspace'],
    [
      ['workspaces', 'erase', 'w1', '--confirm', 'w2'],
      '--confirm is not the id of the workspace: nothing was erased',
    ],
    [['bots', 'erase', 'unknown', '--yes'], 'NOT_FOUND: Bot not found: unknown'],
    [['bots', 'erase', 'No bot', '--yes'], 'NOT_FOUND: Bot not found: No bot'],
    [['results', 'erase', 'a b', '--yes'], 'That is not the id of a result'],
  ])('refuses %j', async (args, message) => {
    expect(await operator(args)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `error: ${message}\n`,
    });
  });

  it('asks first, and erases nothing without a terminal', async () => {
    const before = await tableContents();
    for (const [things, id, option] of [
      ['workspaces', workspaceId, `--confirm ${workspaceId}`],
      ['bots', botId, '--yes to erase it'],
    ] as const) {
      expect(await operator([things, 'erase', id])).toMatchObject({
        exitCode: 1,
        stderr: `error: No terminal to ask for confirmation: add ${option}\n`,
      });
    }
    expect(await tableContents()).toStrictEqual(before);
  });

  it.runIf(hasTerminal)('asks for the name of a workspace, and erases nothing for another', async () => {
    const args = ['operator', 'workspaces', 'erase', workspaceId];
    const { exitCode, stdout } = await runInTerminal(args, { HOME: dataDir, DATA_DIR: dataDir }, ['y']);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`This erases the workspace Doomed (${workspaceId}) from the local database in`);
    expect(stdout).toContain('error: Nothing was erased');
  });

  it('erases a result with a session that it does not list', async () => {
    const { id } = await storedResult(workspaceId, botId, { answers: 3 });
    await openSession({ workspaceId, botId, resultId: id });
    const { stdout, exitCode } = await operator(['results', 'erase', id, '--yes']);
    expect([exitCode, stdout]).toEqual([0, `Erased the result ${id}: 1 results, 1 sessions.\n`]);
    expect(await left(id)).toStrictEqual([]);
  });

  it('erases a bot, which its public id names, and keeps the end of its chats', async () => {
    await storedResult(workspaceId, botId, { answers: 3 });
    const { stdout, exitCode, stderr } = await operator(['bots', 'erase', 'doomed', '--yes', '--no-wait']);
    expect([exitCode, stderr, stdout]).toEqual([0, '', `Erased the bot ${botId}: 1 results, 0 sessions.\n`]);
    expect((await left(botId)).map(({ sk }) => sk)).toStrictEqual(['CHATS_ENDED']);
  });

  it('continues the erasure of a workspace', async () => {
    const task = { kind: 'eraseWorkspace' as const };
    const closedAt = new Date().toISOString();
    await createJob(waitingJob(workspaceId, undefined, { task, place: { step: 'eraseBots', closedAt } }));
    const { stdout, exitCode } = await operator([
      ...['workspaces', 'erase', workspaceId, '--confirm', workspaceId, '--json'],
    ]);
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { workspaceId, bots: 0, sessions: 0 }]);
    expect(await left(workspaceId)).toStrictEqual([]);
  });
});

describe('restore', () => {
  it('is for tables on AWS', async () => {
    expect(await operator(['restore'])).toMatchObject({
      exitCode: 1,
      stderr: 'error: The local database has no earlier points in time: copy its file instead\n',
    });
  });

  it('starts a restore beside the table, and waits until it is there', async () => {
    const requests: [string, object][] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const operation = String(request.headers['x-amz-target']).replace(/^.*\./, '');
      requests.push([operation, JSON.parse(body)]);
      response.setHeader('content-type', 'application/x-amz-json-1.0');
      response.end(JSON.stringify({ Table: { TableStatus: 'ACTIVE' }, TableDescription: {} }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const env = {
      AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      TABLE_NAME: 'bots-prod',
    };
    try {
      const { stdout, exitCode } = await operator(['restore', '--at', '2026-11-20T09:30:00Z'], env);
      expect(exitCode).toBe(0);
      expect(stdout).toContain('The table bots-prod-restored is ready.');
      expect(stdout).toContain(
        'npx bots operator bots copy-back <id> --from bots-prod-restored --table bots-prod',
      );
      expect(requests).toEqual([
        [
          'RestoreTableToPointInTime',
          {
            SourceTableName: 'bots-prod',
            TargetTableName: 'bots-prod-restored',
            RestoreDateTime: Date.parse('2026-11-20T09:30:00Z') / 1_000,
          },
        ],
        ['DescribeTable', { TableName: 'bots-prod-restored' }],
      ]);
      requests.length = 0;
      await operator(['restore', '--to', 'other', '--no-wait'], env);
      expect(requests).toEqual([
        [
          'RestoreTableToPointInTime',
          { SourceTableName: 'bots-prod', TargetTableName: 'other', UseLatestRestorableTime: true },
        ],
      ]);
      expect((await operator(['restore', '--at', 'yesterday'], env)).stderr).toContain(
        'Write a time such as 2026-11-20T09:30:00Z.',
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('copy-back', () => {
  const RESTORED = 'bots-restored';
  let database: EmbeddedTable;
  let workspaceId: string;

  beforeAll(async () => {
    database = await startEmbeddedTable();
    const { endpoint, tableName } = database;
    await writeFile(
      path.join(dataDir, 'database.json'),
      JSON.stringify({ endpoint, tableName, pid: process.pid }),
    );
    ({ id: workspaceId } = await insertWorkspace({ name: 'Lost' }));
    const lost = (await tableContents()).filter(({ pk }) => String(pk).includes(workspaceId));
    await dynamoDbClient().send(new CreateTableCommand(createTableInput(RESTORED)));
    process.env.TABLE_NAME = RESTORED;
    await writeItems(lost.map((put) => ({ put })));
    process.env.TABLE_NAME = tableName;
    await writeItems(lost.map(({ pk, sk }) => ({ delete: { pk, sk } as Key })));
  });
  afterAll(async () => {
    await rm(path.join(dataDir, 'database.json'));
    await database.stop();
  });

  const copyBack = (...args: string[]) =>
    operator(['workspaces', 'copy-back', workspaceId, '--from', RESTORED, ...args]);
  const count = async () =>
    (await tableContents()).filter(({ pk }) => String(pk).includes(workspaceId)).length;

  it('only counts with --dry-run', async () => {
    const { exitCode, stdout } = await copyBack('--dry-run', '--json');
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([
      0,
      { workspaceId, isApplied: false, bots: 0, items: expect.any(Number), kept: 0 },
    ]);
    expect(JSON.parse(stdout).items).toBeGreaterThan(0);
    expect((await copyBack('--dry-run', '--yes')).stdout).toContain('Nothing was changed.');
    expect(await count()).toBe(0);
  });

  it('asks first, and copies nothing without a terminal', async () => {
    expect(await copyBack()).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'error: No terminal to ask for confirmation: add --yes to copy it, or --dry-run to only count\n',
    });
    expect(await count()).toBe(0);
  });

  it('copies with --yes, and finds nothing more to copy then', async () => {
    expect((await copyBack('--yes')).stdout).toMatch(
      /^Copied 0 bots and 0 results, \d+ items? in all, to the/,
    );
    expect(await count()).toBeGreaterThan(0);
    expect(await copyBack()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^Would copy 0 bots and 0 results, 0 items in all/),
    });
  });

  it.each([
    [['b', '--from', 'bots', '--table', 'bots'], 'Both tables are the same'],
    [['a b', '--from', 'other', '--table', 'bots'], 'That is not the id of a bot'],
  ])('refuses %j', async (args, message) => {
    expect((await operator(['bots', 'copy-back', ...args])).stderr).toBe(`error: ${message}\n`);
  });
});
