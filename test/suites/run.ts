import { spawn } from 'node:child_process';
import { once } from 'node:events';

/* `npm run suite <name>`: runs a suite that `npm test` leaves out. Further words go to the suite. */

type Suite = { about: string; args: readonly string[]; env?: Readonly<Record<string, string>> };

const VITEST = 'node_modules/vitest/vitest.mjs';
const vitest = (...projects: string[]) => [VITEST, 'run', ...projects.flatMap((name) => ['--project', name])];
/** For suites whose output is the point of running them. */
const SHOWS_ALL = { TEST_OUTPUT: 'all' };

const SUITES: Readonly<Record<string, Suite>> = {
  long: { about: 'faults, attacks, large bots, walks of real bots', args: vitest('long') },
  fuzz: { about: 'generated requests to every operation', args: vitest('fuzz'), env: SHOWS_ALL },
  crash: { about: 'kills a server that is writing', args: vitest('crash'), env: SHOWS_ALL },
  rollback: { about: 'the released version on data of this one', args: vitest('rollback'), env: SHOWS_ALL },
  assets: { about: 'the HTTP suite on the synthesised stack', args: vitest('assets') },
  programs: {
    about: 'the command line, and pages in Chromium and Firefox',
    args: vitest('programs', 'chromium', 'firefox'),
  },
  webkit: { about: 'pages in WebKit', args: vitest('webkit') },
  scale: { about: '100,000 results and 10,000 bots', args: vitest('scale') },
  schemathesis: {
    about: 'an independent fuzzer against docs/openapi.json',
    args: ['test/support/schemathesis/run.ts'],
    env: { LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' },
  },
  templates: {
    about: 'cfn-lint on the templates, zizmor on the pipeline',
    args: ['test/support/lint-templates.ts'],
  },
  audit: {
    about: 'vulnerabilities of packages, as the registry knows them',
    args: ['test/support/audit-packages.ts'],
  },
  emulator: { about: 'deployments to an emulator of AWS', args: ['test/support/emulator/run.ts'] },
  'dynamodb-local': {
    about: "the stores on AWS's DynamoDB Local",
    args: ['test/support/dynamodb-local.ts'],
  },
};

const [name = '', ...words] = process.argv.slice(2);
const suite = Object.hasOwn(SUITES, name) ? SUITES[name] : undefined;
if (suite) {
  const { args, env } = suite;
  const child = spawn(process.execPath, [...args, ...words], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} else {
  const list = Object.entries(SUITES).map(([id, { about }]) => `  ${id.padEnd(16)}${about}`);
  process.stderr.write(
    `${name === '' ? 'Name a suite' : `There is no suite ${name}`}: npm run suite <name>\n\n${list.join('\n')}\n`,
  );
  process.exitCode = 1;
}
