import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';
import { LOCAL_TABLE_NAME } from '#apps/local/database/database-environment.ts';
import { type Assembly, getResources, synthesize } from '#test/support/deployed/template.ts';
import { getBundleEntry } from '../../infra/functions/bundle-entry.ts';
import { ALIASES, DEFINITIONS, ESBUILD_OPTIONS } from '../../infra/functions/esbuild-options.ts';
import { median } from './median.ts';

const PROCESS = fileURLToPath(new URL('./cold-start-process.cjs', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Functions measured by default: the one before every call, and those of the busiest endpoints. */
const FUNCTIONS = [
  'authorizer',
  'get-published-bot',
  'get-bot',
  'get-result',
  'import-bot',
  'update-bot',
  'submit-client-logs',
  'start-chat',
  'continue-chat',
];

/** What any function needs that talks to the table. */
const SDK_ALONE = `
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, BatchGetCommand, GetCommand, PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
export const commands = [BatchGetCommand, GetCommand, PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand];
export const handler = async () => client;
`;

/** The bundler without our settings. */
const PLAIN: BuildOptions = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  define: DEFINITIONS,
  logLevel: 'error',
};

const AS_DEPLOYED: BuildOptions = { ...ESBUILD_OPTIONS, logLevel: 'error' };

const CREDENTIALS = '@aws-sdk/credential-provider-node';

/**
 * The yardstick: the SDK in the deployed format, but with all of its parts. Without this one substitution it would
 * contain the sign-in of developers' machines, and be twice as large.
 */
const SDK_WHOLE: BuildOptions = { ...AS_DEPLOYED, alias: { [CREDENTIALS]: ALIASES[CREDENTIALS] } };

export type ColdStart = {
  /** Size of the bundle. Packages that it loads when they are needed are not counted. */
  bytes: number;
  /** CPU time of loading the bundle, after Node itself has started. */
  loadMs: number;
  /** The same up to the first response, with its database requests. */
  answeredMs: number | undefined;
  /** Loading, compared with the whole SDK alone. */
  ratioToSdk: number;
  /** Loading, compared with the parts of the SDK that are deployed. */
  ratioToDeployedSdk: number;
  /** Loading, compared with the same function bundled without our settings. */
  ratioToPlain: number | undefined;
};

type Subject = { name: string; file: string; eventFile?: string; plain?: string };
type Sample = { loadMs: number; answeredMs?: number };

/**
 * Measures how much CPU time each bundle takes to load, in a new process each time. All bundles take turns, so that
 * whatever else the machine does slows all of them.
 *
 * @param events an event for a first request by function, for those that should answer one
 */
export function measureColdStarts(
  databaseEndpoint: string,
  events: Record<string, object>,
  { rounds }: { rounds: number },
): Record<string, ColdStart> {
  const folder = mkdtempSync(join(tmpdir(), 'bots-cold-'));
  const assembly = synthesize();
  try {
    const subjects = createSubjects(folder, assembly, events);
    const samples = new Map<string, Sample[]>(subjects.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const { name, file, eventFile } of subjects) {
        samples.get(name)?.push(sample(file, eventFile, databaseEndpoint));
      }
    }
    return toFigures(subjects, samples);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(assembly.folder, { recursive: true, force: true });
  }
}

function createSubjects(
  folder: string,
  { folder: assets, template }: Assembly,
  events: Record<string, object>,
): Subject[] {
  const bundles = new Map(
    getResources(template, 'AWS::Lambda::Function').map(([, { Properties }]) => [
      String(Properties.FunctionName).replace('bots-prod-', ''),
      join(assets, `asset.${String(Properties.Code.S3Key).replace(/\.zip$/, '')}`, 'index.js'),
    ]),
  );
  const write = (name: string, content: string) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  const build = (name: string, options: BuildOptions) => {
    const outfile = join(folder, `${name}.js`);
    buildSync({ ...options, outfile });
    return outfile;
  };
  return [
    {
      name: 'empty handler',
      file: write('empty.js', 'exports.handler = async () => ({ statusCode: 200 });'),
    },
    {
      name: 'SDK alone',
      file: build('sdk', { ...SDK_WHOLE, stdin: { contents: SDK_ALONE, resolveDir: ROOT } }),
    },
    {
      name: 'SDK as deployed',
      file: build('sdk-deployed', { ...AS_DEPLOYED, stdin: { contents: SDK_ALONE, resolveDir: ROOT } }),
    },
    ...FUNCTIONS.flatMap((name): Subject[] => {
      const plain = `${name}, plain`;
      const event = events[name];
      const { entry, alias } = getBundleEntry(name);
      return [
        {
          name,
          plain,
          file: bundles.get(name) ?? '',
          ...(event && { eventFile: write(`${name}.json`, JSON.stringify(event)) }),
        },
        {
          name: plain,
          file: build(`${name}-plain`, {
            ...PLAIN,
            entryPoints: [join(ROOT, entry)],
            alias,
          }),
        },
      ];
    }),
  ];
}

function sample(file: string, eventFile: string | undefined, databaseEndpoint: string): Sample {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROCESS, file, eventFile ?? ''], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      TABLE_NAME: LOCAL_TABLE_NAME,
      AWS_ENDPOINT_URL_DYNAMODB: databaseEndpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      LOG_LEVEL: 'SILENT',
      POWERTOOLS_METRICS_DISABLED: 'true',
      STAGE: 'bench',
    },
  });
  if (status !== 0) throw new Error(`${file}: ${stderr}`);
  return JSON.parse(stdout) as Sample;
}

function toFigures(subjects: Subject[], samples: Map<string, Sample[]>): Record<string, ColdStart> {
  const loadMs = (name: string) => median((samples.get(name) ?? []).map((one) => one.loadMs));
  return Object.fromEntries(
    subjects.map(({ name, file, plain }) => {
      const answered = (samples.get(name) ?? []).flatMap(({ answeredMs }) => answeredMs ?? []);
      return [
        name,
        {
          bytes: statSync(file).size,
          loadMs: loadMs(name),
          answeredMs: answered.length > 0 ? median(answered) : undefined,
          ratioToSdk: loadMs(name) / loadMs('SDK alone'),
          ratioToDeployedSdk: loadMs(name) / loadMs('SDK as deployed'),
          ratioToPlain: plain === undefined ? undefined : loadMs(name) / loadMs(plain),
        },
      ];
    }),
  );
}
