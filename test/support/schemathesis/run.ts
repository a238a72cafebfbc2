import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { useDatabase } from '#lib/apps/local/database-environment.ts';
import { createTable, startEmbeddedDatabase } from '#lib/apps/local/embedded-database.ts';
import { createLocalGateway } from '#lib/apps/local/local-gateway.ts';
import { startLocalServer } from '#lib/apps/local/local-server.ts';
import type { Api } from '#lib/http/contract.ts';
import { closeDynamoDbClient } from '#lib/store/client.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { createWorld } from '#test/support/fuzz/world.ts';

/*
 * `npm run test:schemathesis`: a fuzzer that knows nothing of this repository reads docs/openapi.json and holds the
 * local server to it. https://schemathesis.readthedocs.io
 */

const VERSION = '4.32.5';

/** How many requests each operation gets in each phase. */
const MAX_EXAMPLES = process.env.SCHEMATHESIS_EXAMPLES || '25';
const SEED = process.env.SCHEMATHESIS_SEED || '1';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const environment = path.join(root, 'node_modules/.cache/schemathesis', VERSION);
const program = path.join(environment, 'bin/schemathesis');

/** A virtual environment of its own, made once: nothing is installed for the rest of the machine. */
async function install(): Promise<boolean> {
  if (existsSync(program)) return true;
  rmSync(environment, { recursive: true, force: true });
  mkdirSync(path.dirname(environment), { recursive: true });
  const pip = path.join(environment, 'bin/pip');
  return (
    (await run('python3', ['-m', 'venv', environment])) === 0 &&
    (await run(pip, ['install', '--quiet', '--disable-pip-version-check', `schemathesis==${VERSION}`])) === 0
  );
}

type RunOptions = { env?: Record<string, string>; cwd?: string };

/** @returns the exit code; 127 where there is no such program */
function run(command: string, args: string[], { env = {}, cwd = root }: RunOptions = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', cwd, env: { ...process.env, ...env } });
    child.on('error', () => resolve(127));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

type Document = { paths: Record<string, { servers: { url: string }[] }> };

/** The published document with the paths of one address only: schemathesis sends everything to one. */
function findDocument(api: Api): Document {
  const document = JSON.parse(readFileSync(path.join(root, 'docs/openapi.json'), 'utf8')) as Document;
  const url = { management: '{baseUrl}', chat: '{chatUrl}' }[api];
  const paths = Object.entries(document.paths).filter(([, { servers }]) => servers[0]?.url === url);
  return { ...document, paths: Object.fromEntries(paths) };
}

async function main(): Promise<number> {
  if (!(await install())) {
    console.log(
      'No schemathesis, for there is no python3 or no package index: the independent fuzzer is left out.',
    );
    return 0;
  }
  const database = await startEmbeddedDatabase();
  useDatabase(database.endpoint);
  await createTable(database.endpoint);
  Object.assign(process.env, {
    FILES_BUCKET: 'fuzzed-files',
    FILES_PUBLIC_URL: 'https://files.example.com/',
  });
  const gateway = createLocalGateway((error) => console.error(error));
  const server = await startLocalServer({ gateway, port: 0, chatPort: 0 });
  const folder = mkdtempSync(path.join(tmpdir(), 'schemathesis-'));
  try {
    const world = await createWorld(fc.constant(v6Document()), 1);
    const ids = (pool: string, count: number) =>
      Array.from({ length: count }, (_, n) => world.resolve(`@@${pool}:own:${n}@@`));
    const knownIds = {
      botId: ids('botId', 2),
      bot: [...ids('publicBot', 2), ...ids('botId', 2)],
      sessionId: ids('sessionId', 6),
      resultId: ids('resultId', 6),
      workspaceId: ids('workspaceId', 1),
      tokenId: ids('tokenId', 6),
      release: ['1', '2'],
      from: ['draft', '1'],
      to: ['draft', '2'],
    };
    const urls: Record<Api, string> = { management: server.baseUrl, chat: server.chatUrl };
    const codes: number[] = [];
    for (const api of ['management', 'chat'] as const) {
      const file = path.join(folder, `${api}.json`);
      writeFileSync(file, JSON.stringify(findDocument(api)));
      codes.push(
        await run(
          program,
          [
            '--config-file',
            path.join(root, 'test/support/schemathesis/schemathesis.toml'),
            'run',
            file,
            '--url',
            urls[api],
            '--header',
            `Authorization: Bearer ${world.tokens.admin}`,
            '--max-examples',
            MAX_EXAMPLES,
            '--seed',
            SEED,
            ...process.argv.slice(2),
          ],
          {
            // It keeps notes of its failures in the folder that it is called from.
            cwd: folder,
            env: {
              SCHEMATHESIS_HOOKS: 'known_ids',
              PYTHONPATH: path.join(root, 'test/support/schemathesis'),
              PYTHONDONTWRITEBYTECODE: '1',
              KNOWN_IDS: JSON.stringify(knownIds),
            },
          },
        ),
      );
    }
    return Math.max(...codes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
    closeDynamoDbClient();
    await database.stop();
  }
}

process.exit(await main());
