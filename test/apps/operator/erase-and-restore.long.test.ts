import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBot } from '#lib/bots/draft/create-bot.ts';
import { createJob } from '#lib/jobs/job-store.ts';
import { insertWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { insertToken } from '#lib/workspaces/tokens/store/token-store.ts';
import { type EmbeddedTable, startEmbeddedTable } from '#test/lib/workspaces/tokens/embedded-table.ts';
import { openSession } from '#test/support/open-session.ts';
import { waitingJob } from '#test/support/stored-jobs.ts';
import { storedResult } from '#test/support/stored-results.ts';
import { tableContents } from '#test/support/table-contents.ts';

type Run = { exitCode: number; stdout: string; stderr: string };

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'admin-erase-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

function admin(args: string[], env: NodeJS.ProcessEnv = { DATA_DIR: dataDir }): Promise<Run> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['apps/operator/admin.ts', ...args],
      { env: { PATH: process.env.PATH, HOME: dataDir, ...env } },
      (error, stdout, stderr) => {
        resolve({ exitCode: error ? Number(error.code ?? -1) : 0, stdout, stderr });
      },
    );
  });
}

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
    ['workspace', 'unknown', 'Workspace not found'],
    ['workspace', 'a b', 'That is not the id of a workspace'],
    ['bot', 'unknown', 'Bot not found'],
    ['result', 'a b', 'That is not the id of a result'],
  ])('refuses the %s %j', async (kind, id, message) => {
    expect(await admin(['erase', kind, id, '--yes'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `error: ${message}\n`,
    });
  });

  it('asks first, and erases nothing without a terminal', async () => {
    const before = await tableContents();
    for (const args of [
      ['workspace', workspaceId],
      ['bot', botId],
    ]) {
      expect(await admin(['erase', ...args])).toMatchObject({
        exitCode: 1,
        stderr: 'error: No terminal to ask for confirmation: add --yes to erase it\n',
      });
    }
    expect(await tableContents()).toStrictEqual(before);
  });

  it('erases a result with a session that it does not list', async () => {
    const { id } = await storedResult(workspaceId, botId, { answers: 3 });
    await openSession({ workspaceId, botId, resultId: id });
    const { stdout, exitCode } = await admin(['erase', 'result', id, '--yes']);
    expect([exitCode, stdout]).toEqual([0, `Erased the result ${id}: 1 results, 1 sessions.\n`]);
    expect(await left(id)).toStrictEqual([]);
  });

  it('erases a bot, and keeps the end of its chats', async () => {
    await storedResult(workspaceId, botId, { answers: 3 });
    const { stdout, exitCode, stderr } = await admin(['erase', 'bot', botId, '--yes', '--no-wait']);
    expect([exitCode, stderr, stdout]).toEqual([0, '', `Erased the bot ${botId}: 1 results, 0 sessions.\n`]);
    expect((await left(botId)).map(({ sk }) => sk)).toStrictEqual(['CHATS_ENDED']);
  });

  it('continues the erasure of a workspace', async () => {
    const task = { kind: 'eraseWorkspace' as const };
    const closedAt = new Date().toISOString();
    await createJob(waitingJob(workspaceId, undefined, { task, place: { step: 'eraseBots', closedAt } }));
    const { stdout, exitCode } = await admin(['erase', 'workspace', workspaceId, '--yes', '--json']);
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { bots: 0, sessions: 0 }]);
    expect(await left(workspaceId)).toStrictEqual([]);
  });
});

describe('restore', () => {
  it('is for tables on AWS', async () => {
    expect(await admin(['restore'])).toMatchObject({
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
      const { stdout, exitCode } = await admin(['restore', '--at', '2026-11-20T09:30:00Z'], env);
      expect(exitCode).toBe(0);
      expect(stdout).toContain('The table bots-prod-restored is ready.');
      expect(stdout).toContain('copy-back bot <id> --from bots-prod-restored --table bots-prod');
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
      await admin(['restore', '--to', 'other', '--no-wait'], env);
      expect(requests).toEqual([
        [
          'RestoreTableToPointInTime',
          { SourceTableName: 'bots-prod', TargetTableName: 'other', UseLatestRestorableTime: true },
        ],
      ]);
      expect((await admin(['restore', '--at', 'yesterday'], env)).stderr).toContain(
        'Write a time such as 2026-11-20T09:30:00Z.',
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

it.each([
  [['bot', 'b', '--from', 'bots', '--table', 'bots'], 'Both tables are the same'],
  [['bot', 'a b', '--from', 'other', '--table', 'bots'], 'That is not the id of a bot'],
])('copy-back refuses %j', async (args, message) => {
  expect((await admin(['copy-back', ...args])).stderr).toBe(`error: ${message}\n`);
});
