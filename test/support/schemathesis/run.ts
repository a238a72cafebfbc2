import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { useDatabase } from '#apps/local/database/database-environment.ts';
import { createTable, startEmbeddedDatabase } from '#apps/local/database/embedded-database.ts';
import { loadFunction } from '#apps/local/gateway/load-function.ts';
import { createLocalGateway } from '#apps/local/gateway/local-gateway.ts';
import { createLocalJobs } from '#apps/local/local-jobs.ts';
import { startLocalServer } from '#apps/local/local-server.ts';
import { useJobStarter } from '#lib/jobs/job-starter.ts';
import { RUN_JOB } from '#lib/jobs/run-job-function.ts';
import type { Api } from '#lib/platform/http/contract.ts';
import { closeDynamoDbClient } from '#lib/platform/store/dynamodb-client.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { startFakeS3 } from '#test/support/fake-s3.ts';
import { knownIdNames, knownValues } from '#test/support/fuzz/known-values.ts';
import { createWorld, type World } from '#test/support/fuzz/world.ts';
import { installPythonTool } from '#test/support/python-tool.ts';
import { runProgram } from '#test/support/run-program.ts';
import { withLooseSchemas } from './loose-schemas.ts';

/*
 * `npm run suite schemathesis` checks the local server against docs/openapi.json with an independent fuzzer.
 * https://schemathesis.readthedocs.io
 */

const VERSION = '4.32.5';

/** Maximum number of requests per operation and phase. */
const MAX_EXAMPLES = process.env.SCHEMATHESIS_EXAMPLES || '25';
const SEED = process.env.SCHEMATHESIS_SEED || '1';

const CONFIG = 'test/support/schemathesis/schemathesis.toml';

const root = fileURLToPath(new URL('../../../', import.meta.url));
type Servers = { url: string }[];
/** A path without servers is at those of the document. */
type Document = { servers: Servers; paths: Record<string, { servers?: Servers }> };

/** Returns the published document with only one API's paths, because schemathesis uses a single base URL. */
function findDocument(api: Api): Document {
  const document = JSON.parse(readFileSync(path.join(root, 'docs/openapi.json'), 'utf8')) as Document;
  const url = { management: '{baseUrl}', chat: '{chatUrl}' }[api];
  const paths = Object.entries(document.paths).filter(
    ([, { servers = document.servers }]) => servers[0]?.url === url,
  );
  if (paths.length === 0) throw new Error(`docs/openapi.json has no path at ${url}`);
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Returns ids of a kind that exist in the caller's workspace. */
function resolveOwnIds(name: string, { resolve }: World): string[] {
  const own = knownValues(name).filter((value) => String(value).includes(':own:'));
  return [...new Set(own.map((value) => resolve(String(value))))];
}

async function main(): Promise<number> {
  const programs = await installPythonTool('schemathesis', VERSION);
  if (programs === undefined) {
    console.log('Skipping schemathesis: python3 or a package index is not available.');
    return 0;
  }
  const database = await startEmbeddedDatabase();
  useDatabase(database.endpoint);
  await createTable(database.endpoint);
  // Provides the bucket for exports.
  const s3 = await startFakeS3();
  Object.assign(process.env, {
    FILES_BUCKET: 'fuzzed-files',
    FILES_PUBLIC_URL: 'https://files.example.com/',
  });
  const onFault = (error: unknown) => console.error(error);
  const gateway = createLocalGateway(onFault);
  const jobs = createLocalJobs({ loadFunction: () => loadFunction(RUN_JOB.id), onFault });
  useJobStarter(jobs.start);
  const server = await startLocalServer({ gateway, port: 0, chatPort: 0 });
  const folder = mkdtempSync(path.join(tmpdir(), 'schemathesis-'));
  try {
    const world = await createWorld(fc.constant(v6Document()), 1);
    const knownIds = {
      ...Object.fromEntries(knownIdNames().map((name) => [name, resolveOwnIds(name, world)])),
      release: ['1', '2'],
      from: ['draft', '1'],
      to: ['draft', '2'],
    };
    const config = path.join(folder, 'schemathesis.toml');
    writeFileSync(config, withLooseSchemas(readFileSync(path.join(root, CONFIG), 'utf8')));
    const urls: Record<Api, string> = { management: server.baseUrl, chat: server.chatUrl };
    const codes: number[] = [];
    for (const api of ['management', 'chat'] as const) {
      const file = path.join(folder, `${api}.json`);
      writeFileSync(file, JSON.stringify(findDocument(api)));
      const { exitCode } = await runProgram(
        path.join(programs, 'schemathesis'),
        [
          '--config-file',
          config,
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
          // schemathesis writes its failure database to the working directory.
          cwd: folder,
          env: {
            ...process.env,
            SCHEMATHESIS_HOOKS: 'hooks',
            PYTHONPATH: path.join(root, 'test/support/schemathesis'),
            PYTHONDONTWRITEBYTECODE: '1',
            KNOWN_IDS: JSON.stringify(knownIds),
          },
        },
      );
      codes.push(exitCode);
    }
    return Math.max(...codes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
    await jobs.stop();
    await s3.stop();
    closeDynamoDbClient();
    await database.stop();
  }
}

process.exit(await main());
